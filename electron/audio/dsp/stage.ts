/** Stages of a chain: they process streams of planar blocks with latency, but without shifting them. */

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
