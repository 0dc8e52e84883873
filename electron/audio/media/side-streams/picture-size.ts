/** Width and height of a cover, from its first bytes: foreign pictures are never decoded. */

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** In pixels, of JPEG, PNG, GIF and BMP; null for anything else. */
export function pictureSize(data: Buffer): PictureSize | null {
  if (data.subarray(0, 8).equals(PNG) && data.length >= 24) {
    return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  }
  const start = data.toString('latin1', 0, 2);
  if (start === 'GI' && data.length >= 10) return { width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
  if (start === 'BM' && data.length >= 26) {
    // A negative height means that rows run from the top.
    return { width: data.readInt32LE(18), height: Math.abs(data.readInt32LE(22)) };
  }
  return start === '\xff\xd8' ? jpegSize(data) : null;
}

/** From the first start-of-frame segment (ITU-T T.81, B.2.2). */
function jpegSize(data: Buffer): PictureSize | null {
  for (let at = 2; at + 9 <= data.length; at += 2 + data.readUInt16BE(at + 2)) {
    const marker = data[at + 1] as number;
    if (data[at] !== 0xff) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: data.readUInt16BE(at + 7), height: data.readUInt16BE(at + 5) };
  }
  return null;
}
