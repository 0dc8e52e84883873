/** The two restoration chains. Both keep level, length, sample rate and stereo image. */

import type { ModelId } from '../../../shared/domain/models.ts';
import { RNNOISE_RATE } from '../dsp/rnnoise.ts';
import { createFft, fittingSize } from '../dsp/spectra/fft.ts';
import { inSeries, type Stage } from '../dsp/stage.ts';
import type { Analysis } from './analysis.ts';
import { atRate } from './at-rate.ts';
import { dereverb } from './dereverb.ts';
import { createGuide, GUIDE_DELAY } from './guide/guide.ts';
import { dehum } from './hum/dehum.ts';
import { guidedMask } from './noise/noise-mask.ts';
import { heldPeaks, isReverberant, repairs } from './repairs.ts';
import { type Tuning, tuningOf } from './tuning.ts';

interface Model {
  /** Whether late reverberation is reduced before the networks, which were not trained on it. */
  readonly dereverberates: boolean;
  /** Overlapping windows of the mask. */
  readonly overlap: number;
  /** Whether the result is the mean of mask and guide. */
  readonly averaged: boolean;
}

const MODELS: Readonly<Record<ModelId, Model>> = {
  'service-2': { dereverberates: false, overlap: 2, averaged: false },
  'service-3.5': { dereverberates: true, overlap: 4, averaged: true },
};

/** Length of the mask's window: 2048 frames at 48 kHz. */
const WINDOW_SECONDS = 2048 / 48_000;

/**
 * The chain of a model for one recording, at the recording's rate; only the guide is resampled to the network's.
 * @param preset `sampling.preset` of the service's request; unknown presets change nothing
 * @param onThread a thread was to work beside this one; without it, this one does its part
 */
export async function createChain(
  model: ModelId,
  analysis: Analysis,
  preset?: string,
  onThread?: (started: boolean) => void,
): Promise<Stage> {
  const { sampleRate, channels, mix } = analysis;
  const tuning = tuningOf(preset);
  const dereverberates = MODELS[model].dereverberates && isReverberant(analysis, tuning);
  return inSeries([
    ...repairs(analysis, tuning),
    dehum(analysis.hum, sampleRate, channels),
    ...(dereverberates ? [await dereverb(sampleRate, mix), heldPeaks(analysis)] : []),
    await maskOf(model, analysis, tuning, onThread),
  ]);
}

async function maskOf(
  model: ModelId,
  { frames, sampleRate, mix }: Analysis,
  { floor }: Tuning,
  onThread?: (started: boolean) => void,
): Promise<Stage> {
  const guide = await createGuide(model, frames / sampleRate, undefined, onThread);
  const { overlap, averaged } = MODELS[model];
  const fft = await createFft(fittingSize(WINDOW_SECONDS * sampleRate));
  return guidedMask({
    fft,
    hop: fft.size / overlap,
    sampleRate,
    mix,
    guide: atRate(guide, RNNOISE_RATE, sampleRate),
    guideDelay: Math.min(GUIDE_DELAY[model] * sampleRate, frames),
    averaged,
    floor,
  });
}
