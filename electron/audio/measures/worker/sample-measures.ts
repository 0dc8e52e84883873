/** What a scan measures in the samples, in its own thread or in the measuring worker. */

import type { Measures } from '../../../../shared/engine-api/measures.ts';
import type { Overview } from '../../dsp/spectra/overview.ts';
import { createMeasuresCollector } from '../measures.ts';

export interface ScanMeasures {
  readonly measures: Measures;
  readonly overview: Overview;
}

export interface SoundShape {
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitDepth: number | null;
}

export interface SampleMeasurer {
  /** @returns a promise to await before adding more; the samples must not change until then */
  add(channels: readonly Float32Array[], frames: number): Promise<void> | undefined;
  /** Add nothing afterwards. */
  finish(): Promise<ScanMeasures>;
  close(): void;
}

export async function createSampleMeasurer(shape: SoundShape): Promise<SampleMeasurer> {
  const { sampleRate, channels, bitDepth } = shape;
  const measures = await createMeasuresCollector(sampleRate, channels, bitDepth);
  return {
    add: (samples, frames) => {
      measures.add(samples, frames);
      return undefined;
    },
    finish: async () => {
      const measured = measures.finish();
      return { measures: measured, overview: measures.overview };
    },
    close: measures.close,
  };
}
