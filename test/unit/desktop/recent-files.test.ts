import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createRecentFiles } from '../../../electron/hosts/desktop/recent-files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

function openRecent(file = path.join(temporaryFolder(), 'recent.json')) {
  const told: (readonly string[])[] = [];
  return { recent: createRecentFiles(file, (added) => told.push(added)), file, told };
}

test('the newest are first, each once, ten at most, and are there after the next start', () => {
  const { file, recent, told } = openRecent();
  for (let number = 1; number <= 12; number++) recent.add([`/${number}.wav`]);
  recent.add(['/5.wav', '/new.wav']);
  expect(recent.list()).toEqual([
    '/5.wav',
    '/new.wav',
    '/12.wav',
    '/11.wav',
    ...[10, 9, 8, 7, 6, 4].map((n) => `/${n}.wav`),
  ]);
  expect(told).toHaveLength(13);
  expect(told.at(-1)).toEqual(['/5.wav', '/new.wav']);
  expect(openRecent(file).recent.list()).toEqual(recent.list());
  expect(statSync(file).mode & 0o077).toBe(0);
});

test('an import without a file of its own changes nothing; clearing forgets all', () => {
  const { file, recent, told } = openRecent();
  recent.add([]);
  expect(told).toEqual([]);
  recent.add(['/a.wav']);
  recent.clear();
  expect([recent.list(), told.at(-1), readFileSync(file, 'utf8')]).toEqual([[], [], '[]']);
});

test.each(['{"a":1}', 'half a fi', '[1,null]'])('%s is an empty list', (text) => {
  const { file } = openRecent();
  writeFileSync(file, text);
  expect(openRecent(file).recent.list()).toEqual([]);
});

test('a list that cannot be kept stops nothing', () => {
  const { recent } = openRecent(path.join(temporaryFolder(), 'no/such/folder.json'));
  recent.add(['/a.wav']);
  expect(recent.list()).toEqual(['/a.wav']);
});
