/** Chunks of spectra on their way to the network and back, in shared memory: a chain fills a slot, some thread computes it, the chain takes the taps. */

import { BINS, MOST_FRAMES, type RestorationNetwork, TAPS_STRIDE } from '../../dsp/network/network.ts';
import { type SoundSums, sumsOf } from './music.ts';

/** Frames of a chunk whose taps are kept: 4 s. */
export const CHUNK_FRAMES = 251;
/** Frames of a quarter of them. */
export const QUARTER_FRAMES = Math.ceil(CHUNK_FRAMES / 4);
/** Frames before and behind them, half a second, that the network hears besides. */
export const CONTEXT_FRAMES = (MOST_FRAMES - CHUNK_FRAMES) / 2;

/** In this order; a slot that was computed is free again once its taps were used. */
const [FREE, FILLED, BEGUN, DONE] = [0, 1, 2, 3] as const;

export interface Slot {
  /** The frames of the chunk with their context, frame by frame. */
  readonly real: Float32Array;
  readonly imaginary: Float32Array;
  /** Of the frames of the chunk alone. */
  readonly taps: Float32Array;
  /** Of each quarter of the same frames, once they are computed. */
  readonly quarters: readonly SoundSums[];
  readonly isDone: boolean;
  readonly isFree: boolean;
  /** Makes it known to all threads. @param frames in all @param from first frame of the chunk @param count frames of the chunk */
  fill(frames: number, from: number, count: number): void;
  free(): void;
  /** Computes it, unless it is empty or another thread has begun. @returns whether it did */
  compute(network: RestorationNetwork): boolean;
}

export interface Slots {
  readonly slots: readonly Slot[];
  /** Steps so far: each change of a slot is visible to whoever sees its step. */
  readonly steps: number;
  /** Waits for more steps than `seen`. @returns false after `milliseconds` */
  waitFor(seen: number, milliseconds?: number): boolean;
  /** The same, without blocking. */
  comes(seen: number, milliseconds: number): Promise<boolean>;
  /** No more chunks come. */
  end(): void;
  readonly hasEnded: boolean;
}

const STATE = 4;
const INPUT = MOST_FRAMES * BINS;
const TAPS = CHUNK_FRAMES * BINS * TAPS_STRIDE;
const INTEGERS = 16;
/** What music is told by: four figures of each of four quarters. */
const FIGURES = 16;

export function slotBytes(count: number): number {
  return INTEGERS * 4 + count * (INTEGERS * 4 + (2 * INPUT + TAPS + FIGURES) * Float32Array.BYTES_PER_ELEMENT);
}

/** @param memory of `slotBytes(count)`, initialized to zero */
export function openSlots(memory: SharedArrayBuffer, count: number): Slots {
  const [STEPS, ENDED] = [0, 1];
  const shared = new Int32Array(memory, 0, INTEGERS);

  function step(): void {
    Atomics.add(shared, STEPS, 1);
    Atomics.notify(shared, STEPS);
  }

  function slotAt(index: number): Slot {
    const own = new Int32Array(memory, (1 + index) * INTEGERS * 4, INTEGERS);
    const begin = (1 + count) * INTEGERS * 4 + index * (2 * INPUT + TAPS + FIGURES) * Float32Array.BYTES_PER_ELEMENT;
    const [real, imaginary] = [0, 1].map((part) => new Float32Array(memory, begin + part * INPUT * 4, INPUT));
    const taps = new Float32Array(memory, begin + 2 * INPUT * 4, TAPS);
    const figures = new Float32Array(memory, begin + (2 * INPUT + TAPS) * 4, FIGURES);
    return {
      real: real as Float32Array,
      imaginary: imaginary as Float32Array,
      taps,
      get quarters() {
        const count = Math.ceil((own[3] as number) / QUARTER_FRAMES);
        return Array.from({ length: count }, (_, quarter) => {
          const [energy = 0, left = 0, weight = 0, flatness = 0] = figures.subarray(4 * quarter);
          return { energy, left, weight, flatness };
        });
      },
      get isDone() {
        return Atomics.load(own, 0) === DONE;
      },
      get isFree() {
        return Atomics.load(own, 0) === FREE;
      },
      fill: (frames, from, frameCount) => {
        own.set([frames, from, frameCount], 1);
        Atomics.store(own, 0, FILLED);
        step();
      },
      free: () => {
        Atomics.store(own, 0, FREE);
      },
      compute: (network) => {
        if (Atomics.compareExchange(own, 0, FILLED, BEGUN) !== FILLED) return false;
        const [, frames = 0, from = 0, frameCount = 0] = own.subarray(0, STATE);
        const computed = network.tapsOf(real as Float32Array, imaginary as Float32Array, frames);
        const width = BINS * TAPS_STRIDE;
        taps.set(computed.subarray(from * width, (from + frameCount) * width));
        const spectra = { real: real as Float32Array, imaginary: imaginary as Float32Array, taps };
        for (let first = 0; first < frameCount; first += QUARTER_FRAMES) {
          const sums = sumsOf(spectra, from, first, Math.min(QUARTER_FRAMES, frameCount - first));
          figures.set([sums.energy, sums.left, sums.weight, sums.flatness], (4 * first) / QUARTER_FRAMES);
        }
        Atomics.store(own, 0, DONE);
        step();
        return true;
      },
    };
  }

  return {
    slots: Array.from({ length: count }, (_, index) => slotAt(index)),
    get steps() {
      return Atomics.load(shared, STEPS);
    },
    waitFor: (seen, milliseconds) => Atomics.wait(shared, STEPS, seen, milliseconds) !== 'timed-out',
    comes: async (seen, milliseconds) =>
      (await Atomics.waitAsync(shared, STEPS, seen, milliseconds).value) !== 'timed-out',
    end: () => {
      Atomics.store(shared, ENDED, 1);
      step();
    },
    get hasEnded() {
      return Atomics.load(shared, ENDED) === 1;
    },
  };
}
