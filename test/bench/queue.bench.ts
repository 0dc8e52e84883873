/** How much of a plain loop's speed is left when the queue looks at, records, checks and exports what the loop only sends and fetches. */

import { measureQueueSpeed } from '../fixtures/queue-load/queue-speed.ts';
import type { Bench } from './bench.ts';

const OPTIONS = { rounds: 5, filesEach: 100, seconds: 10, concurrency: 8 };

export const bench: Bench = {
  measures:
    'Files a second through the queue, from adding to exported, by a plain undici loop making the same calls with the same concurrency at a service that answers at once, median of five alternating rounds',
  unit: '× plain loop',
  target: 0.7,
  better: 'higher',
  run: async (folder) => {
    const { queue, loop } = await measureQueueSpeed(folder, OPTIONS);
    return {
      value: median(queue.map((figure, round) => figure / (loop[round] ?? figure))),
      details: {
        queueFilesPerSecond: Number(median(queue).toPrecision(3)),
        loopFilesPerSecond: Number(median(loop).toPrecision(3)),
        files: OPTIONS.rounds * OPTIONS.filesEach,
        secondsEach: OPTIONS.seconds,
        format: 'WAV, 48 kHz, mono, 16 bit',
        concurrency: OPTIONS.concurrency,
        rounds: OPTIONS.rounds,
      },
    };
  },
};

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
