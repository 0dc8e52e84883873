/** The two restoration chains, stage by stage. Each keeps level, length, sample rate and stereo image. */

import { assertNever } from '../../../shared/domain/assert-never.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import type { Analysis } from '../analysis.ts';
import { createFft, fittingSize } from '../dsp/fft.ts';
import { RNNOISE_RATE } from '../dsp/rnnoise.ts';
import { atRate } from './at-rate.ts';
import { dehum } from './dehum.ts';
import { dereverb } from './dereverb.ts';
import { createGuide, GUIDE_DELAY } from './guide.ts';
import { guidedMask } from './guided-mask.ts';
import { heldPeaks, isReverberant, repairs } from './repairs.ts';
import { inSeries, type Stage } from './stage.ts';
import { type Tuning, tuningOf } from './tuning.ts';

/** Length of the mask's window: 2048 frames at 48 kHz. */
const WINDOW_SECONDS = 2048 / 48_000;

/**
 * The chain of a model for one recording, at the recording's own rate: only the guide is resampled to the network's.
 * @param preset `sampling.preset`, as the service was given it; one that is not known changes nothing
 */
export async function createChain(model: ModelId, analysis: Analysis, preset?: string): Promise<Stage> {
  const tuning = tuningOf(preset);
  switch (model) {
    case 'service-2':
      return chainOfService2(analysis, tuning);
    case 'service-3.5':
      return chainOfService35(analysis, tuning);
    default:
      return assertNever(model, 'model');
  }
}

async function chainOfService2(analysis: Analysis, tuning: Tuning): Promise<Stage> {
  const { sampleRate, channels } = analysis;
  const guide = await guideOf('service-2', analysis);
  const fft = await createFft(windowSize(sampleRate));
  return inSeries([
    ...repairs(analysis, tuning),
    dehum(analysis.hum, sampleRate, channels),
    guidedMask({
      fft,
      hop: fft.size / 2,
      sampleRate,
      mix: analysis.mix,
      guide,
      guideDelay: GUIDE_DELAY['service-2'] * sampleRate,
      averaged: false,
      floor: tuning.floor,
    }),
  ]);
}

/** Reverberation is taken back before the networks hear it: they were not trained on it. */
async function chainOfService35(analysis: Analysis, tuning: Tuning): Promise<Stage> {
  const { sampleRate, channels } = analysis;
  const guide = await guideOf('service-3.5', analysis);
  const fft = await createFft(windowSize(sampleRate));
  return inSeries([
    ...repairs(analysis, tuning),
    dehum(analysis.hum, sampleRate, channels),
    ...(isReverberant(analysis, tuning) ? [await dereverb(sampleRate, analysis.mix), heldPeaks(analysis)] : []),
    guidedMask({
      fft,
      hop: fft.size / 4,
      sampleRate,
      mix: analysis.mix,
      guide,
      guideDelay: GUIDE_DELAY['service-3.5'] * sampleRate,
      averaged: true,
      floor: tuning.floor,
    }),
  ]);
}

async function guideOf(model: ModelId, { frames, sampleRate }: Analysis): Promise<Stage> {
  return atRate(await createGuide(model, frames / sampleRate), RNNOISE_RATE, sampleRate);
}

function windowSize(sampleRate: number): number {
  return fittingSize(WINDOW_SECONDS * sampleRate);
}
