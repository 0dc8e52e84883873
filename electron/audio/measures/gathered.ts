/** Everything that a scan gathers from the samples alone: peaks, measures, coarse spectrogram. Made in this thread or beside it. */

import type { Measures } from '../../../shared/engine-api/measures.ts';
import { createPeaksCollector } from '../peaks.ts';
import type { Overview } from '../spectrogram/overview.ts';
import { createMeasuresCollector } from './measures.ts';

export interface Gathered {
  /** The peaks file's bytes. */
  readonly peaks: Uint8Array;
  /** Largest absolute sample, linear. */
  readonly peak: number;
  readonly measures: Measures;
  readonly overview: Overview;
}

export interface SoundShape {
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitDepth: number | null;
}

export interface Gatherer {
  /** @returns a promise where the next frames must wait for it; the samples must stay as they are until then */
  add(channels: readonly Float32Array[], frames: number): Promise<void> | undefined;
  /** Nothing may be added afterwards. */
  finish(): Promise<Gathered>;
  close(): void;
}

export async function createGatherer(shape: SoundShape): Promise<Gatherer> {
  const { sampleRate, channels, bitDepth } = shape;
  const peaks = await createPeaksCollector();
  const measures = await createMeasuresCollector(sampleRate, channels, bitDepth);
  return {
    add: (samples, frames) => {
      peaks.add(samples, frames);
      measures.add(samples, frames);
      return undefined;
    },
    finish: async () => {
      const measured = measures.finish();
      return { peaks: peaks.finish(sampleRate), peak: peaks.peak, measures: measured, overview: measures.overview };
    },
    close: measures.close,
  };
}
