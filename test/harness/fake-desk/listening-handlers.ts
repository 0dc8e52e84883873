/** What the fake desk's takes are, and what Save and a preview make of them. */

import {
  type LimitedPreviewEvent,
  type OtherTake,
  OVERVIEW_COLUMNS,
} from '../../../shared/contract/listening/listening.ts';
import type { TakeView } from '../../../shared/contract/views.ts';
import { withRowSettings } from '../../../shared/domain/batch/row-settings.ts';
import type { SoundSettings } from '../../../shared/domain/export/settings.ts';
import type { PreviewResult } from '../../../shared/engine-api/export-messages.ts';
import { fakeOverview, jobOf } from './fake-media.ts';
import type { FakeState } from './fake-state.ts';
import { takesOf, withDeliveries } from './fake-views.ts';
import { type Os, refuse } from './refuse.ts';

/** What previews of the fake desk answer. */
export interface FakePreviews {
  /** Frames at 48 kHz by which results are late. */
  lag: number;
  /** Until then nothing is measured; null where it is known at once. */
  measuring: Promise<void> | null;
  refused: boolean;
  readonly asked: { readonly takeId: string; readonly strength: number }[];
  /** Settings of which peaks were to be limited. */
  readonly limits: SoundSettings[];
  /** Until then nothing is limited; null where it is at once. */
  limiting: Promise<void> | null;
  limitRefused: boolean;
  /** Renderings that nobody waited for anymore. */
  limitsCancelled: number;
  /** Differences of which the lag was asked for. */
  readonly lagsAsked: string[];
}

export function makePreviews(): FakePreviews {
  return {
    lag: 0,
    measuring: null,
    refused: false,
    asked: [],
    lagsAsked: [],
    limits: [],
    limiting: null,
    limitRefused: false,
    limitsCancelled: 0,
  };
}

/** The more of the result, the quieter, as if noise went. */
async function preview(previews: FakePreviews, takeId: string, strength: number): Promise<PreviewResult> {
  previews.asked.push({ takeId, strength });
  if (previews.refused) throw refuse('sourceMissing');
  const { lag } = previews;
  const shape = { sampleRate: 48_000, channels: 2, lag };
  await previews.measuring;
  return { ...shape, before: { loudness: -23.4 - strength / 2, truePeak: -3.1 } };
}

/** It sounds as the result does. */
async function* limitedPreview(
  { previews }: FakeState,
  { settings, takeId }: { readonly takeId: string; readonly settings: SoundSettings },
  signal: AbortSignal | undefined,
): AsyncGenerator<LimitedPreviewEvent> {
  previews.limits.push(settings);
  if (previews.limitRefused) throw refuse('diskFull');
  if (previews.limiting !== null) {
    yield { fraction: 0.34, made: null };
    const gone = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([previews.limiting, gone]);
    if (signal?.aborted === true) previews.limitsCancelled += 1;
  }
  const figures = { loudness: settings.loudness, truePeak: -1 };
  yield { fraction: 1, made: { id: takeId.replace('result:', 'preview:'), figures } };
}

/** Of another job: it sounds as the result does. */
function addedTake(result: TakeView, { label, takeId }: OtherTake): TakeView {
  return { ...result, id: takeId, kind: 'earlier', label };
}

/** Null before it would be scanned. */
function overviewOf(take: string, jobs: FakeState['jobs']): number[] | null {
  const job = jobs.get(jobOf(take));
  if (job?.durationSeconds === undefined || job.durationSeconds === null) return null;
  return fakeOverview(take, job.durationSeconds, OVERVIEW_COLUMNS);
}

export function listeningHandlers(os: Os, fake: FakeState) {
  const group = os.listening;
  return {
    overviews: group.overviews.handler(({ input }) => input.takes.map((take) => overviewOf(take, fake.jobs))),
    sketch: group.sketch.handler(({ input }) => overviewOf(`original:${input.jobId}`, fake.jobs)),
    heard: group.heard.handler(({ input }) => void fake.update([input.jobId], (job) => ({ ...job, heard: true }))),
    prepare: group.prepare.handler(({ input }) => void fake.prepared.add(input.takeId)),
    clipping: group.clipping.handler(({ input }) => ({ places: fake.clipping.get(input.takeId) ?? [] })),
    lag: group.lag.handler(({ input }) => {
      fake.previews.lagsAsked.push(input.difference);
      return { lag: fake.previews.lag, sampleRate: 48_000 };
    }),
    preview: group.preview.handler(({ input }) => preview(fake.previews, input.takeId, input.strength)),
    limitedPreview: group.limitedPreview.handler(({ input, signal }) => limitedPreview(fake, input, signal)),
    part: group.part.handler(async function* ({ input, signal }) {
      fake.parts.push(input);
      if (fake.slowParts.isOn) {
        yield { fraction: 0.5, made: null };
        await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
        fake.slowParts.cancelled += 1;
        return;
      }
      yield { fraction: 1, made: { id: `part:${fake.parts.length}`, fileName: `part ${fake.parts.length}.wav` } };
    }),
    save: group.save.handler(({ input: { takeId } }) => fake.save(takeId)),
    takes: group.takes.handler(({ input }) => {
      const job = fake.jobs.get(input.jobId);
      if (job === undefined) throw refuse('notFound');
      const settings = withRowSettings(fake.startedWith ?? fake.preset, job.own);
      const startedWith = job.started ? { settings, presetName: 'Podcast episode' } : null;
      const { copied, missing } = fake.sources;
      const takes = takesOf(job).map((take) => {
        if (take.kind !== 'original' || !missing.has(job.id)) return take;
        return copied.has(job.id) ? { ...take, isCopy: true } : { ...take, playable: false };
      });
      const added = fake.others.filter(({ takeId }) => input.added?.includes(takeId));
      const [, result] = takes;
      const all = [...takes, ...added.flatMap((other) => (result === undefined ? [] : addedTake(result, other)))];
      return { job, takes: withDeliveries(all, fake.deliveries, fake.prepared), others: fake.others, startedWith };
    }),
  };
}
