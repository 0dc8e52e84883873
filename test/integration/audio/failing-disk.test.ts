import { execFileSync, spawnSync } from 'node:child_process';
import { realpathSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SCAN = `
  const { scan } = await import('${ROOT}/electron/audio/passes/scan.ts');
  const { probeFile } = await import('${ROOT}/electron/audio/input/source-file.ts');
  const [path, folder] = process.argv.slice(1);
  const places = { path, peaksPath: folder + '/peaks', indexPath: folder + '/index' };
  const told = (failure) => ({ code: failure.code, userMessage: failure.userMessage });
  const probed = await probeFile(path).then(() => 'probed', told);
  console.log(JSON.stringify([probed, await scan(places, () => undefined).then(({ truncated }) => ({ truncated }), told)]));
  process.exit(0);
`;

test('a disk that fails in the middle of a recording is no damage of the recording, and a cut one still is', {
  tags: 'long',
}, ({ skip }) => {
  if (process.platform !== 'linux') skip('only Linux puts other functions in place of those that read');
  const folder = realpathSync(temporaryFolder());
  const library = path.join(folder, 'failing-disk.so');
  const source = path.join(ROOT, 'test/harness/engine/failing-disk.c');
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'], { stdio: 'ignore' });
  } catch {
    skip('no C compiler');
  }
  const noisy = path.join(folder, 'noise.wav');
  writeWav(noisy, [noise(30 * 16_000, 1)], 16_000);
  for (const name of ['take.wav', 'take.mp3']) {
    const recording = path.join(folder, name);
    ffmpeg('-i', noisy, recording);
    const run = (after: number) => {
      const env = { ...process.env, LD_PRELOAD: library, FAILING_FILE: recording, FAILING_AFTER: String(after) };
      const { stdout, stderr } = spawnSync(process.execPath, ['-e', SCAN, '--', recording, folder], {
        env,
        encoding: 'utf8',
      });
      return stdout === '' ? stderr : JSON.parse(stdout.split('\n').at(-2) ?? '');
    };
    const { size } = statSync(recording);
    const failed = {
      code: 'diskFailed',
      userMessage: expect.stringContaining(`The disk of ${recording} couldn’t be read`),
    };
    expect.soft(run(Math.round(size / 2))[1], name).toEqual(failed);
    expect.soft(run(size * 2)[1], name).toEqual({ truncated: false });
    truncateSync(recording, Math.round(size / 2));
    expect.soft(JSON.stringify(run(size * 2)[1]), name).not.toContain('diskFailed');
  }
});
