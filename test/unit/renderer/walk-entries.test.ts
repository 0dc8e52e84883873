import { expect, test } from 'vitest';
import {
  droppedFiles,
  type EntryLike,
  entriesInNameOrder,
  walkEntries,
} from '../../../renderer/components/add-recordings/walk-entries.ts';

function fileEntry(name: string): EntryLike {
  return { isFile: true, isDirectory: false, name, file: (resolve) => resolve(new File(['x'], name)) };
}

/** Returns two entries per call, as real readers return theirs in batches. */
function folderEntry(name: string, children: EntryLike[]): EntryLike {
  return {
    isFile: false,
    isDirectory: true,
    name,
    createReader: () => {
      const left = [...children];
      return { readEntries: (resolve) => resolve(left.splice(0, 2)) };
    },
  };
}

test('finds recordings in nested folders, with relative names', async () => {
  const season = folderEntry('Season 1', [
    fileEntry('b.mp3'),
    fileEntry('notes.txt'),
    folderEntry('takes', [fileEntry('c.flac')]),
    fileEntry('.hidden.wav'),
    fileEntry('a.wav'),
  ]);
  const { found, leftOut } = await walkEntries([season, fileEntry('strange.xyz')]);
  expect(found.map(({ name }) => name)).toEqual([
    'Season 1/a.wav',
    'Season 1/b.mp3',
    'Season 1/takes/c.flac',
    'strange.xyz',
  ]);
  expect(leftOut).toEqual([
    {
      path: 'Season 1',
      kind: 'not-a-recording',
      reason: '1 file in this folder isn’t a recording: 1 txt.',
      count: 1,
      harmless: true,
    },
    { path: 'Season 1', kind: 'hidden', reason: '1 hidden file or folder in this folder.', count: 1, harmless: true },
  ]);
});

test('unreadable entries are named and don’t stop the rest', async () => {
  const locked: EntryLike = { ...fileEntry('locked.wav'), file: (_resolve, reject) => reject('no') };
  const { found, leftOut } = await walkEntries([locked, fileEntry('open.wav')]);
  expect(found.map(({ name }) => name)).toEqual(['open.wav']);
  expect(leftOut.map(({ path, kind }) => [path, kind])).toEqual([['locked.wav', 'unreadable']]);
});

test('chosen files are taken whatever their name, but from chosen folders only recordings', () => {
  const plain = Object.assign(new File(['x'], 'odd.xyz'), { webkitRelativePath: '' });
  const inside = Object.assign(new File(['x'], 'a.wav'), { webkitRelativePath: 'show/a.wav' });
  const notes = Object.assign(new File(['x'], 'notes.txt'), { webkitRelativePath: 'show/notes.txt' });
  const { found, leftOut } = droppedFiles([plain, inside, notes]);
  expect(found.map(({ name }) => name)).toEqual(['odd.xyz', 'show/a.wav']);
  expect(leftOut.map(({ kind, count }) => [kind, count])).toEqual([['not-a-recording', 1]]);
});

test('files come folder by folder, in natural order', () => {
  const names = ['show/take 10.wav', 'show/take 2.wav', 'intro.wav', 'show/b/take 1.wav', 'show/a/take 3.wav'];
  const files = names.map((name) => ({ file: new File([], name), name }));
  expect(entriesInNameOrder(files).map(({ name }) => name)).toEqual([
    'intro.wav',
    'show/a/take 3.wav',
    'show/b/take 1.wav',
    'show/take 2.wav',
    'show/take 10.wav',
  ]);
});
