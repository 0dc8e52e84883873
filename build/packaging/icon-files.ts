/** Icon files of macOS and Windows, made of PNG pictures. */

/** For Linux: one file of each size, for the icon theme. */
export const LINUX_SIZES: readonly number[] = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

/** For Windows: what its shell asks for at 100 to 200 %. */
export const ICO_SIZES: readonly number[] = [16, 20, 24, 32, 40, 48, 64, 256];

/** For macOS: type (Apple's icon image format, PNG since 10.7) and size in pixels. Types with a larger picture than their name are for Retina. */
const ICNS_TYPES: readonly (readonly [type: string, size: number])[] = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

export const ICNS_SIZES: readonly number[] = [...new Set(ICNS_TYPES.map(([, size]) => size))];

/** @param pictures PNG files by size; @throws Error when a size is missing */
export function encodeIcns(pictures: ReadonlyMap<number, Buffer>): Buffer {
  const parts = ICNS_TYPES.map(([type, size]) => {
    const picture = pictureOf(pictures, size);
    const header = Buffer.alloc(8);
    header.write(type, 'latin1');
    header.writeUInt32BE(8 + picture.length, 4);
    return Buffer.concat([header, picture]);
  });
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(8);
  header.write('icns', 'latin1');
  header.writeUInt32BE(8 + body.length, 4);
  return Buffer.concat([header, body]);
}

/** @param pictures PNG files by size; @throws Error when a size is missing */
export function encodeIco(pictures: ReadonlyMap<number, Buffer>): Buffer {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(ICO_SIZES.length, 4);
  const entries: Buffer[] = [];
  let at = header.length + 16 * ICO_SIZES.length;
  for (const size of ICO_SIZES) {
    const picture = pictureOf(pictures, size);
    const entry = Buffer.alloc(16);
    // 256 is written as 0: the field is a byte.
    entry.writeUInt8(size % 256, 0);
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(picture.length, 8);
    entry.writeUInt32LE(at, 12);
    entries.push(entry);
    at += picture.length;
  }
  return Buffer.concat([header, ...entries, ...ICO_SIZES.map((size) => pictureOf(pictures, size))]);
}

function pictureOf(pictures: ReadonlyMap<number, Buffer>, size: number): Buffer {
  const picture = pictures.get(size);
  if (picture === undefined) throw new Error(`No picture of ${size} pixels.`);
  return picture;
}
