/** Watch folders as the person set them up, kept among the settings; the cap is that of their batch. */

import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { isAbsolutePath } from '../../../../shared/domain/batch/batch-preset.ts';
import {
  MOST_WATCH_FOLDERS,
  type WatchFolderSettings,
  watchFolderSettings,
} from '../../../../shared/domain/batch/watch-folders.ts';
import type { Message } from '../../../../shared/domain/error-messages/message.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Presets } from '../../library/presets/presets.ts';
import { isMetered } from '../../queue/money/meter.ts';
import type { Store } from '../../store/open-store.ts';
import type { WithSettings } from '../../store/tables/settings.ts';
import { WATCH } from './strings.ts';

/** What a watch folder's settings name. */
export interface WatchSurroundings {
  readonly connections: Pick<Connections, 'list'>;
  readonly presets: Pick<Presets, 'view'>;
  readonly store: Store;
}

const definition = watchFolderSettings.omit({ capPerDay: true });
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

/** @throws CleartakeError notPossibleNow, with what to do about it */
export function requirePossible(
  { connections, presets, store }: WatchSurroundings,
  { capPerDay, connectionId, path: folder, presetId }: WatchFolderSettings,
): void {
  const others = readDefinitions(store).filter((one) => one.path !== folder);
  if (others.length >= MOST_WATCH_FOLDERS) refuse(WATCH.tooMany(MOST_WATCH_FOLDERS));
  const overlap = others.find((one) => contains(one.path, folder) || contains(folder, one.path));
  if (overlap !== undefined) refuse(WATCH.overlaps(overlap.path));
  const preset = presets.view().presets.find(({ id }) => id === presetId);
  if (preset === undefined) refuse(WATCH.presetGone);
  const connection = connections.list().find(({ id }) => id === connectionId);
  if (connection === undefined) refuse(WATCH.connectionGone);
  if (capPerDay === null && isMetered(connection, preset.settings.models)) refuse(WATCH.capNeeded);
}

function refuse(parts: Message): never {
  throw new CleartakeError('notPossibleNow', { parts });
}

/** Whether a folder is, or contains, another one. Both absolute. */
function contains(outer: string, inner: string): boolean {
  const below = path.relative(outer, inner);
  return below === '' || (!below.startsWith('..') && !isAbsolutePath(below));
}
