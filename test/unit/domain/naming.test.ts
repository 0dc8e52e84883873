import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_NAMING_TEMPLATE, numberedName, outputFileName, safeFileName } from '../../../shared/domain/naming.ts';

const facts = { originalName: 'ep 41.final.wav', model: 'service-3.5', date: '2026-11-20', extension: 'wav' };

test('the name, the model and the day go where the template says', () => {
  expect(outputFileName(DEFAULT_NAMING_TEMPLATE, facts)).toBe('ep 41.final (service-3.5).wav');
  expect(outputFileName('{date} {name} {model}', facts)).toBe('2026-11-20 ep 41.final service-3.5.wav');
  expect(outputFileName('{name} {unknown} {model}', facts)).toBe('ep 41.final {unknown} service-3.5.wav');
});

test('the model is in every name: two models never write one file', () => {
  expect(outputFileName('{name}', facts)).toBe('ep 41.final (service-3.5).wav');
});

test('what a recording is called cannot become a placeholder of its own', () => {
  const name = outputFileName('{name}', { ...facts, originalName: '{model} {date}.wav' });
  expect(name).toBe('{model} {date} (service-3.5).wav');
});

test.each([
  ['../../etc/passwd', '_._._etc_passwd'],
  ['a\\b:c*?.wav', 'a_b_c__.wav'],
  ['con', '_con'],
  ['LPT1.wav', '_LPT1.wav'],
  ['take.  ', 'take'],
  ['...', 'recording'],
  ['', 'recording'],
  ['line\nbreak\u0000.wav', 'line_break_.wav'],
  ['flip\u202Evaw.exe', 'flip_vaw.exe'],
])('%j becomes %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

test('long names are shortened to what file systems take, and keep their extension', () => {
  const name = safeFileName(`${'🎙️'.repeat(200)}.flac`);
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(230);
  expect(name.endsWith('.flac')).toBe(true);
  expect(name.isWellFormed()).toBe(true);
});

/** Any code points, halves of surrogate pairs too, with many of the first ones, which systems have reserved. */
const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0x2fff), fc.nat(0x10ffff)), { maxLength: 300 })
  .map((points) => String.fromCodePoint(...points));

test('whatever the name, the result is one path segment that is not empty', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(anyText, (name) => {
      const safe = safeFileName(name);
      expect(safe).not.toBe('');
      expect(safe).not.toMatch(/[/\\]|^\.{1,2}$/);
      expect(safeFileName(safe)).toBe(safe);
    }),
  );
});

test.each([`x.${'y'.repeat(240)}`, `${'x'.repeat(240)}.${'y'.repeat(240)}`, `x.${'é'.repeat(9)}`])(
  'what follows the last dot is no extension when it is long: %s',
  (name) => {
    const safe = safeFileName(name);
    expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(230);
    expect(name.startsWith(safe)).toBe(true);
  },
);

test('stems and extensions of any length end as one segment of at most 230 bytes', { timeout: 60_000 }, () => {
  const part = fc.string({ unit: 'grapheme', maxLength: 400 });
  fc.assert(
    fc.property(part, part, (stem, extension) => {
      const safe = safeFileName(`${stem}.${extension}`);
      expect(safe).not.toBe('');
      expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(230);
      expect(safe.isWellFormed()).toBe(true);
    }),
  );
});

test('of a name that is too long the end is left out, never the model or the extension', () => {
  for (const template of [DEFAULT_NAMING_TEMPLATE, '{name} {name} {model}', '{name}', '{date} {name} by {model} ok']) {
    for (const originalName of [`${'x'.repeat(300)}.wav`, `${'é'.repeat(400)}.wav`, `${'\u0390'.repeat(200)}.wav`]) {
      const name = outputFileName(template, { ...facts, originalName });
      expect(name).toMatch(/service-3\.5.*\.wav$/);
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(230);
      expect(name.normalize('NFD').length).toBeLessThanOrEqual(255);
    }
  }
});

test('what every object has is no placeholder', () => {
  expect(outputFileName('{constructor} {model}', facts)).toBe('{constructor} service-3.5.wav');
});

test('a number goes before the extension', () => {
  expect(numberedName('take.wav', 1)).toBe('take.wav');
  expect(numberedName('take.wav', 3)).toBe('take 3.wav');
  expect(numberedName('take', 2)).toBe('take 2');
});
