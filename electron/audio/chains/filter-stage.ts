/** FFmpeg filters as a stage: compensates their delay and keeps the number of frames. */

import type { AudioStage } from '../dsp/stage.ts';
import { createFilter } from '../media/filter.ts';
import { createFrameCount } from './frame-count.ts';

/**
 * @param description as `createFilter` takes it
 * @param sampleRate Hz
 * @param late the filters' delay in frames
 */
export function filterStage(description: string, sampleRate: number, channels: number, late = 0): AudioStage {
  const filter = createFilter(description, sampleRate, channels);
  const count = createFrameCount(late);
  return {
    push: (block) => {
      count.taken(block);
      return count.due(filter.push(block));
    },
    flush: function* () {
      yield count.due(filter.flush());
      const missing = count.missing();
      if (missing > 0) yield Array.from({ length: channels }, () => new Float32Array(missing));
    },
    close: () => filter.close(),
  };
}
