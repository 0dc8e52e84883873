import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../harness/desk/open-test-desk.ts';
import { helperSeconds } from '../../harness/engine/processor-time.ts';
import { depth, someOf } from '../depth.ts';

/** Long enough to be paused in the middle. */
const SECONDS = depth(60, 120);
/** A paused restoration stands still before this, however busy the machine is. */
const REST_MS = 30_000;
const MEASURED_MS = 4000;

function openScene() {
  const folder = temporaryFolder();
  const source = path.join(folder, 'take.wav');
  writeTone(source, { seconds: SECONDS });
  const desk = openTestDesk(path.join(folder, 'data'), { host: 'browser' });
  const preset = { ...presetFor(['service-2'], path.join(folder, 'out')), reuse: false };
  const add = async () => {
    const { jobIds } = await desk.client.queue.add({ paths: [source], preset, start: true });
    return jobIds[0] ?? '';
  };
  const progress = async (jobId: string) => {
    const { job } = await desk.client.listening.takes({ jobId });
    return job.generations[0]?.progress ?? 0;
  };
  const isInTheMiddle = async (jobId: string) =>
    vi.waitFor(async () => expect(await progress(jobId)).toBeGreaterThan(0.2), { timeout: 60_000, interval: 50 });
  const hashOf = async (jobId: string) => {
    const job = await waitForJob(desk.client, jobId, ({ state }) => state.kind === 'done');
    return createHash('sha256')
      .update(readFileSync(job.generations[0]?.exportedPath ?? ''))
      .digest('hex');
  };
  return { ...desk, add, hashOf, isInTheMiddle, progress };
}

/** Share of one core that the helpers use over the next seconds. */
async function load(): Promise<number> {
  const before = helperSeconds();
  const began = performance.now();
  await sleep(MEASURED_MS);
  return (helperSeconds() - before) / ((performance.now() - began) / 1000);
}

test('pausing suspends a restoration, which then ends as if nothing had been: its recording, or the whole queue', {
  tags: 'long',
}, async () => {
  const { add, client, hashOf, isInTheMiddle, progress, store } = openScene();
  const expected = await hashOf(await add());
  const pauses = [
    {
      pause: (jobIds: string[]) => client.queue.pause({ jobIds }),
      resume: (jobIds: string[]) => client.queue.resume({ jobIds }),
    },
    { pause: () => client.queue.pauseAll(), resume: () => client.queue.resumeAll() },
  ];
  for (const { pause, resume } of someOf(pauses, 1)) {
    const jobId = await add();
    await isInTheMiddle(jobId);
    await pause([jobId]);
    await expect.poll(load, { timeout: REST_MS }).toBeLessThan(0.01);
    const reached = await progress(jobId);
    await sleep(1000);
    expect(await progress(jobId)).toBe(reached);
    expect(reached).toBeLessThan(1);
    const generation = () => store.generations.ofJob(jobId)[0];
    const { remoteId } = generation() ?? {};
    expect(remoteId).toEqual(expect.any(String));

    await resume([jobId]);
    expect(await hashOf(jobId)).toBe(expected);
    expect(generation()?.remoteId).toBe(remoteId);
    expect(store.generations.attempts(generation()?.id ?? '')).toHaveLength(1);
  }
});
