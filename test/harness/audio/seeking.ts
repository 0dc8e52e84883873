/** Reads at random places against one read from the start: whether every sample is the same, and how long a read takes. */

import { createEngine } from '../../../electron/audio/engine.ts';
import { MOST_PCM_FRAMES } from '../../../shared/engine-api/pcm-messages.ts';
import { seededRandom } from '../../fixtures/audio/signals.ts';

export interface SeekOptions {
  readonly file: string;
  readonly indexPath: string | null;
  /** Hz. */
  readonly sampleRate: number;
  readonly frames: number;
  readonly seeks: number;
  /** Frames of each read. */
  readonly length: number;
}

export interface SeekFindings {
  /** Reads of which not every sample was the same. */
  readonly different: number;
  readonly largestDifference: number;
  /** Milliseconds of each read, the shortest first. */
  readonly times: readonly number[];
}

/** The reading from the start is a reader of its own, so that neither learns from the other. */
export async function compareSeeks(options: SeekOptions): Promise<SeekFindings> {
  const { frames, seeks, length } = options;
  const random = seededRandom(17);
  const places = Array.from({ length: seeks }, () => Math.floor(random() * (frames - length)));
  const wanted = await readThrough(options, places);
  const engine = createEngine();
  const times: number[] = [];
  let different = 0;
  let largestDifference = 0;
  for (const [number, fromFrame] of places.entries()) {
    const started = performance.now();
    const { samples } = await engine.pcm(paramsOf(options, fromFrame, length), () => undefined);
    times.push(performance.now() - started);
    const difference = differenceOf(new Float32Array(new Uint8Array(samples).buffer), wanted[number] as Float32Array);
    if (difference > 0) different += 1;
    largestDifference = Math.max(largestDifference, difference);
  }
  return { different, largestDifference, times: times.sort((one, other) => one - other) };
}

/** What stands at the places, from one reading of the whole recording. */
async function readThrough(options: SeekOptions, places: readonly number[]): Promise<readonly Float32Array[]> {
  const engine = createEngine();
  const wanted = places.map(() => new Float32Array(options.length * 2));
  for (let from = 0; from < options.frames; from += MOST_PCM_FRAMES) {
    const count = Math.min(MOST_PCM_FRAMES, options.frames - from);
    const { samples } = await engine.pcm(paramsOf(options, from, count), () => undefined);
    const block = new Float32Array(new Uint8Array(samples).buffer);
    for (const [number, place] of places.entries()) {
      const first = Math.max(from, place);
      const last = Math.min(from + count, place + options.length);
      if (first < last) wanted[number]?.set(block.subarray((first - from) * 2, (last - from) * 2), (first - place) * 2);
    }
  }
  return wanted;
}

function paramsOf({ file, indexPath, sampleRate }: SeekOptions, fromFrame: number, frames: number) {
  return { path: file, indexPath, sampleRate, fromFrame, frames };
}

function differenceOf(one: Float32Array, other: Float32Array): number {
  return one.reduce((most, value, i) => Math.max(most, Math.abs(value - (other[i] as number))), 0);
}

/** @param part 0 to 1 @param sorted the smallest first */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.ceil(sorted.length * part) - 1] as number;
}
