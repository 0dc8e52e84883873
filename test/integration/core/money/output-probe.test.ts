import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createOutputProbe } from '../../../../electron/core/library/probe-output.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../../harness/desk/scripted-stage.ts';

function probe(free: number | null = null) {
  const files = { ...nodeFiles, freeBytes: async () => free };
  return createOutputProbe({ clock: systemClock, files, newId: () => 'probe' });
}

test('a folder is looked at where it is, or where it would be made, and nothing is left there', async () => {
  const folder = temporaryFolder();
  await probe().require(path.join(folder, 'a', 'b'), 0);
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(path.join(folder, 'file'), '');
  await expect(probe().require(path.join(folder, 'file', 'sub'), 0)).rejects.toMatchObject({
    code: 'outputUnwritable',
    parts: { what: expect.stringContaining(path.join(folder, 'file', 'sub')) },
  });
  await expect(probe(1e9).require(folder, 2e9)).rejects.toMatchObject({ code: 'diskFull' });
  await probe(180e9).require(folder, 1e9);
  await probe(null).require(folder, 1e15);
});

test('a place that takes no outputs is said in the quote and nothing is sent; once it takes them, the recording goes on', async () => {
  const { connectionId, desk, folder, service } = await openStage();
  const { client } = desk;
  const out = path.join(folder, 'blocked');
  writeFileSync(out, 'a file');
  const preset = presetFor(['service-2'], out);
  await client.system.setPreset(preset);
  const paths = [path.join(folder, 'take.wav')];
  expect((await client.queue.quotePaths({ paths, preset, connectionId })).quote.outputProblem).toContain(out);
  const { jobIds } = await client.queue.add({ paths, start: false, connectionId });
  const [jobId = ''] = jobIds;
  expect((await client.queue.quote({})).outputProblem).toBe(`Cleartake can’t write to ${out}.`);
  await client.queue.start({});
  const failed = await waitForJob(client, jobId, (job) => job.state.kind === 'failed');
  expect(failed.state).toMatchObject({ error: { code: 'outputUnwritable' } });
  expect([service.projects, service.uploads, service.startRequests]).toEqual([[], [], []]);
  rmSync(out);
  expect((await client.queue.quotePaths({ paths, preset, connectionId })).quote.outputProblem).toBeNull();
  await client.queue.retry({ jobIds: [jobId] });
  await waitForJob(client, jobId, isDone);
  expect(service.startRequests).toHaveLength(1);
  expect(readdirSync(out)).toHaveLength(1);
});
