import { parse } from 'content-disposition';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readContentRange, readRange } from '../../../electron/platform/http/byte-ranges.ts';
import { attachment, readDigest, writeDigest } from '../../../electron/platform/http/file-headers.ts';
import { safeFileName } from '../../../shared/domain/naming/safe-name.ts';

test.each([
  ['bytes=0-4', { kind: 'part', first: 0, last: 4 }],
  ['bytes=5-', { kind: 'part', first: 5, last: 9 }],
  ['bytes=-3', { kind: 'part', first: 7, last: 9 }],
  ['bytes=-11', { kind: 'part', first: 0, last: 9 }],
  ['bytes=5-3', { kind: 'whole' }],
  ['bytes=3-99', { kind: 'part', first: 3, last: 9 }],
  ['bytes=10-', { kind: 'unsatisfiable' }],
  ['bytes=-0', { kind: 'unsatisfiable' }],
  ['bytes=-', { kind: 'whole' }],
  ['bytes=a-b', { kind: 'whole' }],
  [undefined, { kind: 'whole' }],
])('of ten bytes, %s is %j', (header, expected) => {
  expect(readRange(header, 10)).toEqual(expected);
});

test('a part always lies within the file', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat(1000), (noise, first, last, size) => {
      for (const header of [noise, `bytes=${first}-${last}`, `bytes=-${last}`, `bytes=${first}-`]) {
        const range = readRange(header, size);
        if (range.kind !== 'part') continue;
        expect(range.first).toBeGreaterThanOrEqual(0);
        expect(range.last).toBeGreaterThanOrEqual(range.first);
        expect(range.last).toBeLessThan(size);
      }
    }),
  );
});

test.each([
  [undefined, { kind: 'whole' }],
  ['bytes 0-9/10', { kind: 'part', first: 0, last: 9, total: 10 }],
  ['bytes */10', { kind: 'status-query' }],
  ['bytes */*', { kind: 'status-query' }],
  ['bytes 0-10/10', null],
  ['bytes 3-2/10', null],
  ['bytes 0-9/*', null],
  ['bytes 0-9', null],
])('the content range %s is %j', (header, expected) => {
  expect(readContentRange(header)).toEqual(expected);
});

test('whatever a file is called, its header is one line of plain characters that holds the exact name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, other) => {
      for (const one of [name, other, `${other}\ud800`]) {
        const fileName = safeFileName(one);
        const header = attachment(fileName);
        expect(header).toMatch(
          /^attachment; filename=([^\s";]+|"[\x20\x21\x23-\x7e]*")(; filename\*=UTF-8''[\x21-\x7e]*)?$/,
        );
        expect(parse(header).parameters).toMatchObject({ filename: fileName.toWellFormed() });
      }
    }),
  );
});

test('digests are read as structured fields have them', () => {
  const hex = 'ab'.repeat(32);
  const written = writeDigest(hex);
  expect(readDigest(written)).toBe(hex);
  expect(readDigest(` md5=:AA==: , ${written} `)).toBe(hex);
  expect(readDigest(undefined)).toBeNull();
  expect(readDigest('sha-512=:AA==:')).toBeNull();
  expect(readDigest(`${writeDigest('cd'.repeat(32))}, ${written}`)).toBe(hex);
  for (const wrong of ['sha-256=abc', 'sha-256', 'sha-256=:abc:', `${written};a`, 'sha-256=::']) {
    expect([wrong, readDigest(wrong)]).toEqual([wrong, undefined]);
  }
});
