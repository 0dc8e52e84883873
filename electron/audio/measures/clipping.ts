/** Counts clipped samples: runs of equal samples at an extreme with a sharp edge. */

import type { SampleKernel } from '../dsp/sample-kernel.ts';
import { PLATEAUS_AT, type SampleStage, type StagedBlock } from './sample-stage.ts';

export interface ClippingMeasure {
  add(block: StagedBlock): void;
  /** Clipped samples over all channels. */
  finish(): number;
  /** Frames at which it clips, at least a second apart and at most MOST_PLACES: spread over the recording if there are more. */
  places(): readonly number[];
}

const SHORTEST_RUN = 3;
/** Linear; clipping below a hundredth of full scale is no louder than noise. */
const LOWEST_LEVEL = 0.01;
/** Extremes below this fraction of the largest so far are not the clipping level. */
const NEAR_EXTREME = 0.5;
/** The top of a slow wave is flat too: a run counts only when the signal leaves it by more than this fraction and two quantization steps. */
const EDGE = 0.001;
const EDGE_STEPS = 2.5;
/** Fewer samples at one level are coincidence. */
const FEWEST_SAMPLES = 6;
const MOST_LEVELS = 256;
const MOST_PLACES = 32;
/** Blocks of 100 ms between two places, at least. */
const BLOCKS_APART = 10;
const SAMPLE_BYTES = 4;

/** At one level. */
interface Clipped {
  samples: number;
  readonly places: ThinnedPlaces;
}

interface Side {
  /** 1 for maxima, -1 for minima. */
  readonly sign: 1 | -1;
  readonly counts: Map<number, Clipped>;
  /** Frames between two places. */
  readonly apart: number;
  extreme: number;
  /** Equal samples at the end of the previous slot, and the sample before them. */
  run: number;
  level: number;
  before: number;
}

export function createClippingMeasure(stage: SampleStage, bitDepth: number | null): ClippingMeasure {
  const { kernel, channels, slots, slotFrames } = stage;
  const leastEdge = bitDepth === null ? 0 : EDGE_STEPS * 2 ** (1 - bitDepth);
  const apart = BLOCKS_APART * slots * slotFrames;
  const sides = Array.from({ length: channels }, () => [sideOf(1, apart), sideOf(-1, apart)] as const);
  let blockFrame = 0;

  return {
    add: ({ slotMinima, slotMaxima }) => {
      for (const [channel, [upper, lower]] of sides.entries()) {
        for (let slot = 0; slot < slots; slot++) {
          const at = channel * slots + slot;
          const from = stage.blockAt(channel) + slot * slotFrames;
          const slotFrame = blockFrame + slot * slotFrames;
          lookAt(upper, slotMaxima[at] as number, kernel, from, slotFrames, leastEdge, slotFrame);
          lookAt(lower, -(slotMinima[at] as number), kernel, from, slotFrames, leastEdge, slotFrame);
        }
      }
      blockFrame += slots * slotFrames;
    },
    finish: () =>
      sides.flat().reduce((sum, side) => sum + counted(side).reduce((all, { samples }) => all + samples, 0), 0),
    places: () => {
      const all = sides.flat().flatMap((side) => counted(side).flatMap(({ places }) => places.list()));
      const merged = createThinnedPlaces(apart, MOST_PLACES);
      for (const frame of all.sort((one, other) => one - other)) merged.add(frame);
      return merged.list();
    },
  };
}

function sideOf(sign: 1 | -1, apart: number): Side {
  return { sign, apart, counts: new Map(), extreme: 0, run: 0, level: 0, before: 0 };
}

/** @param largest the slot's extreme on this side @param slotFrame the slot's first frame in the recording */
function lookAt(
  side: Side,
  largest: number,
  kernel: SampleKernel,
  from: number,
  count: number,
  leastEdge: number,
  slotFrame: number,
): void {
  if (largest > side.extreme) side.extreme = largest;
  if (largest < LOWEST_LEVEL || largest < side.extreme * NEAR_EXTREME) {
    side.run = 0;
    return;
  }
  const { samples } = kernel;
  const { sign } = side;
  const level = sign * largest;
  // A run from the previous slot continues only at the same level.
  let run = side.level === level ? side.run : 0;
  // Nearly all slots have no run.
  if (run === 0 && samples[from + count - 1] !== level && !hasPlateau(kernel, from, count, level)) {
    side.run = 0;
    return;
  }
  const edge = Math.max(leastEdge, largest * EDGE);
  let before = side.before;
  for (let i = from; i < from + count; i++) {
    const value = samples[i] as number;
    if (value === level) {
      if (run === 0) before = samples[i - 1] as number;
      run += 1;
    } else if (run > 0) {
      const falls = Math.max(sign * (level - before), sign * (level - value));
      if (run >= SHORTEST_RUN && falls > edge) note(side, largest, run, slotFrame + i - from);
      run = 0;
    }
  }
  side.run = run;
  side.level = level;
  side.before = before;
}

function hasPlateau(kernel: SampleKernel, from: number, count: number, level: number): boolean {
  const at = PLATEAUS_AT / SAMPLE_BYTES;
  kernel.samples[at] = level;
  kernel.plateaus(from * SAMPLE_BYTES, (from + count) * SAMPLE_BYTES, PLATEAUS_AT);
  for (let lane = 4; lane < 8; lane++) if (kernel.samples[at + lane] !== 0) return true;
  return false;
}

function note(side: Side, level: number, run: number, frame: number): void {
  const known = side.counts.get(level);
  if (known === undefined && side.counts.size === MOST_LEVELS) forgetRare(side.counts);
  const clipped = known ?? { samples: 0, places: createThinnedPlaces(side.apart, MOST_PLACES) };
  clipped.samples += run;
  clipped.places.add(frame);
  side.counts.set(level, clipped);
}

/** Drops coincidences: many levels with few samples each. */
function forgetRare(counts: Map<number, Clipped>): void {
  for (const [level, { samples }] of counts) if (samples < FEWEST_SAMPLES) counts.delete(level);
  for (const level of counts.keys()) {
    if (counts.size < MOST_LEVELS) break;
    counts.delete(level);
  }
}

/** Levels that are no coincidence. */
function counted({ counts, extreme }: Side): readonly Clipped[] {
  return [...counts].flatMap(([level, clipped]) =>
    clipped.samples >= FEWEST_SAMPLES && level >= extreme * NEAR_EXTREME ? [clipped] : [],
  );
}

interface ThinnedPlaces {
  /** In ascending order; one that is too near to the last is left out. */
  add(frame: number): void;
  list(): readonly number[];
}

/**
 * A few places of many, spread over the whole recording: the more there are, the further apart are those that are kept.
 * @param apart frames between two places, at first
 * @param most places
 */
export function createThinnedPlaces(apart: number, most: number): ThinnedPlaces {
  let places: number[] = [];
  let distance = apart;

  function isFar(frame: number): boolean {
    const last = places.at(-1);
    return last === undefined || frame - last >= distance;
  }

  return {
    add: (frame) => {
      if (!isFar(frame)) return;
      if (places.length === most) {
        places = places.filter((_, index) => index % 2 === 0);
        distance *= 2;
        if (!isFar(frame)) return;
      }
      places.push(frame);
    },
    list: () => places,
  };
}
