/** Faults made on purpose in good results: what the integrity check has to find, and where. */

import type { Comparison } from '../../../shared/domain/integrity/comparison.ts';
import type { Finding, FindingKind } from '../../../shared/domain/integrity/findings.ts';
import { placeOf } from '../../../shared/domain/integrity/findings.ts';
import { clipped } from '../../fixtures/quality/noises.ts';

export const FAULT_KINDS = [
  'silenced',
  'cut',
  'shifted',
  'shorter',
  'clipped',
  'louder',
  'pitched',
  'replaced',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** `1000 ms`, `37 frames`, `-9 dB`. */
  readonly what: string;
  readonly samples: Float32Array;
  /** What is expected of the check. */
  readonly finding: FindingKind;
  /** Seconds; null when it is everywhere. */
  readonly at: number | null;
  /** Frames by which everything is late; negative when it is early. */
  readonly shift?: number;
}

/** From one frame to a second, early and late, in frames at 48 kHz. */
const SHIFTS = [1, -2, 5, 48, -240, 1105, 2400, -4800, 12_000, -24_000, 48_000] as const;
const REMOVED_SECONDS = [0.1, 0.2, 0.3, 0.5, 1, 2, 3, 5] as const;
const MISSING_SECONDS = [0.15, 0.4, 1, 2.5] as const;
const REPLACED_SECONDS = [1, 1.5] as const;
const PITCHES = [1.03, 0.97, 1.05] as const;
const PITCHED_SECONDS = 3;
const DECIBELS = [-20, -12, -9, 9, 14] as const;
const LIMITS = [0.2, 0.35, 0.5] as const;

/** Speech is removed where this share of it is heard, and from where it is heard. */
const LEAST_HEARD = 0.6;
const HEARD_DECIBELS = -18;
const SLOT_SECONDS = 0.02;

/**
 * @param clean the speech alone, to know where somebody speaks @param result a good result, in time with it
 * @param number picks the variant, so that neighbors differ
 */
export function makeFault(
  kind: FaultKind,
  number: number,
  clean: Float32Array,
  result: Float32Array,
  sampleRate: number,
): Fault | null {
  const pick = <Value>(values: readonly Value[]) => values[number % values.length] as Value;
  if (kind === 'shifted') {
    const shift = pick(SHIFTS);
    return { kind, what: `${shift} frames`, samples: shifted(result, shift), finding: 'offset', at: null, shift };
  }
  if (kind === 'shorter') {
    const seconds = pick(MISSING_SECONDS);
    const samples = result.slice(0, result.length - Math.round(seconds * sampleRate));
    return { kind, what: `${seconds} s`, samples, finding: 'length', at: samples.length / sampleRate };
  }
  if (kind === 'clipped') {
    const part = pick(LIMITS);
    const samples = clipped(result, part * result.reduce((most, value) => Math.max(most, Math.abs(value)), 0));
    return { kind, what: `at ${part} of the peak`, samples, finding: 'clipping', at: null };
  }
  if (kind === 'louder') {
    const decibels = pick(DECIBELS);
    const samples = result.map((value) => value * 10 ** (decibels / 20));
    return { kind, what: `${decibels} dB`, samples, finding: 'level', at: null };
  }
  if (kind === 'pitched') {
    const ratio = pick(PITCHES);
    const from = spokenAt(clean, PITCHED_SECONDS, sampleRate, number);
    if (from === null) return null;
    const samples = pitched(result, from, PITCHED_SECONDS * sampleRate, ratio);
    return { kind, what: `${ratio} times`, samples, finding: 'pitch', at: from / sampleRate };
  }
  if (kind === 'replaced') {
    const seconds = pick(REPLACED_SECONDS);
    const from = spokenAt(clean, seconds, sampleRate, number);
    const other = spokenAt(clean, seconds, sampleRate, number + 2);
    if (from === null || other === null) return null;
    const samples = result.slice();
    samples.set(result.subarray(other, other + seconds * sampleRate), from);
    return { kind, what: `${seconds} s`, samples, finding: 'other-speech', at: from / sampleRate };
  }
  const seconds = pick(REMOVED_SECONDS);
  const from = spokenAt(clean, seconds, sampleRate, number);
  if (from === null) return null;
  const count = Math.round(seconds * sampleRate);
  const samples = kind === 'cut' ? without(result, from, count) : result.slice().fill(0, from, from + count);
  return { kind, what: `${seconds * 1000} ms`, samples, finding: 'lost-speech', at: from / sampleRate };
}

export const CHANNEL_FAULT_KINDS = ['silent-channel', 'swapped-channels', 'merged-channels'] as const;
export type ChannelFaultKind = (typeof CHANNEL_FAULT_KINDS)[number];

/** A channel falls silent after this share of the recording. */
const SILENT_AFTER = [0, 0.3, 0.6] as const;

/** A fault of the channels of a stereo result. @param number picks the variant */
export function makeChannelFault(
  kind: ChannelFaultKind,
  number: number,
  [left, right]: readonly [Float32Array, Float32Array],
): { readonly kind: ChannelFaultKind; readonly what: string; readonly channels: readonly Float32Array[] } {
  if (kind === 'swapped-channels') return { kind, what: 'swapped', channels: [right, left] };
  if (kind === 'merged-channels') {
    const mixed = left.map((sample, index) => (sample + (right[index] as number)) / 2);
    return number % 2 === 0
      ? { kind, what: 'mixed on both sides', channels: [mixed, mixed] }
      : { kind, what: 'mono', channels: [mixed] };
  }
  const share = SILENT_AFTER[number % SILENT_AFTER.length] as number;
  const silenced = (samples: Float32Array) => samples.slice().fill(0, Math.round(share * samples.length));
  const isLeft = number % 2 === 0;
  const what = `${isLeft ? 'left' : 'right'} silent after ${share}`;
  return { kind, what, channels: isLeft ? [silenced(left), right] : [left, silenced(right)] };
}

/** How far a place may be off, in seconds; of other speech and pitch, which only vowels show. */
const NEAR = 0.2;
const NEAR_VAGUE = 0.8;
/** Whether a check found a fault, at its place. A delay that exports remove is no finding, but known to the frame. */
export function isFound(
  { finding, at, kind, shift }: Fault,
  findings: readonly Finding[],
  { lag }: Comparison,
): boolean {
  if (shift !== undefined) return lag === shift;
  return findings.some((one) => {
    const place = placeOf(one);
    // Where speech was cut out, or is faster, what follows is early.
    const isOffset = (kind === 'cut' || kind === 'replaced' || kind === 'pitched') && one.kind === 'offset';
    const isRight = one.kind === finding || isOffset || (kind === 'replaced' && one.kind === 'lost-speech');
    const near = kind === 'pitched' || kind === 'replaced' ? NEAR_VAGUE : NEAR;
    return isRight && (at === null || (place !== null && Math.abs(place - at) <= near));
  });
}

/** A frame from which enough of the next `seconds` is speech, the first slot for certain; null when there is none. */
function spokenAt(clean: Float32Array, seconds: number, sampleRate: number, number: number): number | null {
  const slot = Math.round(SLOT_SECONDS * sampleRate);
  const powers = Array.from({ length: Math.floor(clean.length / slot) }, (_, index) =>
    clean.subarray(index * slot, (index + 1) * slot).reduce((sum, value) => sum + value * value, 0),
  );
  const loud = powers.toSorted((one, other) => one - other)[Math.floor(powers.length * 0.9)] as number;
  const heard = powers.map((power) => power > loud * 10 ** (HEARD_DECIBELS / 10));
  const needed = Math.round(seconds / SLOT_SECONDS);
  const last = powers.length - needed - Math.round(1 / SLOT_SECONDS);
  for (let tried = 0; tried < 4 * powers.length; tried++) {
    const from = Math.round(0.5 / SLOT_SECONDS) + ((number * 37 + tried * 61) % Math.max(1, last));
    const part = heard.slice(from, from + needed);
    const share = part.filter(Boolean).length / needed;
    if (part.slice(0, 5).every(Boolean) && share >= LEAST_HEARD) return from * slot;
  }
  return null;
}

function shifted(samples: Float32Array, frames: number): Float32Array {
  const out = new Float32Array(samples.length + frames);
  if (frames < 0) out.set(samples.subarray(-frames));
  else out.set(samples, frames);
  return out;
}

/** A part is played faster or slower; what is around it stays in its place. */
function pitched(samples: Float32Array, from: number, count: number, ratio: number): Float32Array {
  const out = samples.slice();
  for (let i = from; i < from + count; i++) {
    const place = from + (i - from) * ratio;
    const before = samples[Math.floor(place)] ?? 0;
    out[i] = before + (place - Math.floor(place)) * ((samples[Math.floor(place) + 1] ?? 0) - before);
  }
  return out;
}

function without(samples: Float32Array, from: number, count: number): Float32Array {
  const out = new Float32Array(samples.length - count);
  out.set(samples.subarray(0, from));
  out.set(samples.subarray(from + count), from);
  return out;
}
