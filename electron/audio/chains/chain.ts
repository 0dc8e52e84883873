/** The two restoration chains. Both keep level, length, sample rate and stereo image. */

import { availableParallelism } from 'node:os';
import type { ServiceModelId } from '../../../shared/domain/models.ts';
import { LEVEL_REACH } from '../dsp/network/level.ts';
import { createFft, fittingSize } from '../dsp/spectra/fft.ts';
import { type AudioStage, inParallel, inSeries } from '../dsp/stage.ts';
import type { Analysis } from './analysis.ts';
import { dehum } from './hum/dehum.ts';
import { networkMask } from './network/network-mask.ts';
import { startNetworkPool } from './network/network-pool.ts';
import { alternating, createOverlapAdd } from './overlap-add.ts';
import { repairs } from './repairs.ts';
import { tuningOf } from './tuning.ts';

/** Shorter recordings are not worth starting threads. */
const THREADS_FROM_SECONDS = 20;
/** Each takes 40 MB; with more of them the rest of the chain is what takes time. */
const MOST_THREADS = 4;

/** 1.6 s: long noises are heard better with it, quiet speakers less. */
const FAR_REACH = 100;

/** Grids of windows, half a step apart where there are two; each hears levels over so many frames to each side. */
const GRIDS: Readonly<Record<ServiceModelId, readonly number[]>> = {
  'service-2': [LEVEL_REACH],
  'service-3.5': [LEVEL_REACH, FAR_REACH],
};

/** Frames of the network's windows, in seconds. */
const WINDOW_SECONDS = 0.032;

/** A chain, and what to wait for between its blocks. */
export interface Chain extends AudioStage {
  readonly startedThreads: number;
  readonly failedThreads: number;
  /** Undefined when the next block can come at once. */
  settle(): Promise<void> | undefined;
}

/**
 * The chain of a model for one recording, at the recording's rate.
 * @param preset `sampling.preset` of the service's request; unknown presets change nothing
 * @param cores that may work
 */
export async function createChain(
  model: ServiceModelId,
  analysis: Analysis,
  preset?: string,
  cores = availableParallelism(),
): Promise<Chain> {
  const { channels, frames, groups, sampleRate } = analysis;
  const tuning = tuningOf(preset);
  const grids = GRIDS[model];
  const isSpread = cores > 1 && frames / sampleRate > THREADS_FROM_SECONDS;
  const pool = await startNetworkPool(isSpread ? Math.min(cores, MOST_THREADS) : 0, groups.length * grids.length);
  const size = fittingSize(WINDOW_SECONDS * sampleRate);
  const parts: { channels: readonly number[]; stage: AudioStage }[] = [];
  for (const { channels: members, mix } of groups) {
    const loudest = Math.max(...members.map((channel) => analysis.loudest[channel] ?? 0));
    const music: (readonly boolean[])[] = [];
    const masks = grids.map((reach, grid) =>
      networkMask({
        lane: pool.openLane(),
        size,
        mix,
        loudest,
        reach,
        floor: tuning.floor,
        music,
        isFirst: grid === 0,
      }),
    );
    const stage = createOverlapAdd(
      await createFft(size),
      size / 2 / grids.length,
      mix.length,
      masks.reduce(alternating),
    );
    parts.push({ channels: members, stage });
  }
  const stage = inSeries([...repairs(analysis, tuning), dehum(analysis.hum, sampleRate, channels), inParallel(parts)]);
  return {
    ...stage,
    startedThreads: pool.startedThreads,
    failedThreads: pool.failedThreads,
    settle: pool.settle,
    close: () => {
      stage.close();
      pool.close();
    },
  };
}
