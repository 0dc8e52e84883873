import { expect, test } from 'vitest';
import { table } from '../../../electron/hosts/cli/reports/table.ts';
import { widthOf, wrapToWidth } from '../../../electron/hosts/cli/reports/text-width.ts';

const HEADINGS = ['Label', 'Id', 'Scopes'];
const ID = 'key_12a78ec9fa6d65379a3e214a0b60ceaf';
const ROWS = [
  ['Newsroom', ID, 'read write'],
  ['新闻编辑部', ID, ''],
  ['Büro 🎙️', ID, 'read'],
];

test.each([
  ['Newsroom', 8],
  ['新闻', 4],
  ['Bu\u0308ro', 4],
  ['🎙️', 1],
  ['🎧', 2],
  ['…', 1],
])('%s takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width);
});

test('columns stay in line where characters are wide', () => {
  const lines = table(HEADINGS, ROWS, 80);
  const beforeId = lines.slice(1).map((line) => widthOf(line.slice(0, line.indexOf(ID))));
  expect(new Set(beforeId)).toEqual(new Set([12]));
  expect(lines[2]?.endsWith('-')).toBe(true);
});

test('a table that is wider than the terminal becomes blocks, in which nothing is cut off', () => {
  const scopes = 'admin read write keys:read keys:write webhooks:read webhooks:write projects:read';
  const lines = table(HEADINGS, [['Desk', ID, scopes], ...ROWS], 60);
  expect(lines.every((line) => widthOf(line) <= 60)).toBe(true);
  expect(lines.slice(0, 4)).toEqual([
    'Label   Desk',
    `Id      ${ID}`,
    'Scopes  admin read write keys:read keys:write webhooks:read',
    '        webhooks:write projects:read',
  ]);
  expect(lines[4]).toBe('');
  expect(lines.join(' ').replace(/\s+/g, ' ')).toContain(scopes);
  // An id stays in one piece, however narrow the terminal is.
  expect(table(HEADINGS, ROWS, 20).filter((line) => line.endsWith(ID))).toHaveLength(3);
});

test('a text breaks between words', () => {
  expect(wrapToWidth('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapToWidth('', 7)).toEqual(['']);
});
