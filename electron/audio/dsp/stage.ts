/** The stages that a chain is made of: streams of planar blocks that come out later than they went in, but never shifted. */

/** One array for each channel, all of one length. */
export type Block = readonly Float32Array[];

export interface Stage {
  /**
   * Takes the next frames and gives those that are finished, in order; often fewer, at times none. What is given is valid until the
   * stage is called again, so that hours of samples need not be collected as garbage.
   */
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
