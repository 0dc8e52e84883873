import { readdirSync, statSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { giveBack, isDone, ledgerOf, openStage, PRICE, type Stage } from '../../../harness/desk/scripted-stage.ts';

const DOWNLOAD = '/v1/get_generation_download';
const PAID = [
  ['hold', 60 * PRICE],
  ['charge', 60 * PRICE],
  ['release', 60 * PRICE],
];

/** The service gives results in these types alone. @returns the types that it was asked for */
function giveOnly({ service }: Stage, types: readonly string[], status: number, body: unknown): string[] {
  const asked: string[] = [];
  service.override(DOWNLOAD, ({ downloadType }) => {
    asked.push(String(downloadType));
    return types.includes(String(downloadType)) ? null : { status, body };
  });
  return asked;
}

const refusal = { error: 'Unsupported downloadType' };

test.each([400, 404, 415, 422])(
  'a service that answers audio with %d gives the paid result as mp3',
  { tags: 'long' },
  async (status) => {
    const stage = await openStage();
    const asked = giveOnly(stage, ['mp3'], status, refusal);
    const jobId = await stage.begin();
    const job = await waitForJob(stage.desk.client, jobId, isDone);
    expect(asked).toEqual(['audio', 'mp3']);
    expect(job.generations[0]?.exportedPath).not.toBeNull();
    expect(ledgerOf(stage, jobId)).toEqual(PAID);
    const told = stage.desk.store.events.ofJob(jobId).find(({ event }) => event === 'other-type');
    expect(told?.detail).toContain('Delivered as mp3: the service doesn’t give this result as audio.');
  },
);

test('a type that only the refusal names is tried, too', { tags: 'long' }, async () => {
  const stage = await openStage();
  const asked = giveOnly(stage, ['ogg'], 400, { error: 'No.', supportedTypes: ['ogg'] });
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  expect(asked).toEqual(['audio', 'mp3', 'ogg']);
});

test('a result in no type ends with what is true of the money, and Retry fetches it at no charge', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  giveOnly(stage, [], 400, refusal);
  const jobId = await stage.begin();
  const job = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'failed');
  expect(job.state).toMatchObject({ error: { code: 'resultTypeRefused' }, retryFrom: 'downloading' });
  expect(JSON.stringify(job.state)).not.toMatch(/Nothing was (started|charged)/);
  giveOnly(stage, ['mp3'], 400, refusal);
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect([stage.service.startRequests.length, ledgerOf(stage, jobId)]).toEqual([1, PAID]);
});

test('an mp3 that came in place of audio is exported in the format that was asked for', { tags: 'long' }, async () => {
  const stage = await openStage();
  // The built-in service makes the mp3 that the other one then gives.
  const { client, store } = stage.desk;
  const file = path.join(stage.folder, 'take.wav');
  const asMp3 = { ...presetFor(['service-2'], path.join(stage.folder, 'mp3')), downloadType: 'mp3' as const };
  const made = await client.queue.add({ paths: [file], preset: asMp3, start: true });
  await waitForJob(client, made.jobIds[0] ?? '', isDone);
  const mp3 = store.results.get(store.generations.ofJob(made.jobIds[0] ?? '')[0]?.id ?? '')?.path ?? '';
  expect(mp3).toMatch(/\.mp3$/);
  await giveBack(stage, mp3);
  const address = `${stage.service.baseUrl}/download/restored?signature=s`;
  stage.service.override(DOWNLOAD, ({ downloadType }) =>
    downloadType === 'mp3' ? { status: 200, body: { downloadUrl: address } } : { status: 400, body: refusal },
  );
  const preset = { ...presetFor(['service-2'], path.join(stage.folder, 'flac')), format: 'flac' as const };
  const { connectionId } = stage;
  const added = await client.queue.add({ paths: [file], preset, start: true, connectionId });
  const job = await waitForJob(client, added.jobIds[0] ?? '', isDone);
  expect(job.generations[0]?.otherType).toContain('Delivered as mp3');
  expect(readdirSync(path.join(stage.folder, 'flac'))).toEqual([expect.stringMatching(/\.flac$/)]);
});

test('what a failed recording has paid for is downloaded without starting its other model', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const { client } = stage.desk;
  stage.service.startFaults.push(null, { kind: 'answer', status: 403, body: { error: 'Not this model' } });
  giveOnly(stage, [], 400, refusal);
  const jobId = await stage.begin(['service-2', 'service-3.5']);
  await waitForJob(client, jobId, ({ state }) => state.kind === 'failed');
  const starts = stage.service.startRequests.length;
  giveOnly(stage, ['audio'], 400, refusal);
  expect(await client.queue.downloadAgain({ jobIds: [jobId] })).toMatchObject({ downloading: 1 });
  await waitForJob(
    client,
    jobId,
    ({ generations, state }) => state.kind === 'failed' && generations[0]?.state === 'stored',
  );
  expect(stage.service.startRequests).toHaveLength(starts);
  expect(readdirSync(path.join(stage.folder, 'out'))).toEqual(['take (service-2).wav']);
});

test('a result is downloaded again in the one type that is asked for, or not at all', { tags: 'long' }, async () => {
  const stage = await openStage();
  const { client, store } = stage.desk;
  const jobId = await stage.begin();
  await waitForJob(client, jobId, isDone);
  const place = () => store.results.get(store.generations.ofJob(jobId)[0]?.id ?? '')?.path ?? '';
  unlinkSync(place());
  giveOnly(stage, ['mp3'], 400, refusal);
  expect(await client.queue.downloadAgain({ jobIds: [jobId], type: 'audio' })).toMatchObject({
    downloading: 0,
    failed: 1,
  });
  const asked = giveOnly(stage, ['mp3'], 400, refusal);
  expect(await client.queue.downloadAgain({ jobIds: [jobId], type: 'mp3' })).toMatchObject({ downloading: 1 });
  await waitForJob(client, jobId, isDone);
  expect(new Set(asked)).toEqual(new Set(['mp3']));
  expect(statSync(place()).size).toBeGreaterThan(0);
  expect(ledgerOf(stage, jobId)).toEqual(PAID);
});
