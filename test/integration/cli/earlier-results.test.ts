import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { restoreCommand } from '../../../electron/hosts/cli/commands/restore.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runHere } from '../../harness/cli/run-here.ts';
import { scriptedService } from '../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../harness/remote/scripted-service.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the same command again downloads what was paid, then uses history, and pays again when told to', async () => {
  const service = await scriptedService();
  const folder = temporaryFolder();
  const file = path.join(folder, 'take.wav');
  writeTone(file, { seconds: 1 });
  let isBroken = true;
  service.override('/v1/get_generation_download', () => (isBroken ? { status: 403, body: { error: 'no' } } : null));
  const words = { type: 'audio', price: { 'service-2': 500 }, dataDir: path.join(folder, 'data') } as const;
  const restore = (out: string, again = false) => {
    const options = { ...words, out: path.join(folder, out), baseUrl: service.baseUrl, again };
    return runHere(() => restoreCommand([file], options), SCRIPTED_KEY);
  };
  expect((await restore('one')).status).toBe(1);
  isBroken = false;
  const fromHistory = 'take.wav: service-2 from history, not paid again\n';
  for (const out of ['two', 'three']) {
    const restored = await restore(out);
    expect(restored).toMatchObject({ status: 0, stderr: expect.stringContaining(fromHistory) });
    expect(restored.stdout).toBe(`${path.join(folder, out, 'take (service-2).wav')}\n`);
  }
  expect(service.generations).toHaveLength(1);
  const again = await restore('four', true);
  expect(again.stderr).not.toContain('from history');
  expect(service.generations).toHaveLength(2);

  // Other settings would be paid for again: nothing is, without the flag.
  const other = { ...words, type: 'mp3', out: path.join(folder, 'five'), baseUrl: service.baseUrl } as const;
  const left = await runHere(() => restoreCommand([file], other), SCRIPTED_KEY);
  expect(left).toMatchObject({ status: 3, stdout: '' });
  expect(left.stderr).toMatch(
    /Restored with Service 2\.0 on .* for 0\.03 USD, with other settings\. .*nothing\. Left out; `--again`/,
  );
  const told = await runHere(() => restoreCommand([file], { ...other, json: true }), SCRIPTED_KEY);
  expect(told.stdout.split('\n').filter((line) => line.includes('"paid-before"'))).toEqual([
    expect.stringContaining(`"path":${JSON.stringify(file)},"model":"service-2","reason":"settings"`),
  ]);
  expect(service.generations).toHaveLength(2);
});
