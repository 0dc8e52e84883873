import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { answeringFiles, createAsker } from '../../../../electron/platform/files/answering.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage, type Stage, writeTakes } from '../../../harness/desk/scripted-stage.ts';
import { createTroubles } from '../../../harness/disk-trouble/troubled-files.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';

const DOWNLOAD = '/v1/get_generation_download';

const isFailed = ({ state }: { state: { kind: string } }) => state.kind === 'failed';

/** A desk that gives folders so many milliseconds to answer. `hung` is one that doesn't, from `hang` on. */
async function stageWithHungFolder(silentMs: number) {
  const troubles = createTroubles();
  const files = answeringFiles(troubles.around(nodeFiles, systemClock), createAsker(systemClock, silentMs));
  const stage = await openStage({ files, spawn: createFakeEngine().spawn }, { host: 'browser', concurrency: null });
  const hung = path.join(stage.folder, 'hung');
  mkdirSync(hung);
  const hang = () => {
    troubles.current = { below: hung, kind: 'silent' };
  };
  return { ...stage, hang, hung, troubles };
}

async function add({ connectionId, desk }: Stage, paths: string[], output: string) {
  const preset = presetFor(['service-2'], output);
  return (await desk.client.queue.add({ paths, preset, start: true, connectionId })).jobIds;
}

test('a folder that doesn’t answer says so on its rows, keeps no slot, and lets the others and their batch end', {
  tags: 'long',
}, async () => {
  const { hang, hung, ...stage } = await stageWithHungFolder(200);
  hang();
  const takes = readdirSync(writeTakes(path.join(stage.folder, 'takes'), 5)).map((one) =>
    path.join(stage.folder, 'takes', one),
  );
  // One batch, however long adding takes.
  await stage.desk.client.queue.pauseAll();
  const stuck = await add(stage, takes.slice(0, 2), path.join(hung, 'out'));
  const good = await add(stage, takes.slice(2), path.join(stage.folder, 'out'));
  await stage.desk.client.queue.resumeAll();
  for (const id of good) await waitForJob(stage.desk.client, id, isDone);
  for (const id of stuck) {
    const { state } = await waitForJob(stage.desk.client, id, isFailed);
    // Nothing is paid before the folder was asked.
    expect(state).toMatchObject({ error: { code: 'placeSilent' }, retryFrom: 'preparing' });
    expect(state).toHaveProperty('error.userMessage', expect.stringContaining(hung));
  }
  const lastRun = async () => (await stage.desk.client.queue.list({ offset: 0, limit: 1 })).totals.lastRun;
  await expect.poll(lastRun, { timeout: 30_000 }).toMatchObject({ done: 3, failed: 2 });
});

test.each(['preparing', 'exporting'])(
  'Cancel ends a recording whose folder hangs while %s, within seconds',
  { tags: 'long' },
  async (when) => {
    const { hang, hung, troubles, ...stage } = await stageWithHungFolder(600_000);
    if (when === 'preparing') hang();
    let isHeld = when === 'exporting';
    stage.service.override(DOWNLOAD, () => (isHeld ? { status: 503, body: {} } : null));
    const [jobId = ''] = await add(stage, [path.join(stage.folder, 'take.wav')], path.join(hung, 'out'));
    if (isHeld) await waitForJob(stage.desk.client, jobId, ({ generations: [one] }) => one?.state === 'complete');
    hang();
    isHeld = false;
    await waitForJob(stage.desk.client, jobId, () => troubles.met > 0);
    const before = Date.now();
    await stage.desk.client.queue.cancel({ jobIds: [jobId] });
    await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'cancelled');
    expect(Date.now() - before).toBeLessThan(5000);
    troubles.end();
  },
);

test('a folder that can’t be made in /proc fails at once', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux has it');
  const stage = await openStage({ spawn: createFakeEngine().spawn }, { host: 'browser' });
  const [jobId = ''] = await add(stage, [path.join(stage.folder, 'take.wav')], '/proc/restored');
  const { state } = await waitForJob(stage.desk.client, jobId, isFailed);
  expect(state).toMatchObject({ error: { code: 'diskFull' }, retryFrom: 'preparing' });
});
