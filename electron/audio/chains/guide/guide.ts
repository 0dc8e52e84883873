/** The guide of the masks: the recording denoised by the networks, in mono at 48 kHz. */

import { availableParallelism } from 'node:os';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { loadRnnoise1, loadRnnoise2, RNNOISE_RATE } from '../../dsp/rnnoise.ts';
import type { Stage } from '../../dsp/stage.ts';
import { denoiseForward, meanOf } from '../noise/denoise.ts';
import { createGuidePart, type GuidePart } from './parts.ts';
import { startGuideWorker } from './worker-stage.ts';

/** Largest delay of a guide in seconds, its thread included: the masks buffer as much. */
export const GUIDE_DELAY: Readonly<Record<ModelId, number>> = { 'service-2': 9, 'service-3.5': 21 };

/** Seconds; shorter recordings are not worth starting a thread. */
const LONG_ENOUGH = 20;

/**
 * service-3.5 runs two networks, each in both directions: their errors differ, and the mean keeps what they agree on (about 1 dB better than
 * either). The output is the same on one core and on several.
 * @param seconds length of the recording
 * @param cores available for the work
 * @param onThread a thread was to work beside this one; without it, this one does its part
 */
export async function createGuide(
  model: ModelId,
  seconds: number,
  cores = availableParallelism(),
  onThread: (started: boolean) => void = () => undefined,
): Promise<Stage> {
  const isSpread = cores > 1 && seconds > LONG_ENOUGH;
  async function part(name: GuidePart): Promise<Stage> {
    const beside = isSpread ? await startGuideWorker(name) : null;
    if (isSpread) onThread(beside !== null);
    return beside ?? (await createGuidePart(name));
  }
  if (model === 'service-2') return part('first network forwards');
  const networks = [await loadRnnoise1(), await loadRnnoise2()];
  const forwards = meanOf(networks.map(denoiseForward));
  return meanOf([await part('both networks backwards'), forwards], GUIDE_DELAY[model] * RNNOISE_RATE);
}
