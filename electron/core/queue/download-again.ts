/** Results that are gone from this computer, and that the service still has: they are downloaded again, which nobody is charged for. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { GenerationRow, JobRow } from '../store/schema.ts';
import type { QueueContext } from './queue-context.ts';
import { originOf } from './stages/download.ts';

type DownloadAgainPorts = Pick<QueueContext, 'connections' | 'ports' | 'store' | 'transitions'>;

/** Numbers of recordings. */
export interface DownloadAgainReport {
  /** Their ids: results of these are downloaded now. */
  readonly downloading: readonly string[];
  /** All results are here. */
  readonly here: number;
  /** The service no longer has a result. */
  readonly gone: number;
  /** Not finished, or the service couldn't be asked. */
  readonly failed: number;
  /** Why it couldn't be asked, for the person. */
  readonly problem: string | null;
}

/** Asks the service for every missing result of a recording before anything changes: one that can't be had changes nothing. */
export async function downloadAgain(
  context: DownloadAgainPorts,
  jobIds: readonly string[],
): Promise<DownloadAgainReport> {
  const downloading: string[] = [];
  let [here, gone, failed] = [0, 0, 0];
  let problem: string | null = null;
  for (const job of context.store.jobs.many(jobIds)) {
    const missing = await missingResults(context, job);
    if (missing === null) {
      failed += 1;
      continue;
    }
    if (missing.length === 0) {
      here += 1;
      continue;
    }
    const refusal = await askForAll(context, job, missing);
    if (refusal === null) {
      if (begin(context, job, missing)) downloading.push(job.id);
      else failed += 1;
    } else if (refusal.code === 'projectUnknown') gone += 1;
    else {
      failed += 1;
      problem ??= refusal.userMessage;
    }
  }
  return { downloading, here, gone, failed, problem };
}

/** Generations whose result isn't here as it was stored; null for a job that isn't finished. */
async function missingResults(
  { ports, store }: Pick<DownloadAgainPorts, 'ports' | 'store'>,
  job: JobRow,
): Promise<readonly GenerationRow[] | null> {
  if (job.state.kind !== 'done') return null;
  const missing: GenerationRow[] = [];
  for (const generation of store.generations.ofJob(job.id)) {
    const result = store.results.get(generation.id);
    if (generation.stateKind !== 'stored' || result === undefined) continue;
    const facts = await ports.files.facts(result.path).catch(() => null);
    if (facts?.kind !== 'file' || facts.bytes !== result.bytes) missing.push(generation);
  }
  return missing;
}

/** @returns why one of them can't be downloaded; null when all can */
async function askForAll(
  context: DownloadAgainPorts,
  job: JobRow,
  missing: readonly GenerationRow[],
): Promise<CleartakeError | null> {
  try {
    const client = await context.connections.client(job.connectionId);
    for (const generation of missing) {
      const { remoteId, projectId } = originOf(context, generation);
      // What was never started there can't be asked for.
      if (remoteId === null || projectId === null) return new CleartakeError('projectUnknown');
      await client.downloadUrl(projectId, remoteId, job.preset.downloadType);
    }
    return null;
  } catch (failure) {
    if (failure instanceof CleartakeError) return failure;
    throw failure;
  }
}

/** @returns whether the job was still as it was asked about */
function begin({ store, transitions }: DownloadAgainPorts, job: JobRow, missing: readonly GenerationRow[]): boolean {
  return store.transaction(() => {
    if (transitions.job(job.id, { kind: 'download-again' }) === null) return false;
    for (const { id } of missing) transitions.generation(id, { kind: 'fetch-again' });
    store.jobs.update(job.id, { removedAt: null, tries: 0 });
    return true;
  });
}
