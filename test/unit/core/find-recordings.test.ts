import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findRecordings } from '../../../electron/core/library/import/find-recordings.ts';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

test('folders are walked to the bottom, in the order that a person would count', async () => {
  const root = temporaryFolder();
  mkdirSync(path.join(root, 'b/c'), { recursive: true });
  mkdirSync(path.join(root, '.hidden'));
  const names = ['take 10.wav', 'take 2.wav', 'notes.txt', 'b/guest.MP3', 'b/c/deep.flac'];
  for (const name of [...names, '.hidden/x.wav', '._take 2.wav']) writeFileSync(path.join(root, name), 'x');
  // A link back up would lead in a circle.
  symlinkSync(root, path.join(root, 'b/up'));
  const { found, skipped } = await findRecordings(nodeFiles, [root]);
  expect(found.map(({ name, folder }) => [folder, name])).toEqual([
    ['b/c', 'deep.flac'],
    ['b', 'guest.MP3'],
    ['', 'take 2.wav'],
    ['', 'take 10.wav'],
  ]);
  expect(skipped).toEqual([]);
});

test('a file that was named is taken whatever it is called; the same one is taken once', async () => {
  const root = temporaryFolder();
  const odd = path.join(root, 'memo.bin');
  writeFileSync(odd, 'x');
  symlinkSync(odd, path.join(root, 'alias.wav'));
  const { found } = await findRecordings(nodeFiles, [odd, odd, path.join(root, 'alias.wav'), root]);
  expect(found.map(({ name }) => name)).toEqual(['memo.bin']);
});

test('what a folder holds is told from what was named itself, whichever comes first', async () => {
  const root = temporaryFolder();
  for (const name of ['a.wav', 'b.wav', 'c.wav']) writeFileSync(path.join(root, name), 'x');
  const { found } = await findRecordings(nodeFiles, [path.join(root, 'a.wav'), root, path.join(root, 'b.wav')]);
  expect(found.map(({ foundInFolder, name }) => [name, foundInFolder])).toEqual([
    ['a.wav', false],
    ['b.wav', false],
    ['c.wav', true],
  ]);
});
