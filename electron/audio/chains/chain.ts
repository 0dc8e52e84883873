/** The two restoration chains. Both keep level, length, sample rate and stereo image. */

import { availableParallelism } from 'node:os';
import type { ServiceModelId as ModelId } from '../../../shared/domain/models.ts';
import { loadRnnoise1, loadRnnoise2, RNNOISE_RATE } from '../dsp/rnnoise.ts';
import { createFft, fittingSize } from '../dsp/spectra/fft.ts';
import { type AudioStage, inParallel, inSeries } from '../dsp/stage.ts';
import { createResampler } from '../media/resampler.ts';
import type { Analysis } from './analysis.ts';
import type { ChannelGroup } from './channel-groups.ts';
import { dereverb } from './dereverb.ts';
import { createFrameCount } from './frame-count.ts';
import { createGuidePart, type GuidePart } from './guide/parts.ts';
import { startGuideWorker } from './guide/worker-stage.ts';
import { dehum } from './hum/dehum.ts';
import { denoiseForward, meanOf } from './noise/denoise.ts';
import { guidedMask } from './noise/noise-mask.ts';
import { isReverberant, peakLimiter, repairs } from './repairs.ts';
import { type Tuning, tuningOf } from './tuning.ts';

/** Largest delay of a guide in seconds, its thread included: the masks buffer as much. */
const GUIDE_DELAY: Readonly<Record<ModelId, number>> = { 'service-2': 9, 'service-3.5': 21 };

/** Shorter recordings are not worth starting a thread. */
const THREAD_FROM_SECONDS = 20;

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
): Promise<AudioStage> {
  const { sampleRate, channels, groups } = analysis;
  const tuning = tuningOf(preset);
  const dereverberates = MODELS[model].dereverberates && isReverberant(analysis, tuning);
  const parts: { channels: readonly number[]; stage: AudioStage }[] = [];
  for (const group of groups) {
    const { mix } = group;
    const stage = inSeries([
      ...(dereverberates ? [await dereverb(sampleRate, mix), peakLimiter(sampleRate, mix.length)] : []),
      await maskOf(model, analysis, group, tuning, onThread),
    ]);
    parts.push({ channels: group.channels, stage });
  }
  return inSeries([...repairs(analysis, tuning), dehum(analysis.hum, sampleRate, channels), inParallel(parts)]);
}

async function maskOf(
  model: ModelId,
  { frames, sampleRate }: Analysis,
  { mix }: ChannelGroup,
  { floor }: Tuning,
  onThread?: (started: boolean) => void,
): Promise<AudioStage> {
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

/**
 * Runs a mono stage at `inner` Hz inside a stream at `outer` Hz. At the very end at most one frame is cut or padded, so that the number of
 * frames stays exact.
 */
export function atRate(stage: AudioStage, inner: number, outer: number): AudioStage {
  if (inner === outer) return stage;
  const into = createResampler(1, outer, inner);
  const back = createResampler(1, inner, outer);
  // Resampling back may round up beyond the input's length.
  const count = createFrameCount();
  return {
    push: (block) => {
      count.taken(block);
      return count.due(back.push(stage.push(into.push(block))));
    },
    flush: function* () {
      yield count.due(back.push(stage.push(into.flush())));
      for (const part of stage.flush()) yield count.due(back.push(part));
      yield count.due(back.flush());
      yield [new Float32Array(count.missing())];
    },
    close: () => {
      into.close();
      back.close();
      stage.close();
    },
  };
}

/**
 * The networks' restoration, which the masks follow. service-3.5 runs two networks, each in both directions: their errors differ, and the mean keeps what they agree on (about 1 dB better than
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
): Promise<AudioStage> {
  const isSpread = cores > 1 && seconds > THREAD_FROM_SECONDS;
  async function part(name: GuidePart): Promise<AudioStage> {
    const beside = isSpread ? await startGuideWorker(name) : null;
    if (isSpread) onThread(beside !== null);
    return beside ?? (await createGuidePart(name));
  }
  if (model === 'service-2') return part('first network forwards');
  const networks = [await loadRnnoise1(), await loadRnnoise2()];
  const forwards = meanOf(networks.map(denoiseForward));
  return meanOf([await part('both networks backwards'), forwards], GUIDE_DELAY[model] * RNNOISE_RATE);
}
