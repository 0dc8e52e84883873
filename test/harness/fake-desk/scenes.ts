/** Queues with a past, for pictures and tests. */

import type { ConnectionView } from '../../../shared/contract/connections.ts';
import type { GenerationView, JobView } from '../../../shared/contract/views.ts';
import { NO_MARK } from '../../../shared/domain/connections/marks.ts';
import type { Finding } from '../../../shared/domain/integrity/findings.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import type { FakeDesk } from './fake-desk.ts';
import { errorOf, makeGeneration, type Over } from './fake-jobs.ts';

type Part = Partial<JobView> & Pick<JobView, 'name'>;

function stored(id: string, models: readonly ModelId[]): GenerationView[] {
  return models.map((model) => ({
    ...makeGeneration(id, model),
    state: 'stored',
    amount: 0,
    billableSeconds: 60,
    charged: true,
    progress: 1,
  }));
}

function working(id: string, model: ModelId, progress: number | null): GenerationView {
  return {
    ...makeGeneration(id, model),
    state: progress === null ? 'queued' : 'processing',
    amount: 0,
    progress,
    stages: progress === null ? [] : [{ name: 'restoring', status: 'processing', progress }],
  };
}

const BOTH: readonly ModelId[] = ['service-2', 'service-3.5'];

/** A service of one's own, in use. */
export const STUDIO: ConnectionView = {
  id: 'r',
  kind: 'remote',
  name: 'Studio',
  baseUrl: 'https://api.example.com',
  headerStyle: 'bearer',
  ...NO_MARK,
  prices: { 'service-2': 300, 'service-3.5': null },
  caps: { day: null, month: null },
  hasKey: true,
  chosen: true,
  parked: null,
  isReached: null,
  billingPage: null,
  rehearsal: 'none',
};

export const OVER_STUDIO: Over = { connectionId: STUDIO.id, connection: STUDIO.name };

/** @param now milliseconds since the epoch */
export function busyScene(now: number): readonly Part[] {
  const done = (id: string, name: string, durationSeconds: number, models: readonly ModelId[] = BOTH): Part => ({
    id,
    name,
    durationSeconds,
    started: true,
    state: { kind: 'done' },
    finishedAt: now - durationSeconds * 1000,
    addedAt: now - 3_600_000,
    generations: stored(id, models),
  });
  const failed = (id: string, name: string, code: Parameters<typeof errorOf>[0]): Part => ({
    id,
    name,
    started: true,
    durationSeconds: null,
    state: { kind: 'failed', error: errorOf(code), retryFrom: 'preparing' },
  });
  return [
    done('j1', 'ep-041 intro.wav', 134),
    done('j2', 'ep-041 interview, two speakers.m4a', 4329, ['service-2']),
    {
      id: 'j3',
      name: 'ep-042 interview.mp4',
      durationSeconds: 2911,
      started: true,
      hasVideo: true,
      state: { kind: 'generating' },
      secondsLeft: { least: 420, most: 420 },
      generations: [working('j3', 'service-2', 0.86), working('j3', 'service-3.5', 0.31)],
    },
    {
      id: 'j4',
      name: 'harbour 03.flac',
      folder: 'field notes',
      durationSeconds: 760,
      started: true,
      state: { kind: 'generating' },
      secondsLeft: { least: 240, most: 240 },
      generations: [working('j4', 'service-2', 0.44), working('j4', 'service-3.5', null)],
    },
    {
      id: 'j5',
      name: 'harbour 04.flac',
      folder: 'field notes',
      durationSeconds: 542,
      started: true,
      state: { kind: 'uploading' },
      bytes: 52_000_000,
      secondsLeft: { least: 300, most: 300 },
      transfer: { kind: 'upload', sentBytes: 32_200_000, totalBytes: 52_000_000, bytesPerSecond: 18_000_000 },
      generations: BOTH.map((model) => makeGeneration('j5', model)),
    },
    {
      id: 'j6',
      name: 'phone call, second try.mp3',
      durationSeconds: 1915,
      started: true,
      state: { kind: 'waiting', from: 'uploading', until: now + 42_000, reason: errorOf('serviceBusy') },
      secondsLeft: { least: 540, most: 540 },
      generations: BOTH.map((model) => makeGeneration('j6', model)),
    },
    failed('j7', 'broken take.wav', 'mediaNotRecognized'),
    {
      ...failed('j8', 'copied halfway.mp3', 'mediaTruncated'),
      durationSeconds: 750,
      remarks: [{ kind: 'ends-early', declared: 2700, seconds: 750 }],
      generations: [makeGeneration('j8', 'service-2')],
    },
    {
      id: 'j9',
      name: 'ep-039 retake.wav',
      durationSeconds: 4766,
      started: true,
      state: { kind: 'needs-you', question: 'was-it-started' },
      ...OVER_STUDIO,
      generations: [
        {
          ...makeGeneration('j9', 'service-3.5'),
          state: 'needs-you',
          amount: 1_429_800,
          uncertainSince: now - 25 * 60_000,
        },
      ],
    },
    {
      id: 'j10',
      name: 'ep-038 outro.wav',
      durationSeconds: 48,
      started: true,
      generations: [makeGeneration('j10', 'service-2')],
    },
    {
      id: 'j11',
      name: 'guest remote backup.ogg',
      durationSeconds: 3440,
      started: true,
      state: { kind: 'paused', from: 'queued' },
      generations: [makeGeneration('j11', 'service-2')],
    },
    { id: 'j12', name: 'room tone.wav', durationSeconds: 30 },
    { id: 'j13', name: 'ep-043 cold open — “¿listo?” 🎙.wav', durationSeconds: 95 },
  ];
}

/** @param amount micro-USD of each; null is not known */
export function failedOver(over: Over, count: number, amount: number | null): Part[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `failed-${index}`,
    name: `ep-05${index} interview.wav`,
    durationSeconds: 1800,
    started: true,
    ...over,
    state: { kind: 'failed', error: errorOf('generationFailed'), retryFrom: 'generating' },
    generations: [
      {
        ...makeGeneration(`failed-${index}`, 'service-2'),
        state: 'failed',
        amount,
        error: errorOf('generationFailed'),
      },
    ],
  }));
}

const HELD: readonly (readonly [name: string, folder: string, seconds: number, finding: Finding])[] = [
  ['Adeyemi, morning session.wav', 'Room 1', 1458, { kind: 'lost-speech', at: 724, seconds: 1.8, places: 1 }],
  ['Brandt and Ito, panel.m4a', 'Room 2', 2512, { kind: 'clipping', at: 1720 }],
  ['Castellanos, phone line.mp3', 'Remote', 547, { kind: 'length', at: 546.6, seconds: -0.4 }],
];

/** Recordings that the check before delivery held back. @param amount micro-USD that each would cost again */
export function heldOver(over: Over, amount: number): Part[] {
  return HELD.map(([name, folder, durationSeconds, finding], index) => {
    const id = `held-${index}`;
    const generation = makeGeneration(id, 'service-2');
    return {
      ...{ id, name, folder, durationSeconds, started: true, ...over, redoAmount: amount },
      state: { kind: 'in-review', held: [{ generationId: generation.id, findings: [finding] }] },
      generations: [{ ...generation, state: 'stored', amount, charged: true }],
    };
  });
}

export const WAITING_SCENE: readonly Part[] = [
  { id: 'w1', name: 'ep-044 interview.wav', durationSeconds: 3120 },
  { id: 'w2', name: 'ep-044 intro.wav', durationSeconds: 42 },
  { id: 'w3', name: 'ep-044 outro.wav', folder: 'takes', durationSeconds: 31 },
];

/** @param count how many recordings, for long lists */
export function longScene(count: number): readonly Part[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `long-${index}`,
    name: `episode ${String(index + 1).padStart(5, '0')}.wav`,
    durationSeconds: 60 + ((index * 37) % 3000),
    started: index % 3 !== 0,
  }));
}

/** A finished job with both results, to be listened to. */
export function seedListening(
  desk: FakeDesk,
  id = 'listen',
  durationSeconds = 20,
  name = 'noisy interview.wav',
): string {
  desk.seed([
    {
      id,
      name,
      durationSeconds,
      started: true,
      state: { kind: 'done' },
      generations: stored(id, BOTH),
    },
  ]);
  return id;
}

/** A long queue with recordings in every state, over and over. @returns the parts, with ids `many-0`, `many-1`, … */
export function variedScene(count: number, now: number): readonly Part[] {
  const kinds = busyScene(now);
  return Array.from({ length: count }, (_, index) => {
    const id = `many-${index}`;
    const { generations = [], ...part } = kinds[index % kinds.length] as Part;
    const number = String(index + 1).padStart(4, '0');
    return {
      ...part,
      id,
      name: `${number} ${part.name}`,
      generations: generations.map((generation) => ({ ...generation, id: `gen-${id}-${generation.model}` })),
    };
  });
}
