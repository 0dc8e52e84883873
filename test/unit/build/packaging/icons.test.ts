import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { encodeIcns, ICNS_SIZES, ICO_SIZES, LINUX_SIZES } from '../../../../build/packaging/icon-files.ts';

const folder = path.resolve(import.meta.dirname, '../../../../build/packaging');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Width and height of a PNG file: it has them at bytes 16 to 23. */
function sizeOf(png: Buffer): readonly number[] {
  expect(png.subarray(0, 4)).toEqual(PNG);
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('Linux has a picture of each size, under its size', () => {
  const names = readdirSync(path.join(folder, 'icons'));
  expect(names.toSorted()).toEqual(LINUX_SIZES.map((size) => `${size}x${size}.png`).toSorted());
  for (const size of LINUX_SIZES) {
    expect(sizeOf(readFileSync(path.join(folder, `icons/${size}x${size}.png`)))).toEqual([size, size]);
  }
});

test('Windows’ file lists each size, and the pictures are where it says', () => {
  const file = readFileSync(path.join(folder, 'icon.ico'));
  expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([0, 1, ICO_SIZES.length]);
  ICO_SIZES.forEach((size, index) => {
    const entry = file.subarray(6 + index * 16);
    const at = entry.readUInt32LE(12);
    expect(entry[0]).toBe(size % 256);
    expect(sizeOf(file.subarray(at, at + entry.readUInt32LE(8)))).toEqual([size, size]);
  });
});

test('the Mac’s file is made of typed pictures up to its end', () => {
  const file = readFileSync(path.join(folder, 'icon.icns'));
  expect(file.toString('latin1', 0, 4)).toBe('icns');
  expect(file.readUInt32BE(4)).toBe(file.length);
  const sizes: number[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    expect(file.toString('latin1', at, at + 2)).toBe('ic');
    sizes.push(sizeOf(file.subarray(at + 8))[0] ?? 0);
  }
  expect([...new Set(sizes)]).toEqual(ICNS_SIZES);
  expect(Math.max(...sizes)).toBe(1024);
});

test('a size that wasn’t rendered is an error, not an empty picture', () => {
  expect(() => encodeIcns(new Map())).toThrow('No picture of 32 pixels.');
});
