import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { expandLists, readPathLines } from '../../../../electron/core/library/import/path-lists.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { readTypedPath } from '../../../../electron/platform/files/typed-path.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

function makePlace() {
  const folder = temporaryFolder();
  const home = path.join(folder, 'home');
  for (const name of ['home', 'show']) mkdirSync(path.join(folder, name));
  for (const name of ['show/a.wav', 'show/b.wav', 'home/c.wav', 'show/Ke$ha.wav', 'show/100%_x%.wav']) {
    writeFileSync(path.join(folder, name), 'x');
  }
  const environment = { SHOW: path.join(folder, 'show'), USER: 'ann', SECRET: 'hunter2', TOKEN: '/hunter2', EMPTY: '' };
  return { folder, surroundings: { home, environment } };
}

test('a path is read as people write it, on the host and by no shell', async () => {
  const { folder, surroundings } = makePlace();
  const read = async (text: string) => readTypedPath(nodeFiles, text, surroundings, null);
  const at = (name: string) => ({ path: path.join(folder, name) });
  expect(await read('~/c.wav')).toEqual(at('home/c.wav'));
  expect(await read('~')).toEqual(at('home'));
  for (const written of ['$SHOW/a.wav', '$' + '{SHOW}/a.wav', '%SHOW%/a.wav'])
    expect(await read(written)).toEqual(at('show/a.wav'));
  expect(await read(`"${folder}/show/a.wav"`)).toEqual(at('show/a.wav'));
  expect(await read(pathToFileURL(path.join(folder, 'show/a.wav')).href)).toEqual(at('show/a.wav'));
  expect(await read('$SHOW/$USER/x.wav')).toEqual(at('show/ann/x.wav'));
  // Signs of variables in the names of files that are there.
  expect(await read(path.join(folder, 'show/Ke$ha.wav'))).toEqual(at('show/Ke$ha.wav'));
  expect(await read(path.join(folder, 'show/100%_x%.wav'))).toEqual(at('show/100%_x%.wav'));
  // Nothing that a shell would run.
  expect(await read(`${folder}/$(touch ran)/x.wav`)).toEqual(at('$(touch ran)/x.wav'));
});

test('a variable that is no folder is an error, and its value is told to nobody', async () => {
  const { folder, surroundings } = makePlace();
  const read = async (text: string) => readTypedPath(nodeFiles, text, surroundings, null);
  for (const name of ['SECRET', 'TOKEN', 'EMPTY', 'MISSING'])
    expect(await read(`$${name}/a.wav`)).toEqual({ problem: 'variable', detail: name });
  for (const name of ['SECRET', 'TOKEN', 'SHOW'])
    expect(await read(`${folder}/$${name}/a.wav`)).toEqual({ problem: 'variable', detail: name });
});

test('an address and a relative path without a base are no paths', async () => {
  const { surroundings } = makePlace();
  const text = 'https://example.com/a.wav\nsmb://server/a.wav\na.wav\nfile://elsewhere/a.wav\n';
  const { paths, skipped } = await readPathLines(nodeFiles, text, surroundings, null);
  expect(paths).toEqual([]);
  expect(skipped.map(({ kind }) => kind)).toEqual(Array(4).fill('not-a-path'));
});

test('a list is replaced by what it names, relative to itself; comments and addresses are left out', async () => {
  const { folder, surroundings } = makePlace();
  const list = path.join(folder, 'season.m3u8');
  writeFileSync(
    list,
    '\uFEFF#EXTM3U\r\n#EXTINF:1,A\r\nshow/a.wav\r\n\r\n~/c.wav\r\nhttp://example.com/x.mp3\r\ngone.wav\r\n',
  );
  const listed = await expandLists(nodeFiles, [list], surroundings, () => true);
  expect(listed.paths).toEqual(['show/a.wav', 'home/c.wav', 'gone.wav'].map((name) => path.join(folder, name)));
  expect(listed.skipped.map((left) => left.path)).toEqual(['http://example.com/x.mp3']);
});

test('a name is found in whichever of its two spellings in Unicode the disk has it', async () => {
  const { folder, surroundings } = makePlace();
  const stored = path.join(folder, 'Café'.normalize('NFD'), 'Müller.wav'.normalize('NFD'));
  mkdirSync(path.dirname(stored));
  writeFileSync(stored, 'x');
  const composed = path.join(folder, 'Café'.normalize('NFC'), 'Müller.wav'.normalize('NFC'));
  // A disk that takes both for the same has the file under either name.
  const expected = existsSync(composed) ? composed : stored;
  expect(await readTypedPath(nodeFiles, composed, surroundings, null)).toEqual({ path: expected });
  const listed = await readPathLines(nodeFiles, `${'Café/Müller.wav'.normalize('NFC')}\n`, surroundings, folder);
  expect(listed).toEqual({ paths: [expected], skipped: [] });
  const missing = path.join(folder, 'Café'.normalize('NFC'), 'Möller.wav');
  expect(await readTypedPath(nodeFiles, missing, surroundings, null)).toEqual({ path: missing });
});

test('a text is a list only if each line is a path', async () => {
  const { folder, surroundings } = makePlace();
  const list = path.join(folder, 'list.txt');
  const notes = path.join(folder, 'notes.txt');
  writeFileSync(list, `${folder}/show/a.wav\nshow/b.wav\n`);
  writeFileSync(notes, `${folder}/show/a.wav\nwas too quiet\n`);
  const listed = await expandLists(nodeFiles, [list, notes], surroundings, () => true);
  expect(listed.paths).toEqual([path.join(folder, 'show/a.wav'), path.join(folder, 'show/b.wav'), notes]);
});

test('a list that a page could have written names nothing', async () => {
  const { folder, surroundings } = makePlace();
  const list = path.join(folder, 'made up.m3u');
  writeFileSync(list, '/etc/passwd\n');
  const { paths, skipped } = await expandLists(nodeFiles, [list], surroundings, () => false);
  expect(paths).toEqual([]);
  expect(skipped.map(({ path: where, kind }) => [where, kind])).toEqual([[list, 'not-a-path']]);
});
