import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type FindStep, findSource, type Sought } from '../../../../electron/core/library/sources/find-source.ts';
import { type Files, nodeFiles } from '../../../../electron/platform/files/files.ts';
import { hashFile } from '../../../../electron/platform/files/hashing.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

const CONTENT = 'the sound of a recording';

/** A folder with the recording in `deep/er/renamed.wav`, beside files of its size and of other sizes. */
async function place() {
  const folder = temporaryFolder();
  const at = (...names: string[]) => path.join(folder, ...names);
  mkdirSync(at('deep', 'er'), { recursive: true });
  mkdirSync(at('empty'));
  writeFileSync(at('deep', 'er', 'renamed.wav'), CONTENT);
  writeFileSync(at('same size.wav'), CONTENT.replace('sound', 'SOUND'));
  for (let i = 0; i < 40; i++) writeFileSync(at('deep', `${i}.wav`), `other ${i}`);
  symlinkSync(folder, at('deep', 'loop'));
  symlinkSync(at('nowhere'), at('broken.wav'));
  const contentHash = await hashFile(at('deep', 'er', 'renamed.wav'));
  const sought: Sought = { bytes: CONTENT.length, contentHash, name: 'take.wav', modifiedAt: 5000 };
  return { folder, at, sought };
}

async function steps(
  paths: readonly string[],
  sought: Sought,
  { files = nodeFiles, signal }: { files?: Files; signal?: AbortSignal } = {},
): Promise<FindStep[]> {
  let now = 0;
  const clock = { monotonic: () => (now += 150) };
  const all: FindStep[] = [];
  for await (const step of findSource({ files, clock }, paths, sought, signal)) all.push(step);
  return all;
}

test('a recording that was moved and renamed is found by its content; only files of its size are read', async () => {
  const { folder, at, sought } = await place();
  const read: string[] = [];
  const files: Files = {
    ...nodeFiles,
    hash: (file, signal) => {
      read.push(path.basename(file));
      return nodeFiles.hash(file, signal);
    },
  };
  const all = await steps([folder], sought, { files });
  expect(all.at(-1)).toEqual({ kind: 'found', path: at('deep', 'er', 'renamed.wav') });
  expect(all.slice(0, -1).every(({ kind }) => kind === 'looking')).toBe(true);
  expect(all.length).toBeGreaterThan(1);
  expect(read).toEqual(['same size.wav', 'renamed.wav']);
});

test('one file that is another recording is told by size and content; of several, and of folders, the right one counts', async () => {
  const { folder, at, sought } = await place();
  const right = at('deep', 'er', 'renamed.wav');
  expect(await steps([right], sought)).toEqual([{ kind: 'found', path: right }]);
  expect(await steps([at('deep', '1.wav')], sought)).toEqual([{ kind: 'different', by: 'size' }]);
  expect(await steps([at('same size.wav')], sought)).toEqual([{ kind: 'different', by: 'content' }]);
  expect((await steps([at('same size.wav'), right], sought)).at(-1)).toEqual({ kind: 'found', path: right });
  expect((await steps([at('empty')], sought)).at(-1)).toEqual({ kind: 'none', files: 0 });
  expect((await steps([at('nowhere')], sought)).at(-1)).toEqual({ kind: 'none', files: 0 });
  const other = { ...sought, contentHash: '0'.repeat(64) };
  // Links to folders aren't followed: each file is looked at once, a broken link too.
  expect((await steps([folder], other)).at(-1)).toEqual({ kind: 'none', files: 44 });
});

test('a recording that was never read is found by its size with its name or its date', async () => {
  const { folder, at, sought } = await place();
  const unread = { ...sought, contentHash: null };
  const last = async (wanted: Sought) => (await steps([folder], wanted)).at(-1);
  expect(await last(unread)).toEqual({ kind: 'none', files: 44 });
  const renamed = at('deep', 'er', 'renamed.wav');
  expect(await last({ ...unread, name: 'renamed.wav' })).toEqual({ kind: 'found', path: renamed });
  utimesSync(renamed, 5, 5);
  expect(await last(unread)).toEqual({ kind: 'found', path: renamed });
  expect(await last({ ...unread, bytes: sought.bytes + 1 })).toMatchObject({ kind: 'none' });
});

test('a search stops when it is aborted, also while a file is read', async () => {
  const { folder, sought } = await place();
  const stop = new AbortController();
  const files: Files = {
    ...nodeFiles,
    hash: (file, signal) => {
      stop.abort(new Error('stopped'));
      return nodeFiles.hash(file, signal);
    },
  };
  await expect(steps([folder], sought, { files, signal: stop.signal })).rejects.toThrow('stopped');
});
