/** RNNoise as stages: mono, 48 kHz, its delay taken back. */

import { RNNOISE_FRAMES, RNNOISE_RATE, type Rnnoise } from '../../dsp/rnnoise.ts';
import { createSampleQueue, USUAL_ROOM } from '../../dsp/sample-queue.ts';
import type { Stage } from '../../dsp/stage.ts';
import { createFrameCount } from '../frame-count.ts';
import { type BackwardPass, createBackwardPass } from '../guide/backward-pass.ts';

/** A network that has heard nothing yet lets noise pass for a second or longer; so it first hears this much mirrored. */
const WARM_UP_FRAMES = 2 * RNNOISE_RATE;

/** The signal once through the network, from its start to its end. */
export function denoiseForward(rnnoise: Rnnoise): Stage {
  const denoiser = rnnoise.createDenoiser();
  const waiting = createSampleQueue(WARM_UP_FRAMES + USUAL_ROOM);
  const hop = new Float32Array(RNNOISE_FRAMES);
  let warm = false;
  const finished = createSampleQueue(WARM_UP_FRAMES + USUAL_ROOM);
  const count = createFrameCount(rnnoise.delay);

  function warmUp(): void {
    const mirrored = waiting.peek(Math.min(WARM_UP_FRAMES, waiting.length)).toReversed();
    for (let from = mirrored.length % RNNOISE_FRAMES; from < mirrored.length; from += RNNOISE_FRAMES) {
      denoiser.process(mirrored.subarray(from, from + RNNOISE_FRAMES));
    }
    warm = true;
  }

  function work(): void {
    while (waiting.length >= RNNOISE_FRAMES) {
      hop.set(waiting.peek(RNNOISE_FRAMES));
      waiting.drop(RNNOISE_FRAMES);
      denoiser.process(hop);
      finished.push(hop);
    }
  }

  return {
    push: (block) => {
      count.taken(block);
      waiting.push(block[0] ?? new Float32Array(0));
      if (!warm && waiting.length < WARM_UP_FRAMES) return [new Float32Array(0)];
      if (!warm) warmUp();
      work();
      return count.due([finished.next(finished.length)]);
    },
    flush: function* () {
      if (!warm) warmUp();
      waiting.pushZeros(rnnoise.delay + RNNOISE_FRAMES);
      work();
      yield count.due([finished.next(finished.length)]);
    },
    close: () => denoiser.close(),
  };
}

const BLOCK_FRAMES = 8 * RNNOISE_RATE;
/** Hops for each hop that comes in: a block with its warm-up is done just before the next one is there, so that the work is even. */
const BACKWARD_PACE = 1.3;
/** Samples given for each that comes in, at most: who works on them is not to get a whole block at once. */
const GIVING_PACE = 2;
/** Two blocks and the warm-up: one is worked on while the next one comes. */
const MOST_HELD = 2 * BLOCK_FRAMES + WARM_UP_FRAMES;
/** At the end of the recording, half a second at once. */
const HOPS_A_PART = 50;

/**
 * The signal through the network from its end to its start: what the way forwards takes for noise because it has not heard enough yet,
 * this one has. It goes in blocks, each after a warm-up on what follows it.
 */
export function denoiseBackward(rnnoise: Rnnoise): Stage {
  // Samples of the past that a block's last hops need while the delay is taken back.
  const past = createSampleQueue();
  const original = createSampleQueue(MOST_HELD);
  const finished = createSampleQueue(MOST_HELD);
  // Used again for every block: megabytes that are left to be collected would be many before they are.
  const future = new Float32Array(BLOCK_FRAMES + WARM_UP_FRAMES);
  const denoised = new Float32Array(BLOCK_FRAMES);
  let pass: BackwardPass | null = null;
  past.pushZeros(rnnoise.delay);

  function begin(block: number): BackwardPass {
    const heard = original.peek(Math.min(original.length, block + WARM_UP_FRAMES));
    const behind = past.peek(rnnoise.delay).slice();
    return createBackwardPass(rnnoise, withWarmUp(heard, block, future), behind, denoised.subarray(0, block));
  }

  function finish(done: Float32Array): void {
    finished.push(done);
    past.push(original.next(done.length));
    past.drop(past.length - rnnoise.delay);
  }

  /** @param nextBlock frames of the block that can be begun; 0 when there is none */
  function work(hops: number, nextBlock: () => number): void {
    for (let left = hops; ; ) {
      const block = pass === null ? nextBlock() : 0;
      if (pass === null && block === 0) return;
      pass ??= begin(block);
      left = pass.advance(left);
      if (pass.done === null) return;
      finish(pass.done);
      pass.close();
      pass = null;
    }
  }

  const wholeBlock = () => (original.length >= BLOCK_FRAMES + WARM_UP_FRAMES ? BLOCK_FRAMES : 0);

  return {
    push: ([samples = new Float32Array(0)]) => {
      original.push(samples);
      work(Math.ceil((BACKWARD_PACE * samples.length) / RNNOISE_FRAMES), wholeBlock);
      return [finished.next(GIVING_PACE * samples.length)];
    },
    flush: function* () {
      const lastBlocks = () => wholeBlock() || Math.min(BLOCK_FRAMES, original.length);
      while (pass !== null || original.length > 0) {
        work(HOPS_A_PART, lastBlocks);
        yield [finished.next(HOPS_A_PART * RNNOISE_FRAMES)];
      }
      while (finished.length > 0) yield [finished.next(HOPS_A_PART * RNNOISE_FRAMES)];
    },
    close: () => pass?.close(),
  };
}

/** A block and what follows it, in `into`; at the end of the recording, where too little follows, its mirror image does. */
function withWarmUp(samples: Float32Array, block: number, into: Float32Array): Float32Array {
  const missing = Math.min(samples.length, block + WARM_UP_FRAMES - samples.length);
  into.set(samples);
  if (missing > 0) into.set(samples.subarray(samples.length - missing).toReversed(), samples.length);
  return into.subarray(0, samples.length + Math.max(0, missing));
}

/** The mean of what several mono stages make of the same signal. @param apart samples by which one may be behind another */
export function meanOf(stages: readonly Stage[], apart = 0): Stage {
  const queues = stages.map(() => createSampleQueue(USUAL_ROOM + apart));
  let means = new Float32Array(0);

  function mean(): Float32Array[] {
    const ready = Math.min(...queues.map((queue) => queue.length));
    if (means.length < ready) means = new Float32Array(ready);
    const out = means.subarray(0, ready).fill(0);
    for (const queue of queues) {
      const samples = queue.next(ready);
      for (let i = 0; i < ready; i++) out[i] = (out[i] as number) + (samples[i] as number) / queues.length;
    }
    return [out];
  }

  return {
    push: (block) => {
      for (const [index, stage] of stages.entries()) queues[index]?.push(stage.push(block)[0] as Float32Array);
      return mean();
    },
    flush: function* () {
      const rests = stages.map((stage) => stage.flush()[Symbol.iterator]());
      for (let isOver = false; !isOver; ) {
        isOver = true;
        for (const [index, rest] of rests.entries()) {
          const part = rest.next();
          if (part.done === true) continue;
          isOver = false;
          queues[index]?.push(part.value[0] as Float32Array);
        }
        yield mean();
      }
    },
    close: () => {
      for (const stage of stages) stage.close();
    },
  };
}
