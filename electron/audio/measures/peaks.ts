/** Collects the waveform's minima and maxima for every zoom level in one pass over the samples. */

import { encodePeaks, PEAK_LEVELS, type PeakLevel } from '../../../shared/engine-api/peaks-format.ts';
import { createSampleKernel, type SampleKernel } from '../dsp/sample-kernel.ts';

export interface PeaksCollector {
  add(channels: readonly Float32Array[], frames: number): void;
  /** Largest absolute sample so far, linear. */
  readonly peak: number;
  /** Add nothing afterward. */
  levels(): readonly PeakLevel[];
  /** The peaks file's bytes. Add nothing afterward. */
  finish(sampleRate: number): Uint8Array;
}

interface Level {
  pairs: Int8Array;
  used: number;
  /** What fills the open pixel: frames on the finest level, pixels of the level below on the others. */
  filled: number;
  readonly full: number;
}

interface Gathered {
  readonly levels: readonly Level[];
  /** Extremes of each level's open pixel. */
  readonly minima: Float64Array;
  readonly maxima: Float64Array;
  peak: number;
}

export function createPeaksCollector(): PeaksCollector {
  const kernel = createSampleKernel();
  const gathered: Gathered = {
    levels: PEAK_LEVELS.map((framesPerPixel, index) => ({
      pairs: new Int8Array(4096),
      used: 0,
      filled: 0,
      full: index === 0 ? framesPerPixel : framesPerPixel / (PEAK_LEVELS[index - 1] ?? 1),
    })),
    minima: new Float64Array(PEAK_LEVELS.length).fill(Number.POSITIVE_INFINITY),
    maxima: new Float64Array(PEAK_LEVELS.length).fill(Number.NEGATIVE_INFINITY),
    peak: 0,
  };
  let frames = 0;
  return {
    add: (channels, count) => {
      gather(gathered, kernel, channels, count);
      frames += count;
    },
    get peak() {
      return gathered.peak;
    },
    levels: () => levelsOf(gathered),
    finish: (sampleRate) => encodePeaks({ sampleRate, frames, levels: levelsOf(gathered) }),
  };
}

function levelsOf(gathered: Gathered): readonly PeakLevel[] {
  const { levels } = gathered;
  // From the finest level: closing a short last pixel adds to the next level.
  for (const [index, level] of levels.entries()) if (level.filled > 0) closePixel(gathered, index);
  return levels.map((level, index) => ({
    framesPerPixel: PEAK_LEVELS[index] as number,
    pairs: level.pairs.subarray(0, level.used),
  }));
}

/** Position of the samples in the kernel's memory, in float32, after the four minima and four maxima. */
const STAGE = 8;
/** Samples copied at once. */
const STAGE_SAMPLES = 16_384;
const VECTOR = 4;
const SAMPLE_BYTES = 4;

function gather(gathered: Gathered, kernel: SampleKernel, channels: readonly Float32Array[], count: number): void {
  for (let from = 0; from < count; from += STAGE_SAMPLES) {
    const length = Math.min(STAGE_SAMPLES, count - from);
    for (const [channel, samples] of channels.entries()) {
      kernel.samples.set(samples.subarray(from, from + length), STAGE + channel * STAGE_SAMPLES);
    }
    gatherStaged(gathered, kernel, channels.length, length);
  }
}

function gatherStaged(gathered: Gathered, kernel: SampleKernel, channels: number, count: number): void {
  const { minima, maxima } = gathered;
  const { samples } = kernel;
  const finest = gathered.levels[0] as Level;
  for (let from = 0; from < count; ) {
    const to = Math.min(count, from + finest.full - finest.filled);
    for (let lane = 0; lane < VECTOR; lane++) {
      samples[lane] = minima[0] as number;
      samples[VECTOR + lane] = maxima[0] as number;
    }
    for (let channel = 0; channel < channels; channel++) {
      const at = STAGE + channel * STAGE_SAMPLES;
      takeExtremes(kernel, at + from, at + to);
    }
    for (let lane = 0; lane < VECTOR; lane++) {
      if ((samples[lane] as number) < (minima[0] as number)) minima[0] = samples[lane] as number;
      if ((samples[VECTOR + lane] as number) > (maxima[0] as number)) maxima[0] = samples[VECTOR + lane] as number;
    }
    finest.filled += to - from;
    from = to;
    if (finest.filled === finest.full) closePixel(gathered, 0);
  }
}

function takeExtremes(kernel: SampleKernel, from: number, to: number): void {
  const whole = to - ((to - from) % VECTOR);
  kernel.extremes(from * SAMPLE_BYTES, whole * SAMPLE_BYTES, 0);
  if (whole === to) return;
  const { samples } = kernel;
  for (let i = whole; i < to; i++) {
    samples[0] = Math.min(samples[0] as number, samples[i] as number);
    samples[VECTOR] = Math.max(samples[VECTOR] as number, samples[i] as number);
  }
}

function closePixel(gathered: Gathered, index: number): void {
  const { levels, minima, maxima } = gathered;
  const level = levels[index] as Level;
  const minimum = minima[index] as number;
  const maximum = maxima[index] as number;
  if (level.used + 2 > level.pairs.length) level.pairs = grown(level.pairs);
  level.pairs[level.used++] = quantize(minimum);
  level.pairs[level.used++] = quantize(maximum);
  gathered.peak = Math.max(gathered.peak, -minimum, maximum);
  minima[index] = Number.POSITIVE_INFINITY;
  maxima[index] = Number.NEGATIVE_INFINITY;
  level.filled = 0;
  const above = levels[index + 1];
  if (above === undefined) return;
  minima[index + 1] = Math.min(minima[index + 1] as number, minimum);
  maxima[index + 1] = Math.max(maxima[index + 1] as number, maximum);
  above.filled += 1;
  if (above.filled === above.full) closePixel(gathered, index + 1);
}

/** -127 to 127, rounded outwards so that quiet audio never shows as silence. */
function quantize(value: number): number {
  const scaled = value < 0 ? Math.floor(value * 127) : Math.ceil(value * 127);
  return Math.max(-127, Math.min(127, scaled));
}

function grown(pairs: Int8Array): Int8Array {
  const larger = new Int8Array(pairs.length * 2);
  larger.set(pairs);
  return larger;
}

export interface StereoPeaks extends Omit<PeaksCollector, 'finish' | 'levels'> {
  /** The peaks file's bytes. Add nothing afterward. @param hasLanes whether it has left and right by themselves, too */
  finish(sampleRate: number, hasLanes: boolean): Uint8Array;
}

export function createStereoPeaks(): StereoPeaks {
  const sides = [createPeaksCollector(), createPeaksCollector()] as const;
  let frames = 0;
  return {
    add: (channels, count) => {
      for (const [side, collector] of sides.entries()) collector.add(channels.slice(side, side + 1), count);
      frames += count;
    },
    get peak() {
      return Math.max(sides[0].peak, sides[1].peak);
    },
    finish: (sampleRate, hasLanes) => {
      const lanes = sides.map((side) => side.levels());
      const [left = [], right = []] = lanes;
      const levels = left.map((level, index) => extremesOf(level, right[index] ?? level));
      return encodePeaks({ sampleRate, frames, levels, ...(hasLanes ? { lanes } : {}) });
    },
  };
}

function extremesOf({ framesPerPixel, pairs }: PeakLevel, other: PeakLevel): PeakLevel {
  const both = pairs.map((value, at) => {
    const its = other.pairs[at] ?? value;
    return at % 2 === 0 ? Math.min(value, its) : Math.max(value, its);
  });
  return { framesPerPixel, pairs: both };
}
