import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Attention } from '../../../../electron/core/ports.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';

const ENDED = { kind: 'ended', done: 1, failed: 0, inReview: 0 };

/** A host that writes down what it is told. */
function createHost() {
  const told: unknown[] = [];
  const opened: string[] = [];
  const attention: Attention = {
    progress: () => undefined,
    badge: () => undefined,
    notice: (notice) => told.push(notice),
    power: (working) => told.push(working),
    question: async () => ({ answer: 'quit', remember: false }),
  };
  return { told, opened, ports: { attention, opened: (paths: readonly string[]) => void opened.push(...paths) } };
}

async function restoreOne(host: 'browser' | 'cli') {
  const folder = temporaryFolder();
  const source = path.join(folder, 'take.wav');
  writeTone(source, { seconds: 1 });
  const { opened, ports, told } = createHost();
  const { client, desk } = openTestDesk(path.join(folder, 'data'), { host }, ports);
  const batches = await client.system.watchBatches();
  expect((await batches.next()).value).toEqual({ notice: null });
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const paths = [source, path.join(folder, 'missing.wav')];
  const { jobIds } = await client.queue.add({ paths, preset, start: true });
  const job = await waitForJob(client, jobIds[0] ?? '', ({ state }) => state.kind === 'done');
  return { batches, client, desk, folder, job, opened, source, told };
}

test('host and pages hear once that the batch has ended, and the host what was added', { tags: 'long' }, async () => {
  const { batches, desk, opened, source, told } = await restoreOne('browser');
  expect((await batches.next()).value).toEqual({ notice: ENDED });
  expect(told).toEqual([true, false, ENDED]);
  expect(desk.isWorking()).toBe(false);
  expect(opened).toEqual([source]);
  await batches.return(undefined);
});

test('another program gets the output of a result, or what the library has while the output is gone; nothing else', {
  tags: 'long',
}, async () => {
  const { desk, folder, job, told } = await restoreOne('cli');
  const [generation] = job.generations;
  const take = `result:${generation?.id}`;
  const output = path.join(folder, 'out', 'take (service-2).wav');
  expect(desk.fileOfResult(take)).toBe(output);
  rmSync(output);
  expect(desk.fileOfResult(take)).toContain(path.join('generations', generation?.id ?? '', 'result.wav'));
  for (const other of [`original:${job.id}`, 'result:none', '/etc/passwd', ''])
    expect(desk.fileOfResult(other)).toBeNull();
  // A terminal says itself what it has done.
  expect(told).toEqual([]);
});
