import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, isFromTop, referencesOf } from './references.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const HOUSE = ['.ci', '.github', 'build', 'electron', 'renderer', 'shared', 'test'];

/** Every file and folder that a clone has, relative to the root. */
const present = new Set(
  globSync(['*', ...HOUSE.map((folder) => `${folder}/**`)], {
    cwd: root,
    exclude: (name) => ['node_modules', 'out', 'results'].includes(path.basename(name)),
  }).map((name) => name.split(path.sep).join('/')),
);
const documents = [...present].filter((name) => name.endsWith('.md')).sort();

/** What a document refers to that is not there. */
function missingFrom(document: string, text: string): string[] {
  const { links, paths, symbols } = referencesOf(text);
  const folder = path.posix.dirname(document);
  return [
    ...links.filter((link) => !leadsSomewhere(document, folder, text, link)),
    ...paths.filter(isUnknown),
    ...symbols.filter((symbol) => !isDeclared(symbol)).map(({ name, file }) => `${name} in ${file}`),
  ];

  function isUnknown(span: string): boolean {
    const name = span.replace(/\/$/, '');
    if (name.includes('*')) return globSync(name, { cwd: root }).length === 0;
    if (isFromTop(span)) return !present.has(name);
    return ![...present].some(
      (one) => one === name || one.endsWith(`/${name}`) || one === path.posix.join(folder, name),
    );
  }
}

/** Whether a file of that path, or of that name when no path is given, declares the name. */
function isDeclared({ name, file }: { name: string; file: string }): boolean {
  const declaration = new RegExp(
    `\\b(?:function\\*?|const|let|class|interface|type) ${name}\\b|^\\s+(?:async )?${name}[(:]|^import [^;]*\\b${name}\\b`,
    'm',
  );
  return [...present]
    .filter((candidate) => candidate === file || (!isFromTop(file) && candidate.endsWith(`/${file}`)))
    .some((candidate) => declaration.test(readFileSync(path.join(root, candidate), 'utf8')));
}

function leadsSomewhere(document: string, folder: string, text: string, link: string): boolean {
  const [file = '', anchor] = link.split('#', 2);
  const target = file === '' ? document : path.posix.join(folder, file);
  if (target !== document && !present.has(target)) return false;
  if (anchor === undefined) return true;
  const there = target === document ? text : readFileSync(path.join(root, target), 'utf8');
  return anchorsOf(there).includes(anchor);
}

test('there are documents, and they refer to something', () => {
  expect(documents).toContain('README.md');
  expect(documents).toContain('.github/CONTRIBUTING.md');
  const all = documents.map((document) => referencesOf(readFileSync(path.join(root, document), 'utf8')));
  expect(all.flatMap(({ links }) => links).length).toBeGreaterThan(20);
  expect(all.flatMap(({ paths }) => paths).length).toBeGreaterThan(100);
  expect(all.flatMap(({ symbols }) => symbols).length).toBeGreaterThan(15);
});

test.each(documents)('every link, path and name of %s leads somewhere', (document) => {
  expect(missingFrom(document, readFileSync(path.join(root, document), 'utf8'))).toEqual([]);
});

test('a link, an anchor, a file, a folder and a name that are not there are all seen, and nothing else', () => {
  const text = [
    '# One thing & another',
    '[there](../README.md) [gone](../GONE.md) [no such heading](../README.md#gone) [mine](#one-thing--another)',
    '[elsewhere](https://example.com/README.md) ![picture](../build/pictures/gone.png)',
    '`electron/core/desk.ts` `electron/core/gone.ts` `no-such-file.ts` `gone/` `shared/*/errors.ts` `shared/*/gone.ts`',
    '`quoteStart` in `electron/core/queue/admission.ts` `noSuchName` in `electron/core/queue/admission.ts`, `stateWords` of `job-words.ts`',
    '`electron/core/queue/estimates/estimates.ts` and `forecast.ts` beside it, `learned-speeds.ts` beside it; `noSuchName` (`electron/core/desk.ts`)',
    '`test/results` `keys/keys.json` `/media/pcm` `npm start` `@vendor/package`',
    '```sh\ncat electron/core/gone.ts `electron/core/gone.ts`\n```',
  ].join('\n');
  expect(missingFrom('.github/TOY.md', text)).toEqual([
    '../GONE.md',
    '../README.md#gone',
    '../build/pictures/gone.png',
    'electron/core/gone.ts',
    'no-such-file.ts',
    'gone/',
    'shared/*/gone.ts',
    'electron/core/queue/estimates/learned-speeds.ts',
    'noSuchName in electron/core/queue/admission.ts',
    'noSuchName in electron/core/desk.ts',
  ]);
});

test('README stays short enough to finish, and a decision stays a page', () => {
  const linesOf = (document: string) => readFileSync(path.join(root, document), 'utf8').split('\n').length - 1;
  expect(linesOf('README.md')).toBeLessThanOrEqual(150);
  const decisions = documents.filter((document) => /^\.github\/decisions\/\d{4}-/.test(document));
  expect(decisions.filter((document) => linesOf(document) > 60)).toEqual([]);
  const index = referencesOf(readFileSync(path.join(root, '.github/decisions/README.md'), 'utf8'));
  expect(index.links).toEqual(decisions.map((document) => path.posix.basename(document)));
});
