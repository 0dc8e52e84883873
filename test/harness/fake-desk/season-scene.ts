/** A producer's queue in the middle of a batch: every stage, folders, long names, and names in other scripts. */

import type { GenerationView, JobView, RunSummary } from '../../../shared/contract/views.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { errorOf, makeGeneration, type Over } from './fake-jobs.ts';
import { OVER_STUDIO } from './scenes.ts';

type Part = Partial<JobView> & Pick<JobView, 'name'>;

const BOTH: readonly ModelId[] = ['service-2', 'service-3.5'];
/** Micro-USD for a second. */
const PRICE = 500;

/** @param now milliseconds since the epoch */
export function seasonScene(now: number, over: Over = OVER_STUDIO): readonly Part[] {
  let last = 0;

  function part(name: string, folder: string, durationSeconds: number | null, more: Partial<JobView> = {}): Part {
    last += 1;
    const id = `s${last}`;
    return { id, name, folder, durationSeconds, addedAt: now - 3_600_000, ...over, ...more };
  }

  function generations(seconds: number, states: readonly (number | null | 'stored')[]): GenerationView[] {
    return states.map((state, index) => {
      const model = BOTH[index] ?? 'service-2';
      return {
        ...makeGeneration(`s${last + 1}`, model),
        state: state === 'stored' ? 'stored' : state === null ? 'queued' : 'processing',
        progress: state === 'stored' ? 1 : state,
        amount: Math.round(seconds * PRICE * (index + 1) * 0.5),
        billableSeconds: seconds,
        charged: state === 'stored',
      };
    });
  }

  const done = (name: string, folder: string, seconds: number): Part =>
    part(name, folder, seconds, {
      generations: generations(seconds, ['stored', 'stored']),
      started: true,
      state: { kind: 'done' },
      finishedAt: now - 900_000,
    });
  const working = (name: string, folder: string, seconds: number, both: [number, number | null], left: number): Part =>
    part(name, folder, seconds, {
      generations: generations(seconds, both),
      started: true,
      state: { kind: 'generating' },
      secondsLeft: { least: left * 0.8, most: left },
    });
  const failed = (name: string, folder: string, code: Parameters<typeof errorOf>[0]): Part =>
    part(name, folder, null, {
      started: true,
      state: { kind: 'failed', error: errorOf(code), retryFrom: 'preparing' },
    });
  const season: Part[] = [
    done('ep-118 cold open.wav', 'Ep 118', 102),
    done('ep-118 guest, phone backup.mp3', 'Ep 118/Remote', 595),
    working('ep-118 interview, Müller and Okafor.m4a', 'Ep 118', 511, [0.86, 0.31], 215),
    done('ep-118 pickups 01.wav', 'Ep 118/Pickups', 41),
    done('ep-118 room tone.wav', 'Ep 118', 30),
    working('ep-119 cold open.wav', 'Ep 119', 128, [0.44, null], 280),
    part('ep-119 field, harbour 03.flac', 'Ep 119/Field', 280, {
      started: true,
      bytes: 52_000_000,
      state: { kind: 'uploading' },
      secondsLeft: { least: 264, most: 330 },
      transfer: { kind: 'upload', sentBytes: 32_200_000, totalBytes: 52_000_000, bytesPerSecond: 18_000_000 },
    }),
    part('ep-119 field, harbour 04.flac', 'Ep 119/Field', 302, {
      started: true,
      secondsLeft: { least: 512, most: 640 },
    }),
    part('ep-119 field, harbour 05.flac', 'Ep 119/Field', 206, {
      started: true,
      secondsLeft: { least: 512, most: 640 },
    }),
    part('ep-119 field, quay at night.flac', 'Ep 119/Field', 374, {
      generations: generations(374, [0.35, null]),
      started: true,
      state: { kind: 'paused', from: 'generating' },
    }),
    part('ep-119 guest remote, Lagos.ogg', 'Ep 119/Remote', 3440, {
      started: true,
      state: { kind: 'waiting', from: 'uploading', until: now + 42_000, reason: errorOf('serviceBusy') },
      secondsLeft: { least: 432, most: 540 },
    }),
    working('ep-119 interview, part 1.mp4', 'Ep 119', 469, [0.91, 0.4], 70),
    failed('ep-119 interview, part 2.mp4', 'Ep 119', 'sourceMissing'),
    failed('ep-119 phone call, second try.amr', 'Ep 119/Remote', 'mediaUnsupported'),
    working('مقابلة مع المهندس، الجزء الأول.wav', 'Ep 119/Pickups', 753, [0.63, 0.18], 420),
    part('ep-120 interview, two speakers.m4a', 'Ep 120', 4329),
    part('ep-120 pickups 01.wav', 'Ep 120/Pickups', 38),
    part(
      'ep-120 an extraordinarily long working title that nobody will ever finish reading, take 7.wav',
      'Ep 120',
      660,
    ),
    part('ep-120 outro.wav', 'Ep 120', 48, { priority: 'high' }),
    part('ep-121 just added.wav', 'Ep 121', null),
  ];
  return season.map((one) => (one.name === 'ep-118 room tone.wav' ? reusedPart(one) : one));
}

function reusedPart(part: Part): Part {
  return {
    ...part,
    generations: (part.generations ?? []).map((generation) => ({ ...generation, amount: 0, reused: true })),
  };
}

/** What is told of the season when it is over. */
export function seasonSummary(now: number): RunSummary {
  return {
    ...{
      done: 118,
      failed: 2,
      cancelled: 0,
      inReview: 0,
      couldBeBetter: 0,
      delivered: 114,
      charged: 16_920_000,
      unpriced: 0,
      quoted: 17_300_000,
    },
    ...{
      reused: 14,
      saved: 3_100_000,
      paidAgain: 0,
      batchId: 'season',
      startedAt: now - 52 * 60_000,
      finishedAt: now - 60_000,
    },
    folders: ['/home/me/Interviews/Restored', '/home/me/Interviews/Restored/Remote'],
    connections: ['Studio service'],
  };
}
