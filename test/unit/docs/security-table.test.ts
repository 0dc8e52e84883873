import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const page = readFileSync(path.join(root, '.github/SECURITY.md'), 'utf8');
const rows = [...page.matchAll(/^\| (\d+) \| (.+?) \| `(.+?)` \| `(.+?)`: (.+?) \|$/gm)].map(
  ([, number = '', rule = '', place = '', file = '', title = '']) => ({ number, rule, place, file, title }),
);

test('the table has the 24 rules of the checklist, in order', () => {
  expect(rows.map(({ number }) => Number(number))).toEqual(Array.from({ length: 24 }, (_row, index) => index + 1));
});

test.each(rows)('rule $number, $rule: the place and the test are there', ({ place, file, title }) => {
  expect(existsSync(path.join(root, place))).toBe(true);
  const text = readFileSync(path.join(root, file), 'utf8');
  const titles = [...text.matchAll(/\btest\(\s*(['"`])(.*?)\1/gs)].map((match) => match[2]);
  expect(titles).toContain(title);
});
