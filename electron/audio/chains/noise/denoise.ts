/** RNNoise as delay-compensated stages, in mono at 48 kHz. */

import { RNNOISE_FRAMES, RNNOISE_RATE, type Rnnoise } from '../../dsp/rnnoise.ts';
import { createSampleQueue, USUAL_ROOM } from '../../dsp/sample-queue.ts';
import type { AudioStage } from '../../dsp/stage.ts';
import { createFrameCount } from '../frame-count.ts';

/** A network without history passes noise for a second or longer, so it is warmed up with this much mirrored audio. */
const WARM_UP_FRAMES = 2 * RNNOISE_RATE;

/** The forward pass through the network. */
export function denoiseForward(rnnoise: Rnnoise): AudioStage {
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
/** Hops processed for each input hop: a block with its warm-up is done just before the next one is complete, which spreads the work. */
const BACKWARD_PACE = 1.3;
/** Most samples output for each input sample, so that later stages do not get a whole block at once. */
const GIVING_PACE = 2;
/** Two blocks and the warm-up: one is processed while the next one arrives. */
const MOST_QUEUED = 2 * BLOCK_FRAMES + WARM_UP_FRAMES;
/** At the end of the recording, half a second at a time. */
const HOPS_A_PART = 50;

/**
 * The backward pass through the network. It has heard enough where the forward pass has not yet and mistakes speech for noise. It runs
 * in blocks, each after a warm-up on the audio that follows.
 */
export function denoiseBackward(rnnoise: Rnnoise): AudioStage {
  // Past samples that a block's last hops need to compensate the delay.
  const past = createSampleQueue();
  const original = createSampleQueue(MOST_QUEUED);
  const finished = createSampleQueue(MOST_QUEUED);
  // Reused for every block: megabytes of garbage would pile up before they are collected.
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

  /** @param nextBlock frames of the next block; 0 when it is incomplete */
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

/** Copies a block and what follows it to `into`; at the end of the recording, the block's mirror image follows. */
function withWarmUp(samples: Float32Array, block: number, into: Float32Array): Float32Array {
  const missing = Math.min(samples.length, block + WARM_UP_FRAMES - samples.length);
  into.set(samples);
  if (missing > 0) into.set(samples.subarray(samples.length - missing).toReversed(), samples.length);
  return into.subarray(0, samples.length + Math.max(0, missing));
}

/** The mean of several mono stages' outputs for the same signal. @param apart largest delay between two of them, in samples */
export function meanOf(stages: readonly AudioStage[], apart = 0): AudioStage {
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

interface BackwardPass {
  /** Processes at most this many hops. @returns the number of unused hops */
  advance(hops: number): number;
  /** The block once all hops are done; null before. */
  readonly done: Float32Array | null;
  close(): void;
}

/**
 * @param future the block and what follows it, for the network's warm-up
 * @param behind the samples before the block, as many as the network's delay
 * @param out receives the block
 */
function createBackwardPass(
  rnnoise: Rnnoise,
  future: Float32Array,
  behind: Float32Array,
  out: Float32Array,
): BackwardPass {
  const total = Math.ceil((future.length + rnnoise.delay) / RNNOISE_FRAMES);
  const denoiser = rnnoise.createDenoiser();
  const hop = new Float32Array(RNNOISE_FRAMES);
  let index = 0;

  function step(): void {
    const last = future.length - 1 - index * RNNOISE_FRAMES;
    for (let i = 0; i < RNNOISE_FRAMES; i++) {
      const at = last - i;
      hop[i] = at >= 0 ? (future[at] as number) : (behind[behind.length + at] ?? 0);
    }
    denoiser.process(hop);
    for (let i = 0; i < RNNOISE_FRAMES; i++) {
      const at = last - i + rnnoise.delay;
      if (at >= 0 && at < out.length) out[at] = hop[i] as number;
    }
    index += 1;
  }

  return {
    advance: (hops) => {
      let left = hops;
      for (; left > 0 && index < total; left--) step();
      return left;
    },
    get done() {
      return index < total ? null : out;
    },
    close: () => denoiser.close(),
  };
}
