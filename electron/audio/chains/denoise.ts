/** RNNoise as stages: mono, 48 kHz, its delay taken back. */

import { RNNOISE_FRAMES, RNNOISE_RATE, type Rnnoise } from '../dsp/rnnoise.ts';
import { createSampleQueue } from '../dsp/sample-queue.ts';
import type { Stage } from './stage.ts';

/** A network that has heard nothing yet lets noise pass for a second or longer; so it first hears this much mirrored. */
const WARM_UP_FRAMES = 2 * RNNOISE_RATE;

/** The signal once through the network, from its start to its end. */
export function denoiseForward(rnnoise: Rnnoise): Stage {
  const denoiser = rnnoise.createDenoiser();
  const waiting = createSampleQueue();
  let warm = false;
  const finished = createSampleQueue();
  let taken = 0;
  let given = 0;
  let late = rnnoise.delay;

  function warmUp(): void {
    const mirrored = waiting.peek(Math.min(WARM_UP_FRAMES, waiting.length)).toReversed();
    for (let from = mirrored.length % RNNOISE_FRAMES; from < mirrored.length; from += RNNOISE_FRAMES) {
      denoiser.process(mirrored.subarray(from, from + RNNOISE_FRAMES));
    }
    warm = true;
  }

  function work(): void {
    while (waiting.length >= RNNOISE_FRAMES) {
      const hop = waiting.take(RNNOISE_FRAMES);
      denoiser.process(hop);
      const early = Math.min(late, hop.length);
      late -= early;
      finished.push(hop.subarray(early));
    }
  }

  return {
    push: ([samples = new Float32Array(0)]) => {
      taken += samples.length;
      waiting.push(samples);
      if (!warm && waiting.length < WARM_UP_FRAMES) return [new Float32Array(0)];
      if (!warm) warmUp();
      work();
      const out = finished.take(finished.length);
      given += out.length;
      return [out];
    },
    flush: () => {
      if (!warm) warmUp();
      work();
      while (given + finished.length < taken) {
        waiting.pushZeros(RNNOISE_FRAMES);
        work();
      }
      return [finished.take(taken - given)];
    },
    close: () => denoiser.close(),
  };
}

const BLOCK_FRAMES = 8 * RNNOISE_RATE;

/**
 * The mean of the signal through the network forwards and backwards: what the one direction takes for noise because it has not
 * heard enough yet, the other has. Backwards goes in blocks, each after a warm-up on what follows it.
 */
export function denoiseBothWays(rnnoise: Rnnoise): Stage {
  const forward = denoiseForward(rnnoise);
  const ahead = createSampleQueue();
  // Samples of the past that a block's last hops need while the delay is taken back.
  const past = createSampleQueue();
  const original = createSampleQueue();
  past.pushZeros(rnnoise.delay);

  function backward(block: number): Float32Array {
    const behind = past.peek(rnnoise.delay);
    const future = withWarmUp(original.peek(Math.min(original.length, block + WARM_UP_FRAMES)), block);
    const total = future.length + rnnoise.delay;
    const hops = Math.ceil(total / RNNOISE_FRAMES);
    const denoiser = rnnoise.createDenoiser();
    const hop = new Float32Array(RNNOISE_FRAMES);
    const out = new Float32Array(block);
    for (let index = 0; index < hops; index++) {
      for (let i = 0; i < RNNOISE_FRAMES; i++) {
        const at = future.length - 1 - (index * RNNOISE_FRAMES + i);
        hop[i] = at >= 0 ? (future[at] as number) : (behind[behind.length + at] ?? 0);
      }
      denoiser.process(hop);
      for (let i = 0; i < RNNOISE_FRAMES; i++) {
        const at = future.length - 1 - (index * RNNOISE_FRAMES + i - rnnoise.delay);
        if (at >= 0 && at < block) out[at] = hop[i] as number;
      }
    }
    denoiser.close();
    return out;
  }

  function finish(block: number): Float32Array {
    const out = backward(block);
    const forwards = ahead.take(block);
    for (let i = 0; i < block; i++) out[i] = ((out[i] as number) + (forwards[i] as number)) / 2;
    past.push(original.take(block));
    past.drop(past.length - rnnoise.delay);
    return out;
  }

  function take(done: Float32Array, samples: Float32Array): Float32Array[] {
    ahead.push(done);
    original.push(samples);
    const parts: Float32Array[] = [];
    while (original.length >= BLOCK_FRAMES + WARM_UP_FRAMES && ahead.length >= BLOCK_FRAMES) {
      parts.push(finish(BLOCK_FRAMES));
    }
    return parts;
  }

  return {
    push: ([samples = new Float32Array(0)]) => {
      const [done = new Float32Array(0)] = forward.push([samples]);
      return [concatenated(take(done, samples))];
    },
    flush: () => {
      const [rest = new Float32Array(0)] = forward.flush();
      const parts = take(rest, new Float32Array(0));
      while (original.length > 0) parts.push(finish(Math.min(BLOCK_FRAMES, original.length)));
      return [concatenated(parts)];
    },
    close: () => forward.close(),
  };
}

/** A block and what follows it; at the end of the recording, where too little follows, its mirror image does. */
function withWarmUp(samples: Float32Array, block: number): Float32Array {
  const missing = Math.min(samples.length, block + WARM_UP_FRAMES - samples.length);
  if (missing <= 0) return samples;
  const whole = new Float32Array(samples.length + missing);
  whole.set(samples);
  whole.set(samples.subarray(samples.length - missing).toReversed(), samples.length);
  return whole;
}

/** The mean of what several mono stages make of the same signal. */
export function meanOf(stages: readonly Stage[]): Stage {
  const queues = stages.map(() => createSampleQueue());

  function mean(): Float32Array[] {
    const ready = Math.min(...queues.map((queue) => queue.length));
    const out = new Float32Array(ready);
    for (const queue of queues) {
      const samples = queue.take(ready);
      for (let i = 0; i < ready; i++) out[i] = (out[i] as number) + (samples[i] as number) / queues.length;
    }
    return [out];
  }

  return {
    push: (block) => {
      for (const [index, stage] of stages.entries()) queues[index]?.push(stage.push(block)[0] as Float32Array);
      return mean();
    },
    flush: () => {
      for (const [index, stage] of stages.entries()) queues[index]?.push(stage.flush()[0] as Float32Array);
      return mean();
    },
    close: () => {
      for (const stage of stages) stage.close();
    },
  };
}

function concatenated(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
