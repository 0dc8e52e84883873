import { linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exportResult } from '../../../electron/core/library/export.ts';
import type { GenerationRow, RecordingRow, ResultRow } from '../../../electron/core/store/schema.ts';
import { nodeFiles } from '../../../electron/platform/files.ts';
import { hashFile } from '../../../electron/platform/hashing.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { presetFor } from './open-test-desk.ts';

async function prepare(content: string) {
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
  const recording = { name: 'take.wav', folder: '', path: '/elsewhere/take.wav', origin: 'path' } as RecordingRow;
  const generation = { id: 'g1', model: 'service-2' } as GenerationRow;
  const run = () =>
    exportResult(nodeFiles, out, presetFor(['service-2'], out), recording, generation, result, '2026-11-20');
  return { out, source, run };
}

test('a run that died between the copy and its record leaves one output, and nothing else', async () => {
  const { out, source, run } = await prepare('restored');
  linkSync(source, path.join(out, 'take (service-2).wav'));
  writeFileSync(path.join(out, '.cleartake-g1.part'), 'restored');
  expect(await run()).toBe(path.join(out, 'take (service-2).wav'));
  expect(readdirSync(out)).toEqual(['take (service-2).wav']);
});

test('another file of that name is kept, and the output is numbered', async () => {
  const { out, run } = await prepare('restored');
  writeFileSync(path.join(out, 'take (service-2).wav'), 'not ours');
  expect(await run()).toBe(path.join(out, 'take (service-2) 2.wav'));
  expect(readFileSync(path.join(out, 'take (service-2).wav'), 'utf8')).toBe('not ours');
  expect(readdirSync(out).sort()).toEqual(['take (service-2) 2.wav', 'take (service-2).wav']);
});

test('a folder that cannot be made says so', async () => {
  const { out, source } = await prepare('restored');
  const result = { path: source, extension: 'wav', bytes: 8, contentHash: await hashFile(source) } as ResultRow;
  const recording = { name: 'take.wav', folder: '' } as RecordingRow;
  const blocked = path.join(out, 'file/below');
  writeFileSync(path.join(out, 'file'), '');
  await expect(
    exportResult(
      nodeFiles,
      blocked,
      presetFor(['service-2'], blocked),
      recording,
      { id: 'g', model: 'service-2' } as GenerationRow,
      result,
      '2026-11-20',
    ),
  ).rejects.toMatchObject({ code: 'outputUnwritable' });
});
