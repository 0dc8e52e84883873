import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { helperSeconds } from '../../../harness/engine/processor-time.ts';

/** Long enough to be paused in the middle. */
const SECONDS = 240;
/** After this long a paused restoration stands still. */
const REST_MS = 2000;
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

test.each(['the recording', 'the queue'])(
  'pausing %s suspends its restoration, which then ends as if nothing had been',
  async (what) => {
    const { add, client, hashOf, isInTheMiddle, progress, store } = openScene();
    const first = await add();
    const expected = await hashOf(first);

    const second = await add();
    await isInTheMiddle(second);
    if (what === 'the queue') await client.queue.pauseAll();
    else await client.queue.pause({ jobIds: [second] });
    await sleep(REST_MS);
    const reached = await progress(second);
    expect(reached).toBeLessThan(1);
    expect(await load()).toBeLessThan(0.01);
    const generation = () => store.generations.ofJob(second)[0];
    expect(generation()?.remoteId).not.toBeNull();
    const { remoteId } = generation() ?? {};

    if (what === 'the queue') await client.queue.resumeAll();
    else await client.queue.resume({ jobIds: [second] });
    expect(await hashOf(second)).toBe(expected);
    expect(generation()?.remoteId).toBe(remoteId);
    expect(store.generations.attempts(generation()?.id ?? '')).toHaveLength(1);
  },
);
