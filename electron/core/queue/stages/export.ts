/** Stage `exporting`: results go where the preset wants them; then the job is done, or failed with what succeeded kept. */

import type { ErrorRecord } from '../../../../shared/domain/errors.ts';
import { exportResult, outputFolder } from '../../library/export.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import type { QueueContext } from '../queue-context.ts';
import { retryStage } from '../retry-policy.ts';

export async function exportJob(context: QueueContext, job: JobRow, signal: AbortSignal): Promise<void> {
  const { store, transitions } = context;
  let failure: ErrorRecord | null = null;
  for (const generation of store.generations.ofJob(job.id)) {
    signal.throwIfAborted();
    if (generation.state.kind === 'failed') failure = generation.state.error;
    await exportGeneration(context, job, generation);
  }
  if (failure === null) transitions.job(job.id, { kind: 'finish' });
  else transitions.job(job.id, { kind: 'fail', error: failure, retryFrom: retryStage(failure.code, 'ready') });
}

/** Copies one result to its place, unless it is there, stays in the library, or there is none. */
export async function exportGeneration(context: QueueContext, job: JobRow, generation: GenerationRow): Promise<void> {
  const { ports, store, transitions } = context;
  const recording = store.recordings.get(job.recordingId);
  const folder = outputFolder(job.preset, recording);
  const result = store.results.get(generation.id);
  if (folder === null || result === undefined || result.exportedPath !== null) return;
  // The day of the result, not of today: an export that is repeated finds what it made before.
  const date = new Date(result.storedAt).toISOString().slice(0, 10);
  ports.pass('export:before-copy');
  const exportedPath = await exportResult(ports.files, folder, job.preset, recording, generation, result, date);
  ports.pass('export:copied');
  store.progress(() => store.results.setExportedPath(generation.id, exportedPath));
  ports.pass('export:recorded');
  transitions.touch(job.id);
}
