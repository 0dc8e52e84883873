/** A stage at a sample rate of its own. */

import type { Stage } from '../dsp/stage.ts';
import { createResampler } from '../media/resampler.ts';
import { createFrameCount } from './frame-count.ts';

/**
 * A mono stage that works at `inner` Hz inside a stream at `outer` Hz. What the resampling back leaves over or short at the very
 * end (a frame at most) is cut or filled, so the count stays exact.
 */
export function atRate(stage: Stage, inner: number, outer: number): Stage {
  if (inner === outer) return stage;
  const into = createResampler(1, outer, inner);
  const back = createResampler(1, inner, outer);
  // The resampler back may round up past what was taken.
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
