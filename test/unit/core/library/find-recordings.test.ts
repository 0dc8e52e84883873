import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findRecordings, samplePaths } from '../../../../electron/core/library/import/find-recordings.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { isAmbiguous, RECORDING_EXTENSIONS } from '../../../../shared/domain/media-types.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

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
  expect(skipped.map(({ kind, count }) => [kind, count])).toEqual([
    ['link-loop', undefined],
    ['not-a-recording', 1],
    ['hidden', 2],
  ]);
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

test('every kind of recording is taken from a folder, in any case; a TypeScript source is none', async () => {
  const root = temporaryFolder();
  for (const [index, extension] of RECORDING_EXTENSIONS.entries()) {
    const name = index % 2 === 0 ? `k.${extension}` : `k.${extension.toUpperCase()}`;
    writeFileSync(path.join(root, name), isAmbiguous(name) ? streamOf(188, 0) : 'x');
  }
  writeFileSync(path.join(root, 'camera.mts'), streamOf(192, 4));
  for (const name of ['index.ts', 'empty.mts']) writeFileSync(path.join(root, name), name === 'index.ts' ? SOURCE : '');
  const { found, skipped } = await findRecordings(nodeFiles, [root]);
  expect(found).toHaveLength(RECORDING_EXTENSIONS.length + 1);
  expect(skipped).toEqual([
    {
      path: root,
      kind: 'not-a-recording',
      reason: '2 files in this folder aren’t recordings: 1 mts, 1 ts.',
      count: 2,
      harmless: true,
    },
  ]);
});

test('what is left out of a folder is named; other files and hidden ones are counted', async () => {
  const root = temporaryFolder();
  mkdirSync(path.join(root, '.git'));
  mkdirSync(path.join(root, 'b'));
  for (const name of ['a.wav', 'b/1.txt', 'b/2.txt', 'README', 'cover.jpg', '.a.wav']) {
    writeFileSync(path.join(root, name), 'x');
  }
  symlinkSync(root, path.join(root, 'b/up'));
  symlinkSync(temporaryFolder(), path.join(root, 'elsewhere.wav'));
  symlinkSync('/dev/zero', path.join(root, 'endless.wav'));
  symlinkSync('self.wav', path.join(root, 'self.wav'));
  execFileSync('mkfifo', [path.join(root, 'pipe.wav')]);
  const socket = createServer().listen(path.join(root, 'ear.wav'));
  await once(socket, 'listening');
  const { found, skipped } = await findRecordings(nodeFiles, [root]);
  socket.close();
  expect(found.map(({ name }) => name)).toEqual(['a.wav']);
  const told = skipped.map(({ path: where, kind, harmless, count }) => [
    path.relative(root, where),
    kind,
    harmless,
    count,
  ]);
  expect(told).toEqual([
    ['b/up', 'link-loop', true, undefined],
    ['ear.wav', 'socket', true, undefined],
    ['elsewhere.wav', 'folder-link', undefined, undefined],
    ['endless.wav', 'device', true, undefined],
    ['pipe.wav', 'pipe', true, undefined],
    ['self.wav', 'link-loop', undefined, undefined],
    ['', 'not-a-recording', true, 4],
    ['', 'hidden', true, 2],
  ]);
  expect(skipped.at(-2)?.reason).toBe('4 files in this folder aren’t recordings: 2 txt, 1 without an ending, 1 jpg.');
});

test('a pipe or a device that was named itself is left undone, and never opened', async () => {
  const pipe = path.join(temporaryFolder(), 'pipe.wav');
  execFileSync('mkfifo', [pipe]);
  const { found, skipped } = await findRecordings(nodeFiles, [pipe, '/dev/zero']);
  expect(found).toEqual([]);
  expect(skipped.map(({ kind, harmless }) => [kind, harmless])).toEqual([
    ['pipe', undefined],
    ['device', undefined],
  ]);
});

test('dictations are named as what they are, in a folder and by themselves', async () => {
  const folder = temporaryFolder();
  for (const name of ['a.wav', 'note.dss', 'NOTE.DS2', '.hidden.dss']) writeFileSync(path.join(folder, name), name);
  const { found, skipped } = await findRecordings(nodeFiles, [folder]);
  expect(found.map(({ name }) => name)).toEqual(['a.wav']);
  const dictations = skipped.filter(({ kind }) => kind === 'dictation');
  expect(dictations.map((one) => path.basename(one.path)).sort()).toEqual(['NOTE.DS2', 'note.dss']);
  expect(dictations[0]?.reason).toContain('Save it there as WAV or MP3');
  const named = await findRecordings(nodeFiles, [path.join(folder, 'note.dss')]);
  expect([named.found, named.skipped.map(({ kind }) => kind)]).toEqual([[], ['dictation']]);
});

test('folders nested beyond reason end the walk with a word', async () => {
  const root = temporaryFolder();
  mkdirSync(path.join(root, ...Array.from({ length: 103 }, () => 'd')), { recursive: true });
  writeFileSync(path.join(root, 'a.wav'), 'x');
  const { found, skipped } = await findRecordings(nodeFiles, [root]);
  expect([found.length, skipped.map(({ kind }) => kind)]).toEqual([1, ['too-deep']]);
});

const SOURCE = 'export const one = 1;\n'.repeat(40);

/** The first packets of a transport stream. */
function streamOf(packet: number, offset: number): Uint8Array {
  const bytes = new Uint8Array(packet * 3);
  for (let at = offset; at < bytes.length; at += packet) bytes[at] = 0x47;
  return bytes;
}

test('the samples of a clone are its recordings, not the scripts beside them', async () => {
  const folder = path.resolve(import.meta.dirname, '../../../../build/samples');
  const listed = JSON.parse(readFileSync(path.join(folder, 'samples.json'), 'utf8')) as { readonly file: string }[];
  const found = await samplePaths(folder);
  expect(found.map((file) => path.basename(file))).toEqual(listed.map(({ file }) => file).sort());
});
