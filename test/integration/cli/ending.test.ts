import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { startCli } from '../../harness/cli/run-cli.ts';
import { scriptedService } from '../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../harness/remote/scripted-service.ts';

test('asked to stop during a start it stops at once, because the intent is recorded', { tags: 'long' }, async () => {
  const service = await scriptedService();
  service.startFaults.push({ kind: 'silence-after' });
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 1 });
  const { child, result } = startCli(
    ['restore', path.join(folder, 'take.wav'), '--data-dir', path.join(folder, 'data'), '--base-url', service.baseUrl],
    { environment: { CLEARTAKE_API_KEY: SCRIPTED_KEY } },
  );
  await vi.waitFor(() => expect(service.generations).toHaveLength(1), { timeout: 60_000, interval: 20 });
  const began = performance.now();
  child.kill('SIGINT');
  const { status, stderr } = await result;
  expect(performance.now() - began).toBeLessThan(30_000);
  expect([status, stderr]).toEqual([1, expect.stringContaining('Interrupted')]);
});

test('a closed pipe ends it quietly', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const input = path.join(folder, 'in');
  mkdirSync(input);
  for (let index = 0; index < 50; index++) writeFileSync(path.join(input, `${index}.wav`), 'no sound');
  const main = path.resolve(import.meta.dirname, '../../../electron/hosts/cli/main.ts');
  const child = spawn(process.execPath, [main, 'restore', input, '--data-dir', path.join(folder, 'data'), '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const [status] = await once(child, 'exit');
  expect(status).toBe(1);
  expect(stderr).not.toMatch(/EPIPE|at .*\.ts/);
});
