/** Watch folders as the person set them up, kept among the settings; the cap is that of their batch. */

import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { watchFolderSettings } from '../../../shared/domain/watch-folders.ts';
import { BUILT_IN_ID } from '../connections/connections.ts';
import type { Store } from '../store/open-store.ts';
import type { WithSettings } from '../store/tables/settings.ts';

const definition = watchFolderSettings.omit({ capPerDay: true }).extend({
  /** The history was recovered since: what was restored before may be unknown. */
  isDoubtful: z.boolean().exactOptional(),
});
export type WatchDefinition = z.infer<typeof definition>;

export function readDefinitions(store: WithSettings): readonly WatchDefinition[] {
  return z.array(definition).safeParse(store.settings.get('watch-folders')).data ?? [];
}

export function writeDefinitions(store: WithSettings, definitions: readonly WatchDefinition[]): void {
  store.settings.set('watch-folders', definitions);
}

/** The folder's one batch, for ever: desk and terminal share it, and what it may cost. */
export function batchOf(folder: string): string {
  return `watch-${createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 32)}`;
}

/** Gives the folder's batch its cap. @param capPerDay micro-USD; null for none */
export function setCap(store: Pick<Store, 'batches'>, folder: string, capPerDay: number | null, now: number): void {
  const id = batchOf(folder);
  store.batches.insert({ id, createdAt: now, maxCost: capPerDay, capEvery: 'day' });
  store.batches.setMaxCost(id, capPerDay);
}

/**
 * After a recovery the store may lack recordings that were restored and paid: folders on services wait for the person. Runs inside the
 * caller's transaction.
 */
export function doubtDefinitions(store: WithSettings): void {
  const all = readDefinitions(store);
  if (all.length === 0) return;
  writeDefinitions(
    store,
    all.map((one) => (one.connectionId === BUILT_IN_ID ? one : { ...one, isDoubtful: true })),
  );
}
