import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exportResult } from '../../../../electron/core/library/export/export.ts';
import type { ExportTask } from '../../../../electron/core/library/export/export-task.ts';
import type { GenerationRow, JobRow, RecordingRow, ResultRow } from '../../../../electron/core/store/schema.ts';
import { takeFreeName } from '../../../../electron/platform/files/atomic-files.ts';
import { type Files, nodeFiles } from '../../../../electron/platform/files/files.ts';
import { hashFile } from '../../../../electron/platform/files/hashing.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { presetFor } from '../../../harness/desk/open-test-desk.ts';

const RECORDED_AT = Date.UTC(2019, 4, 4, 10);

async function prepare(content: string, more: { bytes?: number; keepsFileTime?: boolean } = {}) {
  const folder = temporaryFolder();
  const out = path.join(folder, 'out');
  mkdirSync(out);
  const source = path.join(folder, 'result.wav');
  writeFileSync(source, content);
  const result = {
    path: source,
    extension: 'wav',
    bytes: content.length,
    contentHash: await hashFile(source),
  } as ResultRow;
  const place = { name: 'take.wav', folder: '', path: '/elsewhere/take.wav', origin: 'path' };
  const recording = { ...place, bytes: more.bytes ?? 1, modifiedAt: RECORDED_AT } as RecordingRow;
  const generation = { id: 'g1', model: 'service-2' } as GenerationRow;
  const times = more.keepsFileTime === undefined ? {} : { keepsFileTime: more.keepsFileTime };
  const job = { preset: { ...presetFor(['service-2'], out), ...times } } as JobRow;
  const naming = { originalName: recording.name, model: 'service-2' };
  const task: ExportTask = { job, recording, generation, result, naming };
  const run = (files: Files = nodeFiles, folder = out) => exportResult(files, folder, task);
  return { out, source, run };
}

test('a crash between the copy and its record leaves one output and nothing else', async () => {
  const { out, source, run } = await prepare('restored');
  linkSync(source, path.join(out, 'take (service-2).wav'));
  writeFileSync(path.join(out, '.cleartake-g1.part'), 'restored');
  expect(await run()).toBe(path.join(out, 'take (service-2).wav'));
  expect(readdirSync(out)).toEqual(['take (service-2).wav']);
});

test('an output has the file time of its recording, unless the preset says otherwise', async () => {
  const kept = await prepare('restored');
  expect(statSync(await kept.run()).mtimeMs).toBe(RECORDED_AT);
  const now = await prepare('restored', { keepsFileTime: false });
  expect(Date.now() - statSync(await now.run()).mtimeMs).toBeLessThan(60_000);
});

test('an output of the size of its recording is a little younger, so that nothing takes one for the other', async () => {
  const { run } = await prepare('restored', { bytes: 'restored'.length });
  expect(statSync(await run()).mtimeMs).toBe(RECORDED_AT + 1);
});

test('an existing file is kept, and the output gets a number', async () => {
  const { out, run } = await prepare('restored');
  writeFileSync(path.join(out, 'take (service-2).wav'), 'not ours');
  expect(await run()).toBe(path.join(out, 'take (service-2) (2).wav'));
  expect(readFileSync(path.join(out, 'take (service-2).wav'), 'utf8')).toBe('not ours');
  expect(readdirSync(out).sort()).toEqual(['take (service-2) (2).wav', 'take (service-2).wav']);
});

test('a folder that cannot be created is reported', async () => {
  const { out, run } = await prepare('restored');
  const blocked = path.join(out, 'file/below');
  writeFileSync(path.join(out, 'file'), '');
  await expect(run(nodeFiles, blocked)).rejects.toMatchObject({ code: 'outputUnwritable' });
});

test('a symbolic link in place of the temporary file is not followed', async () => {
  const { out, run } = await prepare('restored');
  const precious = path.join(out, '../precious.txt');
  writeFileSync(precious, 'not ours');
  symlinkSync(precious, path.join(out, '.cleartake-g1.part'));
  expect(readFileSync(await run(), 'utf8')).toBe('restored');
  expect(readFileSync(precious, 'utf8')).toBe('not ours');
  expect(readdirSync(out)).toEqual(['take (service-2).wav']);
});

test('a name that is taken while the copy is made is left alone', async () => {
  const { out, run } = await prepare('restored');
  const target = path.join(out, 'take (service-2).wav');
  const raced: Files = {
    ...nodeFiles,
    async takeFreeName(temporary, to) {
      if (to === target) writeFileSync(target, 'not ours');
      return await nodeFiles.takeFreeName(temporary, to);
    },
  };
  expect(await run(raced)).toBe(path.join(out, 'take (service-2) (2).wav'));
  expect(readFileSync(target, 'utf8')).toBe('not ours');
});

test('without space in the output folder nothing is copied there', async () => {
  const { out, run } = await prepare('restored');
  await expect(run({ ...nodeFiles, freeBytes: async () => 1_000_000 })).rejects.toMatchObject({ code: 'diskFull' });
  expect(readdirSync(out)).toEqual([]);
});

test('a file system without hard links still gets its output, whatever error it reports', async () => {
  for (const code of ['EISDIR', 'EPERM', 'ENOTSUP']) {
    const { out, run } = await prepare('restored');
    const refuse = async () => Promise.reject(Object.assign(new Error(code), { code }));
    const output = await run({ ...nodeFiles, takeFreeName: (temporary, to) => takeFreeName(temporary, to, refuse) });
    expect(readFileSync(output, 'utf8')).toBe('restored');
    expect(readdirSync(out)).toEqual(['take (service-2).wav']);
  }
});

test('a name that a crashed run reserved is filled; an empty file that is not ours stays', async () => {
  const { out, run } = await prepare('restored');
  const target = path.join(out, 'take (service-2).wav');
  writeFileSync(target, '');
  writeFileSync(path.join(out, '.cleartake-g1.part'), 'restored');
  expect(await run()).toBe(target);
  expect(readFileSync(target, 'utf8')).toBe('restored');
  expect(readdirSync(out)).toEqual(['take (service-2).wav']);

  const other = await prepare('restored');
  writeFileSync(path.join(other.out, 'take (service-2).wav'), '');
  expect(await other.run()).toBe(path.join(other.out, 'take (service-2) (2).wav'));
});

test.each<readonly [string, (source: string) => void]>([
  ['is gone', (source) => rmSync(source)],
  ['was cut', (source) => truncateSync(source, 4)],
  ['has other bytes', (source) => writeFileSync(source, 'RESTORED')],
])('a result whose file %s gets no name in the output folder', async (_, damage) => {
  const { out, source, run } = await prepare('restored');
  damage(source);
  await expect(run()).rejects.toMatchObject({ code: 'resultLost' });
  expect(readdirSync(out)).toEqual([]);
});

test('a failed copy does not blame its source', async () => {
  const { out, run } = await prepare('restored');
  const copy = async (_: string, temporary: string) => writeFileSync(temporary, 'RESTORED');
  await expect(run({ ...nodeFiles, copy })).rejects.toThrow('The copy is not what was stored');
  expect(readdirSync(out)).toEqual([]);
});

/** Deliveries of different results under these names into one folder, all at once. @returns paths and their contents */
async function deliverAtOnce(names: readonly string[], files: Files) {
  const folder = temporaryFolder();
  const out = path.join(folder, 'out');
  const job = { preset: { ...presetFor(['service-2'], out), namingTemplate: '{name}' } } as JobRow;
  const delivered = await Promise.all(
    names.map(async (originalName, index) => {
      const source = path.join(folder, `${index}.wav`);
      const content = `result ${String(index).padStart(3, '0')}`;
      writeFileSync(source, content);
      const contentHash = await hashFile(source);
      const result = { path: source, extension: 'wav', bytes: content.length, contentHash } as ResultRow;
      const recording = { name: originalName, folder: '', path: '/elsewhere/take.wav', origin: 'path' } as RecordingRow;
      const generation = { id: `g${index}`, model: 'service-2' } as GenerationRow;
      const naming = { originalName, model: 'service-2' };
      return [await exportResult(files, out, { job, recording, generation, result, naming }), content] as const;
    }),
  );
  for (const [file, content] of delivered) expect(readFileSync(file, 'utf8')).toBe(content);
  return { delivered, names: readdirSync(out).sort() };
}

const withoutLinks: Files = {
  ...nodeFiles,
  takeFreeName: (temporary, to) =>
    takeFreeName(temporary, to, () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' }))),
};

test.each([
  ['with hard links', nodeFiles],
  ['without them', withoutLinks],
])('deliveries that race for one name never replace each other, %s', async (_, files) => {
  const { names } = await deliverAtOnce(
    Array.from({ length: 24 }, () => 'take.wav'),
    files,
  );
  const numbers = Array.from({ length: 23 }, (__, index) => `take (${index + 2}).wav`);
  expect(names).toEqual(['take.wav', ...numbers].sort());
});

/** As on Macs and Windows: a file is found under its name in any case. */
const ignoringCase: Files = {
  ...nodeFiles,
  facts: async (file) => nodeFiles.facts(inAnyCase(file) ?? file),
  hash: async (file) => nodeFiles.hash(inAnyCase(file) ?? file),
  takeFreeName: (temporary, to) => {
    // Looking and taking are one step there.
    const taken = lastTaken.then(async () => inAnyCase(to) === null && (await nodeFiles.takeFreeName(temporary, to)));
    lastTaken = taken;
    return taken;
  },
};
let lastTaken: Promise<unknown> = Promise.resolve();

function inAnyCase(file: string): string | null {
  const folder = path.dirname(file);
  const found = readdirSync(folder).find((name) => name.toLowerCase() === path.basename(file).toLowerCase());
  return found === undefined ? null : path.join(folder, found);
}

test('where case doesn’t count, names that differ only by it get numbers', async () => {
  const { names } = await deliverAtOnce(['Take.wav', 'take.wav', 'TAKE.WAV'], ignoringCase);
  expect(names.map((name) => name.toLowerCase()).sort()).toEqual(['take (2).wav', 'take (3).wav', 'take.wav']);
});
