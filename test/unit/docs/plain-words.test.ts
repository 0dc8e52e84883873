import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** Where the words are that people read. */
const FILES = [
  'renderer/**/strings.ts',
  'shared/domain/**/*.ts',
  'electron/**/strings.ts',
  'electron/hosts/cli/{commands,reports,work}/**/*.ts',
];

/** What stood there once, and what is said instead. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(in )?USD (is|are) left\b/, 'Your cap leaves 0.25 USD'],
  [/, (in )?USD$/, 'the unit of a heading stands in parentheses: Cost (USD)'],
  [/\bwhoever (runs|owns) the service/i, 'the service’s operator'],
  [/\b(most|least) (a (day|month)|for this|seconds|calls)\b/i, 'a noun: Daily cap, Minimum time, Maximum calls'],
  [/\bmore generations?\b|^Generations$/, 'restorations'],
  [/\bNot there now\b/, 'Folder not found'],
  [/\bat this pace\b/, 'about 0.21 USD by the end of the month'],
  [/\bthat (shows|can be heard)\.$/, 'No clear preference. No audible change.'],
  [/\bneeds an? (active )?admin key\b/i, 'Enter an admin key.'],
];

/** Literals of a source file, without its comments. A piece of a template counts by itself. */
function wordsIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/'([^'\n]*)'|`([^`]*)`/g)].flatMap(([, plain, template]) =>
    (plain ?? template ?? '').split(/\$\{[^}]*\}/),
  );
}

test('no words of a translated kind come back', () => {
  const files = globSync(FILES, { cwd: root });
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((file) =>
    wordsIn(readFileSync(path.join(root, file), 'utf8')).flatMap((words) =>
      WORDS.filter(([kind]) => kind.test(words.trim())).map(([, better]) => `${file}: “${words}”. Better: ${better}`),
    ),
  );
  expect(found).toEqual([]);
});

test('what it looks for is found', () => {
  const old = [
    'Cost, USD',
    'Only 0.25 USD are left under your cap',
    'Whoever runs the service put it on hold',
    'Generations',
  ];
  for (const words of old)
    expect(
      WORDS.some(([kind]) => kind.test(words)),
      words,
    ).toBe(true);
});
