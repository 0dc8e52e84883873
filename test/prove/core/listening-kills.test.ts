import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { openTestDesk, presetFor, waitForJob } from '../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../harness/desk/scripted-stage.ts';
import { depth } from '../depth.ts';

const RATE = 48_000;
/** Long enough for its copy to be seen half-written. */
const SECONDS = depth(30, 60);
/** Longer than the desk waits before it looks for what is to be copied. */
const LOOKED_MS = 2500;
const WORKER = path.resolve(import.meta.dirname, '../../harness/kills/listening/worker.ts');

test('killed while a listening copy is written, the next start leaves no torn copy, clears up, and makes it again', {
  tags: 'long',
  timeout: 600_000,
}, async () => {
  const { connectionId, desk, folder } = await openStage();
  const { client, dataDirectory } = desk;
  // A terminal makes no copies of what it restores: that is left for the next desk.
  await client.system.setPreferences({ keepsListeningCopies: true });
  await sleep(LOOKED_MS);
  const source = path.join(folder, 'long.wav');
  writeWav(source, [noise(SECONDS * RATE, 4).map((value) => 0.1 * value)], RATE);
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const { jobIds } = await client.queue.add({ paths: [source], preset, start: true, connectionId });
  const jobId = jobIds[0] ?? '';
  await waitForJob(client, jobId, isDone, 200_000);
  await desk.close();
  const copies = path.join(dataDirectory, 'library', 'listening');
  const names = () => (existsSync(copies) ? readdirSync(copies) : []);
  expect(names()).toEqual([]);

  const worker = spawn(process.execPath, [WORKER, dataDirectory], { stdio: ['ignore', 'ignore', 'inherit'] });
  const gone = once(worker, 'exit');
  onTestFinished(() => void worker.kill('SIGKILL'));
  await expect.poll(names, { timeout: 200_000, interval: 5 }).toContainEqual(expect.stringContaining('.making.opus'));
  worker.kill('SIGKILL');
  expect(await gone).toEqual([null, 'SIGKILL']);
  // Whatever is there has no name by which it could be played.
  expect(names().filter((name) => /^[0-9a-f]{64}\.opus$/.test(name))).toEqual([]);

  const next = openTestDesk(dataDirectory, { host: 'browser' });
  await expect
    .poll(names, { timeout: 200_000 })
    .toEqual([expect.stringMatching(/^[0-9a-f]{64}\.index$/), expect.stringMatching(/^[0-9a-f]{64}\.opus$/)]);
  renameSync(source, path.join(folder, 'away.wav'));
  const [original] = (await next.client.listening.takes({ jobId })).takes;
  expect(original).toMatchObject({ playable: true, isCopy: true, frames: SECONDS * RATE });
  const { filePath, indexPath } = next.desk.locateTake(`original:${jobId}`) ?? {};
  const asked = { path: filePath ?? '', indexPath: indexPath ?? null, sampleRate: RATE, frames: 4800 };
  const end = await next.desk.pcm({ ...asked, fromFrame: (SECONDS - 1) * RATE });
  expect(new Float32Array(end.slice().buffer).some((value) => Math.abs(value) > 0.01)).toBe(true);
});
