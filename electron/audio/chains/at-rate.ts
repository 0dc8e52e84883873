/** Runs a stage at its own sample rate. */

import type { Stage } from '../dsp/stage.ts';
import { createResampler } from '../media/resampler.ts';
import { createFrameCount } from './frame-count.ts';

/**
 * Runs a mono stage at `inner` Hz inside a stream at `outer` Hz. At the very end at most one frame is cut or padded, so that the number of
 * frames stays exact.
 */
export function atRate(stage: Stage, inner: number, outer: number): Stage {
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
