/** The stages that a chain is made of: streams of planar blocks that come out later than they went in, but never shifted. */

import { createResampler } from '../av/resampler.ts';

/** One array for each channel, all of one length. */
export type Block = readonly Float32Array[];

export interface Stage {
  /** Takes the next frames and gives those that are finished, in order; often fewer, at times none. */
  push(block: Block): Block;
  /**
   * The rest, a part after the other, of which some may be empty: it may be the work of minutes, and others want to hear of it meanwhile.
   * In all a stage gives exactly as many frames as it took, frame for frame at its place.
   */
  flush(): Iterable<Block>;
  close(): void;
}

export function lengthOf(block: Block): number {
  return block[0]?.length ?? 0;
}

/** Blocks of the same channels, one after the other. */
export function joined(blocks: readonly Block[], channels: number): Block {
  const filled = blocks.filter((block) => lengthOf(block) > 0);
  if (filled.length === 1) return filled[0] as Block;
  const length = filled.reduce((sum, block) => sum + lengthOf(block), 0);
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

/** Several stages as one. */
export function inSeries(stages: readonly Stage[]): Stage {
  const through = (some: readonly Stage[], block: Block) => some.reduce((passed, stage) => stage.push(passed), block);
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

/**
 * A mono stage that works at `inner` Hz inside a stream at `outer` Hz. What the resampling back leaves over or short at the very
 * end (a frame at most) is cut or filled, so the count stays exact.
 */
export function atRate(stage: Stage, inner: number, outer: number): Stage {
  if (inner === outer) return stage;
  const into = createResampler(1, outer, inner);
  const back = createResampler(1, inner, outer);
  let taken = 0;
  let given = 0;

  /** The resampler back may round up past what was taken. */
  function counted(block: Block): Block {
    const out = block.map((samples) => samples.subarray(0, taken - given));
    given += lengthOf(out);
    return out;
  }

  return {
    push: (block) => {
      taken += lengthOf(block);
      return counted(back.push(stage.push(into.push(block))));
    },
    flush: function* () {
      yield counted(back.push(stage.push(into.flush())));
      for (const part of stage.flush()) yield counted(back.push(part));
      yield counted(back.flush());
      yield [new Float32Array(taken - given)];
    },
    close: () => {
      into.close();
      back.close();
      stage.close();
    },
  };
}
