/** Changes of jobs that wait for Start: their own settings, and the connection. Started jobs stay as they are. */

import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import { changeOwn, type OwnSettings } from '../../../shared/domain/batch/own-settings.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { rememberedPreset } from '../library/presets/chosen-preset.ts';
import { inChunks } from '../store/open-store.ts';
import type { JobRow } from '../store/schema.ts';
import type { QueueContext } from './queue-context.ts';

type Waiting = Pick<QueueContext, 'store' | 'transitions'>;

/** @param change returns null where nothing changes. @returns how many were changed */
async function changeWaiting(
  { store, transitions }: Waiting,
  jobIds: readonly string[],
  change: (job: JobRow) => Partial<Pick<JobRow, 'own' | 'connectionId'>> | null,
): Promise<number> {
  let changed = 0;
  await inChunks(store, jobIds, (part) => {
    for (const job of store.jobs.many(part)) {
      if (job.removedAt !== null || job.admittedAt !== null || job.stateKind !== 'queued') continue;
      const changes = change(job);
      if (changes === null) continue;
      store.jobs.update(job.id, changes);
      transitions.touch(job.id);
      changed += 1;
    }
  });
  return changed;
}

/** Gives jobs settings of their own. @param changes null for those of the batch */
export async function changeSettings(
  context: Waiting,
  jobIds: readonly string[],
  changes: OwnSettings | null,
): Promise<number> {
  const batch: BatchPreset = rememberedPreset(context.store);
  return await changeWaiting(context, jobIds, (job) => {
    const own = changes === null ? null : changeOwn(batch, job.own, changes);
    return JSON.stringify(own) === JSON.stringify(job.own) ? null : { own };
  });
}

/** They are quoted and charged there. @throws CleartakeError notFound */
export async function moveToConnection(
  context: Waiting,
  jobIds: readonly string[],
  connectionId: string,
): Promise<number> {
  const connection = context.store.connections.get(connectionId);
  if (connection === undefined || connection.removedAt !== null)
    throw new CleartakeError('notFound', { detail: 'connection' });
  return await changeWaiting(context, jobIds, (job) => (job.connectionId === connectionId ? null : { connectionId }));
}
