/** Converts samples between FFmpeg's frames and blocks of planar float32. Frame data is only read. */

import {
  AV_SAMPLE_FMT_DBL,
  AV_SAMPLE_FMT_DBLP,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AV_SAMPLE_FMT_S16P,
  AV_SAMPLE_FMT_S32,
  AV_SAMPLE_FMT_S32P,
  AV_SAMPLE_FMT_U8,
  AV_SAMPLE_FMT_U8P,
  type AVSampleFormat,
} from 'node-av/constants';
import type { Frame } from 'node-av/lib';

type Samples = Float32Array | Float64Array | Int16Array | Int32Array | Uint8Array;

interface Layout {
  readonly planar: boolean;
  readonly bytes: number;
  view(buffer: ArrayBufferLike, offset: number, length: number): Samples;
  readonly scale: number;
  /** The value of silence. */
  readonly zero: number;
}

const SCALE_16 = 1 / 32_768;

const s16 = (b: ArrayBufferLike, o: number, n: number) => new Int16Array(b, o, n);
const s32 = (b: ArrayBufferLike, o: number, n: number) => new Int32Array(b, o, n);
const u8 = (b: ArrayBufferLike, o: number, n: number) => new Uint8Array(b, o, n);
const flt = (b: ArrayBufferLike, o: number, n: number) => new Float32Array(b, o, n);
const dbl = (b: ArrayBufferLike, o: number, n: number) => new Float64Array(b, o, n);

const LAYOUTS = new Map<number, Layout>([
  [AV_SAMPLE_FMT_U8, { planar: false, bytes: 1, view: u8, scale: 1 / 128, zero: 128 }],
  [AV_SAMPLE_FMT_U8P, { planar: true, bytes: 1, view: u8, scale: 1 / 128, zero: 128 }],
  [AV_SAMPLE_FMT_S16, { planar: false, bytes: 2, view: s16, scale: SCALE_16, zero: 0 }],
  [AV_SAMPLE_FMT_S16P, { planar: true, bytes: 2, view: s16, scale: SCALE_16, zero: 0 }],
  [AV_SAMPLE_FMT_S32, { planar: false, bytes: 4, view: s32, scale: 1 / 2_147_483_648, zero: 0 }],
  [AV_SAMPLE_FMT_S32P, { planar: true, bytes: 4, view: s32, scale: 1 / 2_147_483_648, zero: 0 }],
  [AV_SAMPLE_FMT_FLT, { planar: false, bytes: 4, view: flt, scale: 1, zero: 0 }],
  [AV_SAMPLE_FMT_FLTP, { planar: true, bytes: 4, view: flt, scale: 1, zero: 0 }],
  [AV_SAMPLE_FMT_DBL, { planar: false, bytes: 8, view: dbl, scale: 1, zero: 0 }],
  [AV_SAMPLE_FMT_DBLP, { planar: true, bytes: 8, view: dbl, scale: 1, zero: 0 }],
]);

/**
 * Copies `count` samples of a decoded frame to `channels` planes at `offset`. A mono frame in a stereo stream fills both planes; a stereo
 * frame in a mono stream is averaged. Samples that can be no sound are repaired.
 * @throws RangeError for a sample format that none of the allowed decoders gives
 */
export function copyFrame(frame: Frame, count: number, channels: readonly Float32Array[], offset: number): void {
  const layout = LAYOUTS.get(frame.format);
  const data = frame.extendedData;
  if (layout === undefined || data === null) throw new RangeError(`Sample format ${frame.format} is not read here`);
  const given = frame.channels;
  if (frame.format === AV_SAMPLE_FMT_S16 && given === channels.length && given <= 2) {
    copyInt16(viewOf(data[0] as Buffer, layout, count * given) as Int16Array, count, channels, offset);
    return;
  }
  const isPlanar = layout.planar || given === 1;
  const view = (plane: number) => viewOf(data[plane] as Buffer, layout, isPlanar ? count : count * given);
  // Keep one array type in the loop: a loop that sees several types is seven times slower.
  const interleaved = isPlanar ? null : new Float32Array(view(0));
  for (const [index, target] of channels.entries()) {
    const channel = Math.min(index, given - 1);
    if (interleaved === null) target.set(view(channel), offset);
    else for (let i = 0, at = channel; i < count; i++, at += given) target[offset + i] = interleaved[at] as number;
    toUnit(target, offset, count, layout);
    if (channels.length === 1 && given === 2) {
      addPlane(view(isPlanar ? 1 : 0), isPlanar ? 0 : 1, isPlanar ? 1 : 2, layout, target, offset, count);
    }
  }
}

/** The fast path for the most common format, 16 bits interleaved. */
function copyInt16(samples: Int16Array, count: number, channels: readonly Float32Array[], offset: number): void {
  const [left, right] = channels as [Float32Array, Float32Array | undefined];
  if (right === undefined) {
    for (let i = 0; i < count; i++) left[offset + i] = (samples[i] as number) * SCALE_16;
    return;
  }
  for (let i = 0, at = 0; i < count; i++, at += 2) {
    left[offset + i] = (samples[at] as number) * SCALE_16;
    right[offset + i] = (samples[at + 1] as number) * SCALE_16;
  }
}

function viewOf(plane: Buffer, layout: Layout, length: number): Samples {
  // Where external buffers are forbidden the data is a copy, possibly unaligned.
  if (plane.byteOffset % layout.bytes === 0) return layout.view(plane.buffer, plane.byteOffset, length);
  const aligned = new Uint8Array(plane.subarray(0, length * layout.bytes));
  return layout.view(aligned.buffer, 0, length);
}

/** Scales a format's units to full scale at 1. */
function toUnit(samples: Float32Array, offset: number, count: number, { scale, zero }: Layout): void {
  if (scale === 1) repairWild(samples, offset, count);
  else for (let i = offset; i < offset + count; i++) samples[i] = ((samples[i] as number) - zero) * scale;
}

/** Averages a second plane into `to`. */
function addPlane(
  from: Samples,
  first: number,
  step: number,
  layout: Layout,
  to: Float32Array,
  offset: number,
  count: number,
): void {
  for (let i = 0, at = first; i < count; i++, at += step) {
    to[offset + i] = ((to[offset + i] as number) + ((from[at] as number) - layout.zero) * layout.scale) / 2;
  }
  repairWild(to, offset, count);
}

/** The bit of a float32 that is set for magnitudes of 2 or more and for NaN. */
const TWO_OR_MORE = 0x40_00_00_00;
/** No sound is louder, not even one whose full scale was not set to 1. */
const MOST = 1e6;
/** From this magnitude on, a sample is wild when it exceeds most of its neighbors, so many to each side, by this factor. */
const WILD = 8;
const NEIGHBORS = 8;
const BEYOND_NEIGHBORS = 100;

/**
 * Repairs NaN, infinity and single wild samples at their place, by a line between the intact samples around them: one NaN would stay in
 * every recursive filter that follows, and a silenced sample would be a click.
 */
function repairWild(samples: Float32Array, offset: number, count: number): void {
  // Nearly all audio passes this first test, which takes half the time of the second.
  const bits = new Int32Array(samples.buffer, samples.byteOffset + offset * samples.BYTES_PER_ELEMENT, count);
  let any = 0;
  for (let i = 0; i < count; i++) any |= bits[i] as number;
  if ((any & TWO_OR_MORE) === 0) return;
  const block = samples.subarray(offset, offset + count);
  const isWild = Array.from(block, (value, at) => !(Math.abs(value) < MOST) || standsOut(block, at));
  for (let from = isWild.indexOf(true); from >= 0; ) {
    const next = isWild.indexOf(false, from);
    const to = next < 0 ? count : next;
    const after = to < count ? (block[to] as number) : from > 0 ? (block[from - 1] as number) : 0;
    const before = from > 0 ? (block[from - 1] as number) : after;
    for (let at = from; at < to; at++) block[at] = before + ((after - before) * (at - from + 1)) / (to - from + 1);
    from = isWild.indexOf(true, to);
    if (to === count) break;
  }
}

function standsOut(block: Float32Array, at: number): boolean {
  const magnitude = Math.abs(block[at] as number);
  if (!(magnitude >= WILD)) return false;
  const around = block.subarray(Math.max(0, at - NEIGHBORS), at + NEIGHBORS + 1);
  const sorted = around.map((value) => Math.min(MOST, Math.abs(value)) || 0).sort();
  return magnitude > BEYOND_NEIGHBORS * (sorted[sorted.length >> 1] as number);
}

const FULL_16 = 32_767;
const FULL_24 = 8_388_607;
const FULL_32 = 2_147_483_647;

/** How encoders take samples; a `p` at the end stands for planar. */
export const SAMPLE_FORMATS = {
  s16: AV_SAMPLE_FMT_S16,
  s16p: AV_SAMPLE_FMT_S16P,
  /** 24 bits in 32. */
  s24: AV_SAMPLE_FMT_S32,
  s24p: AV_SAMPLE_FMT_S32P,
  s32: AV_SAMPLE_FMT_S32,
  flt: AV_SAMPLE_FMT_FLT,
  fltp: AV_SAMPLE_FMT_FLTP,
  dbl: AV_SAMPLE_FMT_DBL,
} as const satisfies Record<string, AVSampleFormat>;

export type SampleKind = keyof typeof SAMPLE_FORMATS;

/**
 * Packs `count` samples of planar float32 as one encoder frame. Values beyond full scale are clipped, except in float.
 * @param dither for 16 bits; without it they are rounded
 */
export function packSamples(
  planes: readonly Float32Array[],
  count: number,
  kind: SampleKind,
  dither: Convert = toInt16,
): Buffer {
  const packed = emptyFor(kind, count * planes.length);
  if (kind === 'fltp') {
    for (const [channel, plane] of planes.entries()) packed.set(plane.subarray(0, count), channel * count);
    return Buffer.from(packed.buffer);
  }
  const convert = kind === 's16' || kind === 's16p' ? dither : CONVERSIONS[kind];
  const isPlanar = kind.endsWith('p');
  const step = isPlanar ? 1 : planes.length;
  for (const [channel, plane] of planes.entries()) {
    const first = isPlanar ? channel * count : channel;
    for (let i = 0, at = first; i < count; i++, at += step) packed[at] = convert(plane[i] as number);
  }
  return Buffer.from(packed.buffer);
}

function emptyFor(kind: SampleKind, length: number): Float32Array | Float64Array | Int16Array | Int32Array {
  if (kind === 'dbl') return new Float64Array(length);
  if (kind.startsWith('f')) return new Float32Array(length);
  return kind.startsWith('s16') ? new Int16Array(length) : new Int32Array(length);
}

type Convert = (value: number) => number;

const CONVERSIONS: Readonly<Record<Exclude<SampleKind, 's16' | 's16p'>, Convert>> = {
  s24: toInt24,
  s24p: toInt24,
  s32: toInt32,
  flt: asGiven,
  fltp: asGiven,
  dbl: asGiven,
};

function asGiven(value: number): number {
  return value;
}

function toInt16(value: number): number {
  return Math.max(-FULL_16 - 1, Math.min(FULL_16, Math.round(value * (FULL_16 + 1))));
}

/** A step of 16 bits that is hit this closely, in steps, isn't dithered. */
const EXACT = 1 / 1024;

/**
 * Rounding to 16 bits with triangular dither, two steps wide: the error is an even hiss instead of a distortion of quiet sound. What 16 bits
 * hold exactly stays as it is, digital silence above all. The same samples always give the same result.
 */
export function createDither(): Convert {
  let state = 0x9e37_79b9;
  return (value) => {
    const exact = value * (FULL_16 + 1);
    if (Math.abs(exact - Math.round(exact)) < EXACT) return toInt16(value);
    // Xorshift (Marsaglia 2003); both halves of a number are uniform.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const noise = ((state >>> 16) - (state & 0xff_ff)) / 0x1_00_00;
    return toInt16(value + noise / (FULL_16 + 1));
  };
}

/** In the upper 24 bits of 32. */
function toInt24(value: number): number {
  return Math.max(-FULL_24 - 1, Math.min(FULL_24, Math.round(value * (FULL_24 + 1)))) * 256;
}

function toInt32(value: number): number {
  return Math.max(-FULL_32 - 1, Math.min(FULL_32, Math.round(value * (FULL_32 + 1))));
}
