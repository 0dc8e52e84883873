/** How much of a plain loop's speed is left when the queue looks at, records, checks and exports what the loop only sends and fetches. */

import path from 'node:path';
import { measureQueueSpeed, type QueueSpeedOptions } from '../harness/load/queue-speed.ts';
import type { Bench } from './bench.ts';

const FILES_EACH = 100;
const SECONDS = 10;
const CONCURRENCY = 8;

export const bench: Bench = {
  measures:
    'Files a second through the queue, from adding to exported, by a plain undici loop making the same calls with the same concurrency at Cleartake’s own service with an engine that answers at once, median of five alternating rounds',
  unit: '× plain loop',
  target: 0.7,
  better: 'higher',
  run: async (folder) => {
    const whole = await compare(path.join(folder, 'whole'), 'whole', 5);
    // A service without keys, books and disk shows what the queue itself takes.
    const bare = await compare(path.join(folder, 'bare'), 'bare', 3);
    return {
      value: whole.ratio,
      details: {
        queueFilesPerSecond: whole.queue,
        loopFilesPerSecond: whole.loop,
        atBareServiceRatio: bare.ratio,
        atBareServiceQueueFilesPerSecond: bare.queue,
        atBareServiceLoopFilesPerSecond: bare.loop,
        filesEach: FILES_EACH,
        secondsEach: SECONDS,
        format: 'WAV, 48 kHz, mono, 16 bit',
        concurrency: CONCURRENCY,
      },
    };
  },
};

async function compare(folder: string, service: QueueSpeedOptions['service'], rounds: number) {
  const options = { service, rounds, filesEach: FILES_EACH, seconds: SECONDS, concurrency: CONCURRENCY };
  const { queue, loop } = await measureQueueSpeed(folder, options);
  const ratio = median(queue.map((figure, round) => figure / (loop[round] ?? figure)));
  return { ratio: short(ratio), queue: short(median(queue)), loop: short(median(loop)) };
}

function short(value: number): number {
  return Number(value.toPrecision(3));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
