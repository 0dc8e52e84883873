/** The parts of a guide that can run in a worker, each about half of its model's work. */

import { assertNever } from '../../../../shared/domain/errors.ts';
import { loadRnnoise1, loadRnnoise2 } from '../../dsp/rnnoise.ts';
import type { AudioStage } from '../../dsp/stage.ts';
import { denoiseBackward, denoiseForward, meanOf } from '../noise/denoise.ts';

export type GuidePart = 'first network forwards' | 'both networks backwards';

/** Mono, at the networks' rate. */
export async function createGuidePart(part: GuidePart): Promise<AudioStage> {
  switch (part) {
    case 'first network forwards':
      return denoiseForward(await loadRnnoise1());
    case 'both networks backwards':
      return meanOf([await loadRnnoise1(), await loadRnnoise2()].map(denoiseBackward));
    default:
      return assertNever(part, 'part of a guide');
  }
}
