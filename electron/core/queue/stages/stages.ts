/** Which function works on which stage. Here stages meet: results are fetched while `generating` waits for others. */

import type { WorkingStage } from '../../../../shared/domain/job-state.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import type { QueueContext } from '../queue-context.ts';
import { type DownloadPorts, download, downloadEach, downloadGeneration } from './download.ts';
import { exportGeneration, exportJob } from './export.ts';
import { generate } from './generate.ts';
import type { NextStep } from './next-step.ts';
import { prepare } from './prepare.ts';
import { upload } from './upload.ts';

type StageWork = (context: QueueContext, job: JobRow, signal: AbortSignal) => Promise<NextStep>;

export const STAGE_WORK: Readonly<Record<WorkingStage, StageWork>> = {
  preparing: prepare,
  uploading: upload,
  ready: async ({ store }, job) => {
    // A job that claimed the paid work of an earlier one has no project of its own to start on.
    const isUnsent = job.projectId === null && store.generations.ofJob(job.id).some((one) => one.stateKind === 'ready');
    return { kind: 'enter', stage: isUnsent ? 'uploading' : 'generating' };
  },
  generating: (context, job, signal) =>
    generate(context, job, signal, (client, generations) => fetchComplete(context, client, job, generations, signal)),
  downloading: download,
  exporting: exportJob,
};

/** Downloads and exports complete generations. @returns the first failure, after all were tried */
async function fetchComplete(
  context: DownloadPorts,
  client: ServiceClient,
  job: JobRow,
  generations: readonly GenerationRow[],
  signal: AbortSignal,
): Promise<unknown> {
  return await downloadEach(generations, signal, async (generation) => {
    await downloadGeneration(context, client, job, generation, signal);
    if (context.store.generations.get(generation.id).stateKind === 'stored') {
      // If the export fails, stage `exporting` repeats it and reports the failure.
      await exportGeneration(context, job, generation, signal).catch(() => undefined);
    }
  });
}
