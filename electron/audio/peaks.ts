/** Gathers the waveform's minima and maxima at every level while the samples pass by once. */

import { encodePeaks, PEAK_LEVELS } from '../../shared/engine-api/peaks-format.ts';

export interface PeaksCollector {
  add(channels: readonly Float32Array[], frames: number): void;
  /** Largest absolute sample so far, linear. */
  readonly peak: number;
  /** The peaks file's bytes. Nothing may be added afterwards. */
  finish(sampleRate: number): Uint8Array;
}

interface Level {
  pairs: Int8Array;
  used: number;
  minimum: number;
  maximum: number;
  /** What the open pixel holds: frames on the finest level, pixels of the level below on the others. */
  held: number;
  readonly full: number;
}

export function createPeaksCollector(): PeaksCollector {
  const levels = PEAK_LEVELS.map(
    (framesPerPixel, index): Level => ({
      pairs: new Int8Array(4096),
      used: 0,
      minimum: Number.POSITIVE_INFINITY,
      maximum: Number.NEGATIVE_INFINITY,
      held: 0,
      full: index === 0 ? framesPerPixel : framesPerPixel / (PEAK_LEVELS[index - 1] ?? 1),
    }),
  );
  let frames = 0;
  let peak = 0;

  function closePixel(index: number): void {
    const level = levels[index] as Level;
    const { minimum, maximum } = level;
    if (level.used + 2 > level.pairs.length) level.pairs = grown(level.pairs);
    level.pairs[level.used++] = quantize(minimum);
    level.pairs[level.used++] = quantize(maximum);
    peak = Math.max(peak, -minimum, maximum);
    level.minimum = Number.POSITIVE_INFINITY;
    level.maximum = Number.NEGATIVE_INFINITY;
    level.held = 0;
    const above = levels[index + 1];
    if (above === undefined) return;
    above.minimum = Math.min(above.minimum, minimum);
    above.maximum = Math.max(above.maximum, maximum);
    above.held += 1;
    if (above.held === above.full) closePixel(index + 1);
  }

  return {
    add: (channels, count) => {
      const finest = levels[0] as Level;
      let from = 0;
      while (from < count) {
        const to = Math.min(count, from + finest.full - finest.held);
        let { minimum, maximum } = finest;
        for (const samples of channels) {
          for (let i = from; i < to; i++) {
            const value = samples[i] as number;
            if (value < minimum) minimum = value;
            if (value > maximum) maximum = value;
          }
        }
        finest.minimum = minimum;
        finest.maximum = maximum;
        finest.held += to - from;
        from = to;
        if (finest.held === finest.full) closePixel(0);
      }
      frames += count;
    },
    get peak() {
      return peak;
    },
    finish: (sampleRate) => {
      // From below: closing a last short pixel adds to the level above.
      for (const [index, level] of levels.entries()) if (level.held > 0) closePixel(index);
      return encodePeaks({
        sampleRate,
        frames,
        levels: levels.map((level, index) => ({
          framesPerPixel: PEAK_LEVELS[index] as number,
          pairs: level.pairs.subarray(0, level.used),
        })),
      });
    },
  };
}

/** -127 to 127; rounded outwards so that a quiet sound never shows as silence. */
function quantize(value: number): number {
  const scaled = value < 0 ? Math.floor(value * 127) : Math.ceil(value * 127);
  return Math.max(-127, Math.min(127, scaled));
}

function grown(pairs: Int8Array): Int8Array {
  const larger = new Int8Array(pairs.length * 2);
  larger.set(pairs);
  return larger;
}
