/** The size of the pictures of old Flash videos, which only their first picture states: Sorenson's H.263. */

import { AV_CODEC_ID_FLV1 } from 'node-av/constants';
import { Packet, type Stream } from 'node-av/lib';
import { openInput } from '../open-input.ts';
import type { PictureSize } from './picture-size.ts';

/** By the code in a picture's header; the first two say how many bits of width and height follow. */
const SIZES: readonly (readonly [width: number, height: number])[] = [
  ...([
    [8, 8],
    [16, 16],
  ] as const),
  ...([
    [352, 288],
    [176, 144],
    [128, 96],
    [320, 240],
    [160, 120],
  ] as const),
];
/** Bits in front of the code: start, version, number of the picture. */
const CODE_AT = 30;
const CODE_BITS = 3;
const MOST_PACKETS = 100;

/** Null for any other codec. @throws CleartakeError mediaNotRecognized */
export function flashSize(path: string, { codecpar, index }: Stream): PictureSize | null {
  if (codecpar.codecId !== AV_CODEC_ID_FLV1) return null;
  const format = openInput(path);
  const packet = new Packet();
  packet.alloc();
  try {
    for (let read = 0; read < MOST_PACKETS && format.readFrameSync(packet) >= 0; read++) {
      if (packet.streamIndex === index && packet.data !== null) return sizeIn(packet.data);
      packet.unref();
    }
    return null;
  } finally {
    packet.free();
    format.closeInputSync();
  }
}

function sizeIn(picture: Buffer): PictureSize | null {
  const bits = (at: number, count: number) => {
    let value = 0;
    for (let bit = at; bit < at + count; bit++) value = value * 2 + (((picture[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
    return value;
  };
  const code = bits(CODE_AT, CODE_BITS);
  const [width, height] = SIZES[code] ?? [0, 0];
  const at = CODE_AT + CODE_BITS;
  const size = code < 2 ? { width: bits(at, width), height: bits(at + width, height) } : { width, height };
  return size.width > 0 && size.height > 0 ? size : null;
}
