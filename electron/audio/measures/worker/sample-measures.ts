/** What a scan measures in the samples, in its own thread or in the measuring worker. */

import type { Measures } from '../../../../shared/domain/quality/measures.ts';
import type { Overview } from '../../dsp/spectra/overview.ts';
import { createMeasuresCollector } from '../measures.ts';
import { createPeaksCollector, createStereoPeaks } from '../peaks.ts';

export interface ScanMeasures {
  readonly measures: Measures;
  readonly overview: Overview;
  /** The peaks file's bytes. */
  readonly peaks: Uint8Array;
  /** Largest absolute sample, linear. */
  readonly peak: number;
}

export interface SoundShape {
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** FFmpeg's name; without it, all channels are heard. */
  readonly channelLayout?: string;
  readonly bitDepth: number | null;
}

export interface SampleMeasurer {
  /** @returns a promise to await before adding more; the samples must not change until then */
  add(channels: readonly Float32Array[], frames: number): Promise<void> | undefined;
  /** Add nothing afterward. */
  finish(): Promise<ScanMeasures>;
  close(): void;
}

export async function createSampleMeasurer(shape: SoundShape): Promise<SampleMeasurer> {
  const { sampleRate, channels, channelLayout, bitDepth } = shape;
  const measures = await createMeasuresCollector(sampleRate, channels, bitDepth, channelLayout);
  const peaks = channels === 2 ? createStereoPeaks() : createPeaksCollector();
  return {
    add: (samples, frames) => {
      measures.add(samples, frames);
      peaks.add(samples, frames);
      return undefined;
    },
    finish: async () => {
      const measured = measures.finish();
      const { overview } = measures;
      const hasLanes = measured.channelNotes?.some(({ kind }) => kind === 'two-voices') ?? false;
      return { measures: measured, overview, peaks: peaks.finish(sampleRate, hasLanes), peak: peaks.peak };
    },
    close: measures.close,
  };
}
