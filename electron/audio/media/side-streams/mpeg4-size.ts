/** Width and height of MPEG-4 Part 2 video, from its video object layer header; FFmpeg would need the decoder. */

import type { PictureSize } from './picture-size.ts';

const EXTENDED_ASPECT = 15;
const VBV_BITS = 79;
const RECTANGULAR = 0;

/** In pixels; null without such a header. @param header of the stream, from its container (ISO/IEC 14496-2, 6.2.3) */
export function mpeg4Size(header: Buffer | null): PictureSize | null {
  const start = header?.findIndex((_, at) => isLayer(header, at)) ?? -1;
  if (header === null || start < 0) return null;
  const bits = bitsOf(header.subarray(start + 4));
  try {
    bits.skip(9);
    if (bits.take(1) === 1) bits.skip(7);
    if (bits.take(4) === EXTENDED_ASPECT) bits.skip(16);
    if (bits.take(1) === 1) {
      bits.skip(3);
      if (bits.take(1) === 1) bits.skip(VBV_BITS);
    }
    if (bits.take(2) !== RECTANGULAR) return null;
    bits.skip(1);
    const resolution = bits.take(16);
    bits.skip(1);
    if (bits.take(1) === 1) bits.skip(Math.max(1, Math.ceil(Math.log2(resolution))));
    bits.skip(1);
    const width = bits.take(13);
    bits.skip(1);
    const height = bits.take(13);
    return width > 0 && height > 0 ? { width, height } : null;
  } catch (failure) {
    if (failure instanceof RangeError) return null;
    throw failure;
  }
}

function isLayer(header: Buffer, at: number): boolean {
  const code = header[at + 3] ?? 0;
  return header[at] === 0 && header[at + 1] === 0 && header[at + 2] === 1 && code >= 0x20 && code <= 0x2f;
}

function bitsOf(bytes: Buffer) {
  let at = 0;
  return {
    skip: (count: number) => {
      at += count;
    },
    /** @throws RangeError behind the end */
    take: (count: number) => {
      if (at + count > bytes.length * 8) throw new RangeError('The header is cut short');
      let value = 0;
      for (let taken = 0; taken < count; taken++, at++) {
        value = value * 2 + (((bytes[at >> 3] as number) >> (7 - (at & 7))) & 1);
      }
      return value;
    },
  };
}
