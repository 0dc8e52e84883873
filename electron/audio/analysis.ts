/** The first pass of a restoration: what the chain must know of a whole recording before it begins. */

import { stat } from 'node:fs/promises';
import type { Reader } from './av/reader.ts';
import { createResampler } from './av/resampler.ts';
import { decodeAll } from './decode-pass.ts';
import { createHumDetector, HUM_RATE, type HumTone } from './dsp/hum-detector.ts';

export interface Analysis {
  /** Exact length of the recording. */
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly hum: readonly HumTone[];
  /** Weight of each channel in the mono signal on which decisions are made. */
  readonly mix: readonly number[];
}

/** Below this part of the whole energy the sum of two channels has cancelled itself out: one of them is inverted. */
const CANCELLED = 0.02;

/**
 * @param onProgress told the part of the file that is read, 0 to 1
 * @throws CleartakeError as decodeAll does
 */
export async function analyse(path: string, reader: Reader, onProgress: (part: number) => void): Promise<Analysis> {
  const { sampleRate, channels } = reader.info;
  const bytes = (await stat(path)).size;
  const detector = await createHumDetector();
  const resampler = createResampler(1, sampleRate, HUM_RATE);
  try {
    let total = 0;
    let summed = 0;
    const frames = await decodeAll(reader, (sound) => {
      const [left, right] = sound.channels as [Float32Array, Float32Array | undefined];
      const mono = new Float32Array(sound.frames);
      for (let i = 0; i < mono.length; i++) {
        const one = left[i] as number;
        const other = right?.[i] ?? one;
        const mean = (one + other) / 2;
        mono[i] = mean;
        total += (one * one + other * other) / 2;
        summed += mean * mean;
      }
      detector.push(resampler.push([mono])[0] as Float32Array);
      if (sound.byte !== null) onProgress(sound.byte / bytes);
    });
    detector.push(resampler.flush()[0] as Float32Array);
    const inverted = channels === 2 && summed < total * CANCELLED;
    const mix = channels === 1 ? [1] : inverted ? [0.5, -0.5] : [0.5, 0.5];
    return { frames, sampleRate, channels, hum: detector.finish(), mix };
  } finally {
    resampler.close();
    detector.close();
  }
}
