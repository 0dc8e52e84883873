/** Takes and history entries of the fake desk's jobs. */

import type { HistoryEntry } from '../../../shared/contract/history.ts';
import type { JobView, MeasuresView, TakeView } from '../../../shared/contract/views.ts';
import { modelOf } from '../../../shared/domain/models.ts';

const TAKE_RATE = 48_000;

/** A hissing, humming room, and what a model makes of it. */
const BEFORE: MeasuresView = {
  loudness: -23.4,
  loudnessRange: 8.2,
  truePeak: -3.1,
  noiseFloor: -48.6,
  speechLevel: -24.9,
  signalToNoise: 23.7,
  clippedSamples: 1204,
  hum: { frequency: 50.02, level: -56.1 },
  decayTime: 0.62,
  bandwidth: 15_640,
  worstMinute: null,
};
const AFTER: MeasuresView = {
  ...BEFORE,
  loudness: -23.9,
  noiseFloor: -78.2,
  signalToNoise: 53.1,
  clippedSamples: 0,
  lostSpeech: 0.004,
  hum: null,
};

/** A minute with more noise than the others, and clipping, in recordings that have a minute. */
function placesOf(frames: number): Partial<MeasuresView> {
  const minute = 60 * TAKE_RATE;
  if (frames < minute) return {};
  const fromFrame = Math.floor((frames - minute) / 2);
  return {
    worstMinute: { fromFrame, frames: minute, signalToNoise: 17.2 },
    clippedPlaces: [4, 4.5, 61].map((second) => second * TAKE_RATE),
  };
}

export type FakeDelivery = Pick<NonNullable<TakeView['delivery']>, 'settings' | 'problem'>;

/** What was delivered of results, at the end. */
export function withDeliveries(
  takes: readonly TakeView[],
  deliveries: ReadonlyMap<string, FakeDelivery>,
  prepared: ReadonlySet<string>,
): TakeView[] {
  const delivered = takes.flatMap((take): TakeView[] => {
    const delivery = deliveries.get(take.id);
    if (delivery === undefined) return [];
    const id = take.id.replace('result:', 'delivered:');
    const playable = delivery.problem === null && prepared.has(id);
    const figures = { loudness: delivery.settings.loudness, truePeak: -1.2 };
    const made = { ...delivery, extension: 'mp3', figures, prepared: prepared.has(id) };
    return [{ ...take, id, kind: 'delivered', measures: null, playable, delivery: made }];
  });
  return [...takes, ...delivered];
}

export function takesOf(job: JobView) {
  const frames = Math.round((job.durationSeconds ?? 0) * TAKE_RATE);
  const common = { frames, sampleRate: TAKE_RATE, channels: 2, playable: true };
  const results = job.generations.filter((generation) => generation.state === 'stored');
  return [
    {
      ...common,
      id: `original:${job.id}`,
      kind: 'original' as const,
      label: 'Original',
      model: null,
      fileName: job.name,
      measures: { ...BEFORE, ...placesOf(frames) },
    },
    ...results.map((generation) => ({
      ...common,
      id: `result:${generation.id}`,
      kind: 'result' as const,
      label: modelOf(generation.model).label,
      model: generation.model,
      fileName: `${job.name} (${generation.model}).wav`,
      measures: AFTER,
    })),
  ];
}

/** @param opinions verdict and note of the job */
export function historyOf(job: JobView, opinions: Pick<HistoryEntry, 'verdict' | 'note'>): HistoryEntry {
  return {
    jobId: job.id,
    name: job.name,
    sourcePath: `/home/me/Podcast/${job.folder === '' ? '' : `${job.folder}/`}${job.name}`,
    connectionId: job.connectionId,
    connection: job.connection,
    projectId: `project-${job.id}`,
    batchId: `batch-${Math.floor(job.addedAt / 60_000)}`,
    preset: null,
    state: job.state.kind,
    durationSeconds: job.durationSeconds,
    addedAt: job.addedAt,
    finishedAt: job.finishedAt,
    cost: job.generations.reduce((sum, generation) => sum + (generation.charged ? (generation.amount ?? 0) : 0), 0),
    generations: job.generations.map((generation) => ({
      model: generation.model,
      generationId: generation.id,
      state: generation.state,
      billableSeconds: generation.billableSeconds,
      amount: generation.charged ? generation.amount : null,
      charged: generation.charged,
      reused: generation.reused,
      exportedPath: generation.exportedPath,
      alsoPath: generation.also?.path ?? null,
    })),
    error: job.state.kind === 'failed' ? job.state.error.userMessage : null,
    ...opinions,
  };
}
