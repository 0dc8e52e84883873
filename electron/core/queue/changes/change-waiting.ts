/** Changes of jobs that wait: settings, before Start and as long as nothing of them was sent afterward; the connection only before. */

import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { changeRowSettings, type RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { rememberedPreset } from '../../library/presets/chosen-preset.ts';
import { inChunks } from '../../store/open-store.ts';
import type { JobRow } from '../../store/schema.ts';
import type { Books } from '../parts/queue-context.ts';
import type { Runner } from '../runner.ts';
import { changeStarted } from './change-started.ts';

type Waiting = Books;

/** @param change returns whether it changed the job. @returns how many were changed */
async function changeEach(
  { store, transitions }: Waiting,
  jobIds: readonly string[],
  change: (job: JobRow) => boolean,
): Promise<number> {
  let changed = 0;
  await inChunks(store, jobIds, (part) => {
    for (const job of store.jobs.many(part)) {
      if (job.removedAt !== null || !change(job)) continue;
      transitions.touch(job.id);
      changed += 1;
    }
  });
  return changed;
}

function waitsForStart({ admittedAt, stateKind }: JobRow): boolean {
  return admittedAt === null && stateKind === 'queued';
}

/**
 * Gives jobs settings of their own. Jobs that a stage works on stay as they are. Afterward what waited for room may fit: wake the runner.
 * @param changes null for those of the batch
 */
export async function changeSettings(
  context: Waiting & { readonly runner: Pick<Runner, 'isRunning'> },
  jobIds: readonly string[],
  changes: RowSettings | null,
): Promise<number> {
  const { runner, store } = context;
  const batch: BatchPreset = rememberedPreset(store);
  return await changeEach(context, jobIds, (job) => {
    if (job.admittedAt !== null) return !runner.isRunning(job.id) && changeStarted(context, job, batch, changes);
    const own = changes === null ? null : changeRowSettings(batch, job.own, changes);
    if (!waitsForStart(job) || JSON.stringify(own) === JSON.stringify(job.own)) return false;
    store.jobs.update(job.id, { own });
    return true;
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
  return await changeEach(context, jobIds, (job) => {
    if (!waitsForStart(job) || job.connectionId === connectionId) return false;
    context.store.jobs.update(job.id, { connectionId });
    return true;
  });
}
