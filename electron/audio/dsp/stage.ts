/** Stages of a chain: they process streams of planar blocks with latency, but without shifting them. */

import { createSampleQueue } from './sample-queue.ts';

/** One array for each channel, all of one length. */
export type Block = readonly Float32Array[];

export interface AudioStage {
  /**
   * Takes the next frames and returns finished ones in order, often fewer or none. The result is valid until the next call, so that hours of
   * samples do not become garbage.
   */
  push(block: Block): Block;
  /**
   * The rest, part by part, some of them empty: it can take minutes, and the caller reports progress meanwhile.
   * In total a stage returns exactly as many frames as it took, each at its position.
   */
  flush(): Iterable<Block>;
  close(): void;
}

export function framesIn(block: Block): number {
  return block[0]?.length ?? 0;
}

/** Blocks of the same channels, one after the other. */
export function joined(blocks: readonly Block[], channels: number): Block {
  const filled = blocks.filter((block) => framesIn(block) > 0);
  if (filled.length === 1) return filled[0] as Block;
  const length = filled.reduce((sum, block) => sum + framesIn(block), 0);
  return Array.from({ length: channels }, (_, channel) => {
    const whole = new Float32Array(length);
    let at = 0;
    for (const block of filled) {
      const samples = block[channel] as Float32Array;
      whole.set(samples, at);
      at += samples.length;
    }
    return whole;
  });
}

/** Chains several stages into one. */
export function inSeries(stages: readonly AudioStage[]): AudioStage {
  const through = (some: readonly AudioStage[], block: Block) =>
    some.reduce((passed, stage) => stage.push(passed), block);
  return {
    push: (block) => through(stages, block),
    flush: function* () {
      for (const [index, stage] of stages.entries()) {
        for (const part of stage.flush()) yield through(stages.slice(index + 1), part);
      }
    },
    close: () => {
      for (const stage of stages) stage.close();
    },
  };
}

/** Some channels of a stream, in ascending order, and the stage that they pass. */
interface Part {
  readonly channels: readonly number[];
  readonly stage: AudioStage;
}

/** Passes the channels through different stages, whose delays may differ. @param parts each channel is in one of them */
export function inParallel(parts: readonly Part[]): AudioStage {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only.stage;
  const count = parts.reduce((sum, { channels }) => sum + channels.length, 0);
  const finished = Array.from({ length: count }, () => createSampleQueue());
  const keep = (channels: readonly number[], block: Block) => {
    for (const [index, samples] of block.entries()) finished[channels[index] as number]?.push(samples);
  };
  const ready = () => {
    const frames = Math.min(...finished.map((queue) => queue.length));
    return finished.map((queue) => queue.next(frames));
  };
  return {
    push: (block) => {
      for (const { channels, stage } of parts)
        keep(channels, stage.push(channels.map((channel) => block[channel] as Float32Array)));
      return ready();
    },
    flush: function* () {
      for (const { channels, stage } of parts) {
        for (const block of stage.flush()) {
          keep(channels, block);
          yield ready();
        }
      }
    },
    close: () => {
      for (const { stage } of parts) stage.close();
    },
  };
}
