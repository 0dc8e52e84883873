/** Takes hum out with one narrow notch for each of its tones. */

import type { HumTone } from '../dsp/hum-detector.ts';
import type { Stage } from './stage.ts';

/** Width of a notch, in Hz: mains that wander by a little wander by more in every higher tone. */
const NARROWEST_HERTZ = 1.5;
const HERTZ_A_HARMONIC = 0.35;

interface Notch {
  readonly b0: number;
  readonly b1: number;
  readonly a2: number;
  /** What each channel's filter remembers. */
  readonly memory: readonly { first: number; second: number }[];
}

/** @param sampleRate Hz */
export function dehum(tones: readonly HumTone[], sampleRate: number, channels: number): Stage {
  const notches = tones
    .filter((tone) => tone.frequency < sampleRate * 0.45)
    .map((tone) => notchAt(tone, sampleRate, channels));
  return {
    push: (block) => {
      if (notches.length === 0) return block;
      return block.map((samples, channel) => {
        const out = samples.slice();
        for (const notch of notches) filter(notch, channel, out);
        return out;
      });
    },
    // A recursive filter without delay keeps nothing back.
    flush: () => Array.from({ length: channels }, () => new Float32Array(0)),
    close: () => undefined,
  };
}

/** Second-order notch (R. Bristow-Johnson, Audio EQ Cookbook), with b0 = b2 and a1 = b1. */
function notchAt(tone: HumTone, sampleRate: number, channels: number): Notch {
  const width = Math.max(NARROWEST_HERTZ, tone.harmonic * HERTZ_A_HARMONIC);
  const angle = (2 * Math.PI * tone.frequency) / sampleRate;
  const alpha = (Math.sin(angle) * width) / tone.frequency / 2;
  const a0 = 1 + alpha;
  return {
    b0: 1 / a0,
    b1: (-2 * Math.cos(angle)) / a0,
    a2: (1 - alpha) / a0,
    memory: Array.from({ length: channels }, () => ({ first: 0, second: 0 })),
  };
}

function filter(notch: Notch, channel: number, samples: Float32Array): void {
  const memory = notch.memory[channel] as { first: number; second: number };
  const { b0, b1, a2 } = notch;
  let { first, second } = memory;
  for (let i = 0; i < samples.length; i++) {
    const input = samples[i] as number;
    const output = b0 * input + first;
    first = b1 * input - b1 * output + second;
    second = b0 * input - a2 * output;
    samples[i] = output;
  }
  memory.first = first;
  memory.second = second;
}
