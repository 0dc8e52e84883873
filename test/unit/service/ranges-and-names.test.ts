import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readContentRange, readRange } from '../../../electron/service/storage/byte-ranges.ts';
import { attachment } from '../../../electron/service/storage/content-disposition.ts';
import { safeFileName } from '../../../shared/domain/naming.ts';

test.each([
  ['bytes=0-4', { kind: 'part', first: 0, last: 4 }],
  ['bytes=5-', { kind: 'part', first: 5, last: 9 }],
  ['bytes=-3', { kind: 'part', first: 7, last: 9 }],
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
  ['bytes */10', { kind: 'question' }],
  ['bytes */*', { kind: 'question' }],
  ['bytes 0-10/10', null],
  ['bytes 3-2/10', null],
  ['bytes 0-9/*', null],
  ['bytes 0-9', null],
])('the content range %s is %j', (header, expected) => {
  expect(readContentRange(header)).toEqual(expected);
});

test('whatever a file is called, its header is one line of plain characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, other) => {
      for (const one of [name, other, `${other}\ud800`]) {
        const header = attachment(safeFileName(one));
        expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\x21-\x7e]*$/);
        expect(header.match(/"/g)).toHaveLength(2);
      }
    }),
  );
});
