import { copyFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Checkpoint } from '../../../../electron/core/checkpoints.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { openStage } from '../../../harness/desk/scripted-stage.ts';

/** A desk whose recording something befalls once, at a point of its upload. */
async function stageWith(at: Checkpoint, befall: (recording: string) => void) {
  let recording: string | null = null;
  const stage = await openStage({
    pass: (point) => {
      if (point !== at || recording === null) return;
      befall(recording);
      recording = null;
    },
  });
  recording = path.join(stage.folder, 'take.wav');
  return stage;
}

const touch = (file: string) => utimesSync(file, new Date(), new Date(Date.now() + 5000));

for (const [point, tags] of [
  ['upload:project-created', ['long']],
  ['upload:part-sent', []],
  ['upload:sent', ['long']],
] as const) {
  test(`a recording that is only touched at ${point} goes on, and is paid once`, { tags: [...tags] }, async () => {
    const { begin, desk, service } = await stageWith(point, touch);
    const { state } = await waitForJob(desk.client, await begin(), (job) => /^(done|failed)$/.test(job.state.kind));
    expect(state.kind).toBe('done');
    expect(service.generations).toHaveLength(1);
  });
}

test('another content of the same size stops the upload before anything is started', async () => {
  const { begin, desk, folder, service } = await stageWith('upload:part-sent', (file) => {
    copyFileSync(other, file);
    touch(file);
  });
  const other = path.join(folder, 'other.wav');
  writeTone(other, { seconds: 2, frequency: 777 });
  const { state } = await waitForJob(desk.client, await begin(), (job) => /^(done|failed)$/.test(job.state.kind));
  expect(state).toMatchObject({ kind: 'failed', error: { code: 'sourceChanged' } });
  expect(service.generations).toEqual([]);
});

test('a recording that is touched between Add and Start is restored', async () => {
  const { connectionId, desk, folder } = await openStage();
  const file = path.join(folder, 'take.wav');
  const { jobIds } = await desk.client.queue.add({ paths: [file], start: false, connectionId });
  touch(file);
  await desk.client.queue.start({ jobIds: [...jobIds] });
  const { state } = await waitForJob(desk.client, jobIds[0] ?? '', (job) => /^(done|failed)$/.test(job.state.kind));
  expect(state.kind).toBe('done');
});
