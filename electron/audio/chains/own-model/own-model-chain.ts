/** Restores with a person's own model alone: each channel by itself, at the model's rate, every sample in its place. */

import { createSampleQueue } from '../../dsp/sample-queue.ts';
import type { AudioStage, Block } from '../../dsp/stage.ts';
import { createResampler, type Resampler } from '../../media/resampler.ts';
import { nextTurn } from '../../media/turn.ts';
import type { Analysis } from '../analysis.ts';
import { createFrameCount } from '../frame-count.ts';
import { createFrameMaker } from './frames.ts';
import type { LoadedModel } from './model-folder.ts';
import { openNetworks } from './networks.ts';

/** A chain whose work is asynchronous. What it has finished comes with a later block. */
export interface OwnModelChain extends AudioStage {
  /** Does the work that waits; to be awaited after each block, those of `flush` too. Undefined when there is none. */
  settle(): Promise<void> | undefined;
}

/** @throws CleartakeError ownModelUnusable */
export async function ownModelChain(
  { bytes, description }: LoadedModel,
  { channels, sampleRate }: Pick<Analysis, 'channels' | 'sampleRate'>,
): Promise<OwnModelChain> {
  const networks = await openNetworks(description, bytes);
  const maker = await createFrameMaker(description, networks);
  const into = resamplerOf(channels, sampleRate, description.sampleRate);
  const back = resamplerOf(channels, description.sampleRate, sampleRate);
  const lines = Array.from({ length: channels }, () => ({ frames: maker.newFrames(), made: createSampleQueue() }));
  const late = lines[0]?.frames.late ?? 0;
  /** At the model's rate, then at the recording's. */
  const inner = createFrameCount(late);
  const outer = createFrameCount();

  function take(block: Block): void {
    inner.taken(block);
    for (const [channel, { frames }] of lines.entries()) frames.push(block[channel] as Float32Array);
  }

  /** What is finished, at the recording's rate. */
  function ready(): Block {
    const count = Math.min(...lines.map(({ made }) => made.length));
    return outer.due(back.push(inner.due(lines.map(({ made }) => made.next(count)))));
  }

  async function work(): Promise<void> {
    while (lines.some(({ frames }) => frames.waiting > 0)) {
      for (const { frames, made } of lines) made.push(await frames.take());
      // A run of a network is no turn of the event loop.
      await nextTurn();
    }
  }

  return {
    push: (block) => {
      outer.taken(block);
      const finished = ready().map((samples) => samples.slice());
      take(into.push(block));
      return finished;
    },
    settle: () => (lines.some(({ frames }) => frames.waiting > 0) ? work() : undefined),
    flush: function* () {
      take(into.flush());
      yield ready();
      for (const { frames } of lines) frames.pushZeros(late + description.frame);
      // The caller settles after each.
      yield ready();
      yield ready();
      if (inner.missing() > 0) throw new Error(`${inner.missing()} frames of the model’s work were not awaited`);
      yield outer.due(back.flush());
      yield Array.from({ length: channels }, () => new Float32Array(outer.missing()));
    },
    close: () => {
      into.close();
      back.close();
      maker.close();
      void networks.close();
    },
  };
}

/** Nothing is changed between equal rates. */
function resamplerOf(channels: number, from: number, to: number): Resampler {
  if (from !== to) return createResampler(channels, from, to);
  const nothing = () => Array.from({ length: channels }, () => new Float32Array(0));
  return { push: (block) => [...block], flush: nothing, close: () => undefined };
}
