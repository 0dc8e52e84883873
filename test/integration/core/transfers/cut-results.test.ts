import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeTone } from '../../../fixtures/tone.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../../harness/desk/scripted-stage.ts';
import { startStorage } from '../../../harness/remote/storage-host.ts';

test('a truncated result is kept but never counts as done; a retry takes the whole one', { tags: 'long' }, async () => {
  const stage = await openStage();
  const cut = path.join(stage.folder, 'cut.wav');
  writeTone(cut, { seconds: 1 });
  const whole = readFileSync(path.join(stage.folder, 'take.wav'));
  let isCutting = true;
  const gateway = await startStorage((_, response) => {
    const content = isCutting ? readFileSync(cut) : whole;
    response.writeHead(200, { 'content-length': content.length }).end(content);
  });
  stage.service.override('/v1/get_generation_download', () => ({
    status: 200,
    body: { downloadUrl: `${gateway.origin}/result?signature=s` },
  }));
  // Otherwise it would be held for review.
  await stage.desk.client.system.setPreferences({ checksResults: false });
  const jobId = await stage.begin();
  const failed = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'failed');
  expect(failed.state).toMatchObject({ error: { code: 'resultOfOtherLength' }, retryFrom: 'downloading' });
  expect(JSON.stringify(failed.state)).toContain('lasts 0:01.000, the recording 0:02.000');
  expect(failed.generations[0]?.state).toBe('stored');
  // Not believed the first time.
  expect(gateway.requests).toHaveLength(2);
  const out = path.join(stage.folder, 'out');
  expect(readFileSync(path.join(out, 'take (service-2).wav'))).toEqual(readFileSync(cut));

  isCutting = false;
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(readFileSync(path.join(out, 'take (service-2) (2).wav'))).toEqual(whole);
  expect(readdirSync(out)).toHaveLength(2);
  expect(stage.service.generations).toHaveLength(1);
});
