/** `cleartake engine` never writes over a recording that it reads. */

import { linkSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as engine from '../../../electron/hosts/cli/commands/alone/engine.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runHere as run } from '../../harness/cli/run-here.ts';

test('an output that is a recording itself is refused, under another name too', async () => {
  const folder = temporaryFolder();
  const [source, result, link] = ['take.wav', 'restored.wav', 'link.wav'].map((name) => path.join(folder, name));
  if (source === undefined || result === undefined || link === undefined) throw new Error('no names');
  writeTone(source, { seconds: 1 });
  writeTone(result, { seconds: 1 });
  linkSync(source, link);
  const before = readFileSync(source);
  const model = { model: 'service-2' } as const;
  for (const command of [
    () => engine.engineRestoreCommand(source, source, model),
    () => engine.engineRestoreCommand(source, link, model),
    () => engine.enginePeaksCommand(source, source),
    () => engine.engineExportCommand(source, result, source, {}),
    () => engine.engineExportCommand(source, result, result, {}),
  ]) {
    expect(await run(command)).toMatchObject({
      status: 2,
      sentence: expect.stringContaining('is the recording itself'),
    });
  }
  expect(readFileSync(source).equals(before)).toBe(true);
});

test('a missing recording or folder, and an extension without a format, are named', async () => {
  const folder = temporaryFolder();
  const source = path.join(folder, 'take.wav');
  writeTone(source, { seconds: 1 });
  const restore = (input: string, output: string) =>
    run(() => engine.engineRestoreCommand(input, output, { model: 'service-2' }));
  expect(await restore(path.join(folder, 'no.wav'), path.join(folder, 'out.wav'))).toMatchObject({
    status: 2,
    sentence: expect.stringContaining('no.wav'),
  });
  expect((await restore(source, path.join(folder, 'none', 'out.wav'))).sentence).toContain('There is no folder');
  expect((await restore(source, path.join(folder, 'out.xyz'))).sentence).toContain('wav, flac, mp3, m4a, opus');
});
