/** FFmpeg's filters as a stage: their delay taken back, and as many frames out as in. */

import { createFilter } from '../av/filter.ts';
import { type Block, lengthOf, type Stage } from './stage.ts';

/**
 * @param description as `createFilter` takes it
 * @param sampleRate Hz
 * @param late frames by which the filters put out what they took
 */
export function filterStage(description: string, sampleRate: number, channels: number, late = 0): Stage {
  const filter = createFilter(description, sampleRate, channels);
  let taken = 0;
  let given = 0;
  let early = late;

  function inTime(block: Block): Block {
    const skipped = Math.min(early, lengthOf(block));
    early -= skipped;
    const out = block.map((samples) => samples.subarray(skipped, skipped + Math.max(0, taken - given)));
    given += lengthOf(out);
    return out;
  }

  return {
    push: (block) => {
      taken += lengthOf(block);
      return inTime(filter.push(block));
    },
    flush: function* () {
      const rest = inTime(filter.flush());
      const missing = taken - given;
      yield rest;
      if (missing > 0) yield Array.from({ length: channels }, () => new Float32Array(missing));
    },
    close: () => filter.close(),
  };
}
