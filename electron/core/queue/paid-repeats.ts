/**
 * What an action would pay for although the same content was paid for with the same model before. The person is warned first; nothing here
 * stops a start, so that what runs unattended goes on as it was set up.
 */

import {
  MOST_REPEATS,
  type PaidRepeatsView,
  type PaidRepeatView,
  type RepeatRequest,
} from '../../../shared/contract/queue/paid-repeats.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import type { GenerationState } from '../../../shared/domain/generation-state.ts';
import { type ModelId, priceOf } from '../../../shared/domain/models.ts';
import { type MicroUsd, quoteGeneration } from '../../../shared/domain/money.ts';
import type { JobRow } from '../store/schema.ts';
import { waitingWork, withoutAgain } from './admission.ts';
import { type Charges, readCharges, repeatOf, repeatView } from './earlier/charged.ts';
import { secondsToBill } from './money/meter.ts';
import type { Books } from './parts/queue-context.ts';
import { sendable } from './sending/send.ts';

/** Jobs that are looked up together. */
const JOBS_AT_ONCE = 1000;

type Ports = Books;

export async function findPaidRepeats(context: Ports, request: RepeatRequest): Promise<PaidRepeatsView> {
  const { ports, store } = context;
  const planned = await plannedWork(context, request);
  const repeats: PaidRepeatView[] = [];
  let count = 0;
  let amount: MicroUsd | null = 0;
  for (let start = 0; start < planned.length; start += JOBS_AT_ONCE) {
    const part = planned.slice(start, start + JOBS_AT_ONCE);
    const hashes = store.earlier.hashesOf(part.map(({ jobId }) => jobId));
    const charges = await readCharges(ports.files, store, [...new Set(hashes.values())]);
    for (const work of part) {
      for (const repeat of repeatsOf(context, work, hashes.get(work.jobId), charges)) {
        count += 1;
        amount = amount === null || repeat.amount === null ? null : amount + repeat.amount;
        if (repeats.length < MOST_REPEATS) repeats.push(repeat);
      }
    }
    await new Promise(setImmediate);
  }
  return { count, amount, repeats };
}

function repeatsOf(
  { store }: Ports,
  { connectionId, jobId, models, preset }: PlannedWork,
  contentHash: string | undefined,
  charges: Charges,
): PaidRepeatView[] {
  const connection = store.connections.get(connectionId);
  if (contentHash === undefined || connection === undefined) return [];
  return models.flatMap((model) => {
    const repeat = repeatOf(charges, { contentHash, model, preset }, connection);
    if (repeat === null) return [];
    const recording = store.recordings.get(store.jobs.get(jobId).recordingId);
    const seconds = secondsToBill(recording);
    const amount = seconds === null ? null : quoteGeneration(seconds, priceOf(connection.prices, model)).amount;
    return { jobId, name: recording.name, model, amount, ...repeatView(repeat) };
  });
}

/** A job that an action is about to start, with the settings, the models and the connection that it would be restored with. */
interface PlannedWork {
  readonly jobId: string;
  readonly connectionId: string;
  readonly preset: BatchPreset;
  /** Those that may have to be paid. */
  readonly models: readonly ModelId[];
}

async function plannedWork(context: Ports, request: RepeatRequest): Promise<readonly PlannedWork[]> {
  const { action, connectionId, jobIds = [], models } = request;
  if (action === 'start') {
    const waiting = await waitingWork(context, request);
    return waiting.map(({ job: { connectionId, id, preset }, reused }) => {
      return { jobId: id, connectionId, preset, models: preset.models.filter((model) => reused?.has(model) !== true) };
    });
  }
  if (action === 'send') {
    if (connectionId === undefined) return [];
    const sent = sendable(context, { jobIds, connectionId, models });
    return sent.map(({ job, preset }) => ({ jobId: job.id, connectionId, preset, models: preset.models }));
  }
  return context.store.jobs.many(jobIds).map((job) => ({
    jobId: job.id,
    connectionId: job.connectionId,
    preset: job.preset,
    ...ofEarlierJob(context, job, request, action),
  }));
}

/** What differs from what the job was started with. */
function ofEarlierJob(
  context: Ports,
  job: JobRow,
  { connectionId, models = job.preset.models, settings }: RepeatRequest,
  action: Exclude<RepeatRequest['action'], 'start' | 'send'>,
): Pick<PlannedWork, 'models'> & Partial<PlannedWork> {
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
