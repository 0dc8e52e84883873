import { globSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { partialListPath } from '../../../../electron/core/api/transfers/partial-file.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage } from '../../../harness/desk/scripted-stage.ts';

const OUTPUT = 'take (service-2).wav';
const resultsIn = (folder: string) => globSync(path.join(folder, 'data/library/generations/*/result.wav'));

test('a result damaged or removed before its export is downloaded again and paid once', { tags: 'long' }, async () => {
  const harm = [(file: string) => truncateSync(file, 1000), (file: string) => rmSync(file)];
  const stage = await openStage({
    pass(point) {
      if (point === 'export:before-copy') for (const file of resultsIn(stage.folder)) harm.pop()?.(file);
    },
  });
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.downloads).toHaveLength(3);
  expect(stage.service.generations).toHaveLength(1);
  expect(ledgerOf(stage, jobId).map(([kind]) => kind)).toEqual(['hold', 'charge', 'release']);
  expect(readFileSync(path.join(stage.folder, 'out', OUTPUT))).toEqual(
    readFileSync(path.join(stage.folder, 'take.wav')),
  );
});

test('leftovers of a crashed run do not make a damaged result look whole', { tags: 'long' }, async () => {
  const stage = await openStage({
    pass(point) {
      const [file] = resultsIn(stage.folder);
      if (point !== 'export:before-copy' || file === undefined || stage.service.downloads.length > 1) return;
      const content = readFileSync(file);
      const identity = `${stage.service.generations[0]?.generationId} audio`;
      const about = { identity, validator: null, totalBytes: content.length, sha256: null };
      const list = partialListPath(path.join(path.dirname(file), 'download.part'));
      writeFileSync(list, `${JSON.stringify(about)}\n${content.length}\n`);
      writeFileSync(file, content.fill(0, 2000, 3000));
    },
  });
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  expect(readFileSync(path.join(stage.folder, 'out', OUTPUT))).toEqual(
    readFileSync(path.join(stage.folder, 'take.wav')),
  );
});

test('a result that keeps disappearing is left to the person, whose retry downloads it again', {
  tags: 'long',
}, async () => {
  let isLosing = true;
  const stage = await openStage({
    pass(point) {
      if (isLosing && point === 'export:before-copy') for (const file of resultsIn(stage.folder)) rmSync(file);
    },
  });
  const jobId = await stage.begin();
  const failed = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'failed');
  expect(failed.state).toMatchObject({ error: { code: 'resultLost' }, retryFrom: 'downloading' });
  expect(stage.service.downloads).toHaveLength(4);
  expect(readdirSync(path.join(stage.folder, 'out'))).toEqual([]);
  isLosing = false;
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(readdirSync(path.join(stage.folder, 'out'))).toEqual([OUTPUT]);
  expect(stage.service.generations).toHaveLength(1);
});

test('a damaged reused result is downloaded from where it was paid', { tags: 'long' }, async () => {
  const harm: ((file: string) => void)[] = [];
  const stage = await openStage({
    pass(point) {
      if (point === 'export:before-copy') for (const file of resultsIn(stage.folder)) harm.pop()?.(file);
    },
  });
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  rmSync(path.join(stage.folder, 'out', OUTPUT));
  harm.push((file) => truncateSync(file, 1000));
  const again = await stage.begin();
  const job = await waitForJob(stage.desk.client, again, isDone);
  expect(job.generations.map(({ reused, state }) => [reused, state])).toEqual([[true, 'stored']]);
  expect(stage.service.generations).toHaveLength(1);
  expect(stage.service.downloads).toHaveLength(2);
  expect(readFileSync(path.join(stage.folder, 'out', OUTPUT))).toEqual(
    readFileSync(path.join(stage.folder, 'take.wav')),
  );
});
