/**
 * Removes hum by subtraction: the amplitude and phase of each tone are measured over seconds to both sides, mostly in pauses, and exactly
 * that tone is subtracted. A notch filter would also remove the voice at the tone's frequency.
 */

import type { HumTone } from '../../dsp/hum-detector.ts';
import { createSampleQueue } from '../../dsp/sample-queue.ts';
import { type AudioStage, type Block, joined } from '../../dsp/stage.ts';
import { createTone, type Tone } from './hum-tone.ts';

/** One period of 50 Hz, in which the harmonics are orthogonal. */
const BLOCK_SECONDS = 0.02;

/** @param sampleRate Hz */
export function dehum(tones: readonly HumTone[], sampleRate: number, channels: number): AudioStage {
  const audible = tones.filter(({ frequency }) => frequency < sampleRate * 0.45);
  if (audible.length === 0) return untouched();
  const first = audible[0] as HumTone;
  const period = first.harmonic / first.frequency;
  const size = Math.round(Math.max(1, Math.round(BLOCK_SECONDS / period)) * period * sampleRate);
  const cancelled = Array.from({ length: channels }, () => audible.map((tone) => createTone(tone, size, sampleRate)));
  const ahead = (cancelled[0] as Tone[]).reduce((most, tone) => Math.max(most, tone.ahead), 0);
  const queues = Array.from({ length: channels }, () => createSampleQueue());
  /** Blocks measured, and blocks finished. */
  let heard = 0;
  let done = 0;
  /** Frames in the queues that are already measured. */
  let known = 0;

  /** @param count frames at the head of the queues: a block, or the recording's last partial one */
  function finish(count: number): Block {
    const block = queues.map((queue) => queue.take(count));
    for (const [channel, samples] of block.entries()) {
      for (const tone of cancelled[channel] as Tone[]) tone.subtract(samples, done);
    }
    known -= count;
    done += 1;
    return block;
  }

  function hear(count: number): void {
    for (const [channel, queue] of queues.entries()) {
      const samples = queue.peek(known + count).subarray(known);
      for (const tone of cancelled[channel] as Tone[]) tone.hear(samples);
    }
    known += count;
    heard += 1;
  }

  return {
    push: (block) => {
      for (const [channel, samples] of block.entries()) queues[channel]?.push(samples);
      const parts: Block[] = [];
      while ((queues[0]?.length ?? 0) - known >= size) {
        hear(size);
        if (heard - done > ahead) parts.push(finish(size));
      }
      return joined(parts, channels);
    },
    flush: function* () {
      const left = (queues[0]?.length ?? 0) - known;
      if (left > 0) hear(left);
      while ((queues[0]?.length ?? 0) > 0) yield finish(Math.min(size, queues[0]?.length ?? 0));
    },
    close: () => undefined,
  };
}

function untouched(): AudioStage {
  return {
    push: (block) => block,
    flush: () => [],
    close: () => undefined,
  };
}
