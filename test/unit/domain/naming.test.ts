import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numbered, numberedName } from '../../../shared/domain/naming/numbering.ts';
import { type NamingFacts, outputName } from '../../../shared/domain/naming/output-name.ts';
import { safeFileName } from '../../../shared/domain/naming/safe-name.ts';
import { problemWords } from '../../../shared/domain/naming/strings.ts';
import { DEFAULT_NAMING_TEMPLATE, problemOf } from '../../../shared/domain/naming/template.ts';
import { GOOD_TEMPLATES, WRONG_TEMPLATES } from '../../fixtures/naming-templates.ts';

const facts = { originalName: 'ep 41.final.wav', model: 'service-3.5', date: '2026-11-20', extension: 'wav' };

/** Folders and name, joined. */
function outputFileName(template: string, given: NamingFacts): string {
  const { fileName, folders } = outputName(template, given);
  return [...folders, fileName].join('/');
}

test('the name, the model and the day go where the template says', () => {
  expect(outputFileName(DEFAULT_NAMING_TEMPLATE, facts)).toBe('ep 41.final (service-3.5).wav');
  expect(outputFileName('{date} {name} {model}', facts)).toBe('2026-11-20 ep 41.final service-3.5.wav');
  expect(outputFileName('{name} {unknown} {model}', facts)).toBe('ep 41.final {unknown} service-3.5.wav');
});

test('the model is added where two would write one file, and only there', () => {
  expect(outputFileName('{name}', facts)).toBe('ep 41.final.wav');
  expect(outputFileName('{name}', { ...facts, models: 2 })).toBe('ep 41.final (service-3.5).wav');
  expect(outputFileName('{model}/{name}', { ...facts, models: 2 })).toBe('service-3.5/ep 41.final.wav');
});

test('every token stands for what it says', () => {
  const all = { ...facts, time: '14-05', preset: 'Podcast', folder: 'Season 1/Ep 41', n: 7, of: 120 };
  expect(outputFileName('{n} {preset} {time} {connection} {name}', { ...all, connection: 'Studio' })).toBe(
    '007 Podcast 14-05 Studio ep 41.final.wav',
  );
  expect(outputFileName('{folder}/{date}/{name}', all)).toBe('Season 1/Ep 41/2026-11-20/ep 41.final.wav');
  // Beside other text it is no path.
  expect(outputFileName('{folder} - {name}', all)).toBe('Ep 41 - ep 41.final.wav');
});

test.each([
  ['{folder} - {name}', 'take.wav'],
  ['{folder}/{name}', 'take.wav'],
  ['{name} ({preset})', 'take.wav'],
  ['{name} ({preset}) {date}', 'take 2026-11-20.wav'],
  ['{name}, {preset}', 'take.wav'],
  ['{preset}{name}', 'take.wav'],
  ['{preset}', 'recording.wav'],
])('what sets off an empty value goes with it: %s', (template, name) => {
  expect(outputFileName(template, { ...facts, originalName: 'take.wav' })).toBe(name);
});

test('text alone is a name', () => {
  expect(outputFileName('final', facts)).toBe('final.wav');
  expect(outputFileName('final/take/{date} ok', facts)).toBe('final/take/2026-11-20 ok.wav');
});

test('a dash of the recording’s own name stays', () => {
  expect(outputFileName('{name}{preset}', { ...facts, originalName: 'take -.wav' })).toBe('take -.wav');
});

test.each(GOOD_TEMPLATES)('nothing is wrong with %s', (template) => {
  expect(problemOf(template)).toBeNull();
});

test.each(WRONG_TEMPLATES)('what is wrong with %s is named, with its place', (template, text, at) => {
  const problem = problemOf(template);
  expect(problem).toMatchObject({ text, at });
  if (problem === null) return;
  expect(problemWords(problem)).toContain(`(character ${at + 1})`);
  expect(problemWords(problem)).toContain(text);
});

test('a slip is told from a word that is no token', () => {
  const likely = (template: string) => {
    const problem = problemOf(template);
    return problem?.kind === 'unknown-token' ? problem.likely : undefined;
  };
  expect(['{moddel}', '{Model}', '{nmae}', '{conection}', '{artist}', '{}', '{N}'].map(likely)).toEqual([
    'model',
    'model',
    'name',
    'connection',
    null,
    null,
    'n',
  ]);
});

test('what a recording is called cannot become a placeholder of its own', () => {
  const name = outputFileName('{name}', { ...facts, originalName: '{model} {date}.wav' });
  expect(name).toBe('{model} {date}.wav');
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
      const name = outputFileName(template, { ...facts, originalName, models: 2 });
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
  expect(numberedName('take.wav', 3)).toBe('take (3).wav');
  expect(numberedName('take', 2)).toBe('take (2)');
});

test('names that would be one file on some system get numbers, in order', () => {
  const names = ['Take.wav', 'take.wav', 'caf\u00e9.wav', 'cafe\u0301.wav', 'take (2).wav'].map((fileName) => ({
    folders: [],
    fileName,
  }));
  expect(numbered(names).map(({ fileName }) => fileName)).toEqual([
    'Take.wav',
    'take (2).wav',
    'caf\u00e9.wav',
    'cafe\u0301 (2).wav',
    'take (2) (2).wav',
  ]);
  expect(numbered(names.slice(0, 1), [{ folders: [], fileName: 'TAKE.WAV' }])).toMatchObject([
    { fileName: 'Take (2).wav', isNumbered: true },
  ]);
});
