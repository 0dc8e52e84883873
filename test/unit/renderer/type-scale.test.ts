import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** Pixels. */
const SIZES = [12, 13, 15, 20];

/** What is drawn rather than written: it has to fit where it is. */
const DRAWN: Readonly<Record<string, readonly number[]>> = {
  // Names below the icons of the rail, and the figure on one.
  'renderer/app/frame/shell.module.css': [10.5, 10],
  // On the pictures of takes.
  'renderer/features/listen/pictures/pictures.module.css': [10, 10],
  // The result of a test, and the letters that stand in place of takes.
  'renderer/features/listen/blind/blind.module.css': [26, 40],
};

test('text has four sizes', () => {
  const found = globSync('renderer/**/*.{css,tsx,ts}', { cwd: root }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const sizes = [...text.matchAll(/font-size: *([\d.]+)px|\bfz=\{([\d.]+)\}|\bfontSize: ([\d.]+)\b/g)]
      .map((match) => Number(match.slice(1).find((size) => size !== undefined)))
      .filter((size) => !SIZES.includes(size));
    return sizes.length === 0 ? [] : [[file, sizes]];
  });
  expect(Object.fromEntries(found)).toEqual(DRAWN);
});
