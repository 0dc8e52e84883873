/** What an action is about to start: each job with the settings, the models and the connection that it would be restored with. */

import type { RepeatRequest } from '../../../../shared/contract/queue/paid-repeats.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import type { GenerationState } from '../../../../shared/domain/generation-state.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { JobRow } from '../../store/schema.ts';
import { waitingWork, withoutAgain } from '../admission.ts';
import type { QueueContext } from '../parts/queue-context.ts';
import { sendable } from '../sending/send.ts';

export interface Wanted {
  readonly jobId: string;
  readonly connectionId: string;
  readonly preset: BatchPreset;
  /** Those that may have to be paid. */
  readonly models: readonly ModelId[];
}

type Ports = Pick<QueueContext, 'ports' | 'store'>;

export async function wantedWork(context: Ports, request: RepeatRequest): Promise<readonly Wanted[]> {
  const { action, connectionId, jobIds = [], models } = request;
  if (action === 'start') {
    return (await waitingWork(context, request)).map(({ job: { connectionId, id, preset }, reused }) => ({
      ...{ jobId: id, connectionId, preset },
      models: preset.models.filter((model) => reused?.has(model) !== true),
    }));
  }
  if (action === 'send') {
    if (connectionId === undefined) return [];
    const sent = sendable(context, { jobIds, connectionId, models });
    return sent.map(({ job, preset }) => ({ jobId: job.id, connectionId, preset, models: preset.models }));
  }
  return context.store.jobs.many(jobIds).map((job) => ({
    ...{ jobId: job.id, connectionId: job.connectionId, preset: job.preset },
    ...ofEarlierJob(context, job, request, action),
  }));
}

/** What differs from what the job was started with. */
function ofEarlierJob(
  context: Ports,
  job: JobRow,
  { connectionId, models = job.preset.models, settings }: RepeatRequest,
  action: Exclude<RepeatRequest['action'], 'start' | 'send'>,
): Pick<Wanted, 'models'> & Partial<Wanted> {
  switch (action) {
    case 'retry':
      return { models: modelsIn(context, job, ['ready', 'failed']) };
    case 'start-again':
      return { preset: { ...job.preset, reuse: false }, models: modelsIn(context, job, ['needs-you']) };
    case 'redo':
      return { preset: { ...job.preset, reuse: false }, models: job.preset.models };
    case 'add-model':
      return { preset: withoutAgain(job.preset), models };
    case 'restore':
      return { connectionId: connectionId ?? job.connectionId, preset: withSettings(job.preset, settings), models };
  }
}

function withSettings(preset: BatchPreset, asked: RepeatRequest['settings'] = {}): BatchPreset {
  return {
    ...preset,
    downloadType: asked.downloadType ?? preset.downloadType,
    samplingPreset: 'samplingPreset' in asked ? asked.samplingPreset : preset.samplingPreset,
    reuse: 'reuse' in asked ? asked.reuse : preset.reuse,
  };
}

function modelsIn({ store }: Ports, job: JobRow, kinds: readonly GenerationState['kind'][]): ModelId[] {
  return store.generations.ofJob(job.id).flatMap(({ model, stateKind }) => (kinds.includes(stateKind) ? [model] : []));
}
