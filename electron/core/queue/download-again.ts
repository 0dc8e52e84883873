/**
 * Paid results that aren't on this computer, and that the service has: those that are gone from here, and those of failed and cancelled
 * recordings. They are downloaded, which nobody is charged for; nothing is uploaded or started.
 */

import { CleartakeError, toErrorRecord } from '../../../shared/domain/errors.ts';
import { isSettled } from '../../../shared/domain/generation-state.ts';
import { findResult } from '../api/result-address.ts';
import type { GenerationRow, JobRow } from '../store/schema.ts';
import type { Calls, QueueContext } from './parts/queue-context.ts';
import { NONE_ODD } from './parts/run-records.ts';
import { originOf } from './stages/download.ts';

type DownloadAgainPorts = Calls & Pick<QueueContext, 'runs'>;

const ENDED: ReadonlySet<JobRow['stateKind']> = new Set(['done', 'failed', 'cancelled']);

/** Numbers of recordings. */
export interface DownloadAgainReport {
  /** Their ids: results of these are downloaded now. */
  readonly downloading: readonly string[];
  /** All results are here. */
  readonly here: number;
  /** The service no longer has a result. */
  readonly gone: number;
  /** Not over, nothing was paid, or the service couldn't be asked. */
  readonly failed: number;
  /** Why it couldn't be asked, for the person. */
  readonly problem: string | null;
}

/**
 * Asks the service for every missing result of a recording before anything changes: one that can't be had changes nothing.
 * @param type the only type that will do; results that are here in another one count as missing. Null for what the service gives
 */
export async function downloadAgain(
  context: DownloadAgainPorts,
  jobIds: readonly string[],
  type: string | null = null,
): Promise<DownloadAgainReport> {
  const downloading: string[] = [];
  let [here, gone, failed] = [0, 0, 0];
  let problem: string | null = null;
  for (const job of context.store.jobs.many(jobIds)) {
    const missing = await missingResults(context, job, type);
    if (missing === null) {
      failed += 1;
      continue;
    }
    if (missing.length === 0) {
      here += 1;
      continue;
    }
    const refusal = await askForAll(context, job, missing, type);
    if (refusal === null) {
      if (begin(context, job, missing, type)) downloading.push(job.id);
      else failed += 1;
    } else if (refusal.code === 'projectUnknown') gone += 1;
    else {
      failed += 1;
      problem ??= refusal.userMessage;
    }
  }
  return { downloading, here, gone, failed, problem };
}

/** Generations whose result isn't here as it was stored; null for a job that isn't over, and where the service may still work for it. */
async function missingResults(
  { ports, store }: Pick<DownloadAgainPorts, 'ports' | 'store'>,
  job: JobRow,
  type: string | null,
): Promise<readonly GenerationRow[] | null> {
  const all = store.generations.ofJob(job.id);
  const isComplete = ({ stateKind }: GenerationRow) => stateKind === 'complete' || stateKind === 'downloading';
  const isOver = all.every((one) => isSettled(one.state) || isComplete(one) || one.stateKind === 'ready');
  if (!isOver || !ENDED.has(job.state.kind)) return null;
  // Without anything paid there is nothing to download.
  if (job.state.kind !== 'done' && !all.some((one) => isComplete(one) || one.stateKind === 'stored')) return null;
  const missing: GenerationRow[] = [];
  for (const generation of all) {
    const result = store.results.get(generation.id);
    if (isComplete(generation)) missing.push(generation);
    if (generation.stateKind !== 'stored' || result === undefined) continue;
    const facts = await ports.files.facts(result.path).catch(() => null);
    const isHere = facts?.kind === 'file' && facts.bytes === result.bytes;
    const isOfType = type === null || (type === 'mp3') === (result.extension === 'mp3');
    if (!isHere || !isOfType) missing.push(generation);
  }
  return missing;
}

/** @returns why one of them can't be downloaded; null when all can */
async function askForAll(
  context: DownloadAgainPorts,
  job: JobRow,
  missing: readonly GenerationRow[],
  type: string | null,
): Promise<CleartakeError | null> {
  try {
    const client = await context.connections.client(job.connectionId);
    for (const generation of missing) {
      const { remoteId, projectId } = originOf(context, generation);
      // What was never started there can't be asked for.
      if (remoteId === null || projectId === null) return new CleartakeError('projectUnknown');
      const wanted = { projectId, remoteId, type: type ?? job.preset.downloadType, isForced: type !== null };
      await findResult(client, wanted);
    }
    return null;
  } catch (failure) {
    if (failure instanceof CleartakeError) return failure;
    throw failure;
  }
}

/**
 * What was never started fails for the reason that the job had, so that nothing starts it meanwhile; Retry starts it as before.
 * @returns whether the job was still as it was asked about
 */
function begin(
  { runs, store, transitions }: DownloadAgainPorts,
  job: JobRow,
  missing: readonly GenerationRow[],
  type: string | null,
): boolean {
  const { state } = job;
  const error = state.kind === 'failed' ? state.error : toErrorRecord(new CleartakeError('cancelled'));
  return store.transaction(() => {
    if (transitions.job(job.id, { kind: 'download-again' }) === null) return false;
    for (const { id, stateKind } of store.generations.ofJob(job.id))
      if (stateKind === 'ready') transitions.generation(id, { kind: 'fail', error });
    for (const { id } of missing) {
      transitions.generation(id, { kind: 'fetch-again' });
      runs.generations.change(id, { forcedType: type, odd: NONE_ODD });
    }
    store.jobs.update(job.id, { removedAt: null, tries: 0 });
    return true;
  });
}
