import { readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../../electron/audio/engine.ts';
import type { Checkpoint } from '../../../../electron/core/checkpoints.ts';
import { speech } from '../../../fixtures/audio/media.ts';
import { atRatio, noise, writeWav } from '../../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk, presetFor, type TestDesk, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { type Customer, PRICES, startCustomer } from '../../../harness/service/billing-account.ts';
import { startService } from '../../../harness/service/test-service.ts';

/** Hz. */
const RATE = 8000;
/** Not more than the fake engine bills. */
const SECONDS = 75;
/** Noisy from here on. */
const WORST_SECONDS = 15;
const MINIMUM = 60 * PRICES['service-2'] + 60 * PRICES['service-3.5'];
const FREE = { 'service-2': 0, 'service-3.5': 0 };
const BOTH = ['service-2', 'service-3.5'] as const;

const engine = createEngine();
/** Measures as the real engine, and gives back at once what was uploaded. */
const { spawn } = createFakeEngine(undefined, (_text, file) => engine.length({ path: file }, () => undefined));

function writeRecording(folder: string, seconds = SECONDS): string {
  const phrase = speech(folder, 5, RATE);
  const clean = Float32Array.from({ length: seconds * RATE }, (_, index) => phrase[index % phrase.length] as number);
  const noisy = atRatio(clean, noise(clean.length, 3), 5);
  const file = path.join(folder, 'interview.wav');
  writeWav(
    file,
    [clean.map((value, index) => (index < WORST_SECONDS * RATE ? value : (noisy[index] as number)))],
    RATE,
  );
  return file;
}

interface Scene extends TestDesk {
  readonly studio: Customer;
  readonly folder: string;
  readonly file: string;
  /** The recording, restored for nothing. */
  readonly jobId: string;
  readonly connectionId: string;
}

async function openScene(pass: (point: Checkpoint) => void = () => undefined, seconds = SECONDS): Promise<Scene> {
  const studio = await startCustomer({ spawn });
  const folder = temporaryFolder();
  const file = writeRecording(folder, seconds);
  const desk = openTestDesk(path.join(folder, 'data'), {}, { pass });
  const { client } = desk;
  const free = await startService({ spawn, configuration: { prices: FREE } });
  const add = (name: string, baseUrl: string, key: string, prices: typeof FREE) =>
    client.connections.add({ name, baseUrl, headerStyle: 'bearer', prices, key });
  const here = await add('Here', free.baseUrl, free.apiKey, FREE);
  const { id: connectionId } = await add('Studio', studio.service.baseUrl, studio.apiKey, PRICES);
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const { jobIds } = await client.queue.add({ paths: [file], preset, start: true, connectionId: here.id });
  const jobId = jobIds[0] ?? '';
  await waitForJob(client, jobId, isDone);
  return { ...desk, studio, folder, file, jobId, connectionId };
}

const usageOf = async ({ studio }: Pick<Scene, 'studio'>) => (await studio.account()).usage;

test('the worst minute is tried with both models at the price of the minimum, and compared with what is there', {
  tags: 'long',
}, async () => {
  const scene = await openScene();
  const { client, connectionId, folder, jobId } = scene;
  const request = { jobId, connectionId, models: [...BOTH] };
  const quote = await client.queue.quoteExcerpt(request);
  expect(quote).toEqual({
    minute: { fromSeconds: WORST_SECONDS, seconds: 60 },
    amount: MINIMUM,
    amountAddedByMinimum: 0,
    reusable: 0,
    cap: null,
  });
  await expect(client.queue.tryExcerpt({ ...request, maxCost: MINIMUM - 1 })).rejects.toMatchObject({
    data: { code: 'costsMoreThanQuoted' },
  });
  const delivered = readdirSync(path.join(folder, 'out'));
  // Asked for twice at once, it is tried once.
  const [tried, same] = await Promise.all(
    [0, 1].map(() => client.queue.tryExcerpt({ ...request, maxCost: quote.amount })),
  );
  expect(same).toEqual(tried);
  const { jobId: minuteId } = tried ?? { jobId: '' };
  const job = await waitForJob(client, minuteId, isDone);
  expect(job).toMatchObject({
    name: 'interview, minute from 0.15.wav',
    excerpt: { of: jobId, kind: 'worst-minute', fromSeconds: WORST_SECONDS, seconds: 60 },
    durationSeconds: 60,
    weaknesses: [],
  });
  expect(await usageOf(scene)).toMatchObject({ lifetime: MINIMUM, billableSeconds: 120 });
  expect(readdirSync(path.join(folder, 'out'))).toEqual(delivered);

  const { takes } = await client.listening.takes({ jobId: minuteId });
  expect(takes.map(({ frames, kind, label, playable }) => [kind, label, frames, playable])).toEqual([
    ['original', 'Original', 60 * RATE, true],
    ['earlier', 'Service 2.0 · Here', 60 * RATE, true],
    ['result', 'Service 2.0 · Studio', 60 * RATE, true],
    ['result', 'Service 3.5 · Studio', 60 * RATE, true],
  ]);
  // Every take is the same minute, to the frame.
  const located = (take: string) => scene.desk.locateTake(take)?.filePath ?? '';
  const whole = await client.listening.takes({ jobId });
  const played = async (take: string, fromFrame: number) => {
    const request = { path: located(take), indexPath: null, sampleRate: RATE, fromFrame, frames: 20_000 };
    return Buffer.from((await engine.pcm(request, () => undefined)).samples).toString('base64');
  };
  for (const [index, take] of takes.slice(0, 2).entries())
    expect(await played(take.id, 1000)).toBe(await played(whole.takes[index]?.id ?? '', WORST_SECONDS * RATE + 1000));

  // Again: the same row while it is there, and its results once it is not.
  expect(await client.queue.tryExcerpt({ ...request, maxCost: 0 })).toEqual(tried);
  await client.queue.remove({ jobIds: [minuteId] });
  expect(await client.queue.quoteExcerpt(request)).toMatchObject({ amount: 0, reusable: 2 });
  const again = await client.queue.tryExcerpt({ ...request, maxCost: 0 });
  await waitForJob(client, again.jobId, isDone);
  expect(await usageOf(scene)).toMatchObject({ lifetime: MINIMUM });

  // The whole is sent with the model that was better; the minute itself is no recording to send.
  expect(await client.queue.quoteSending({ jobIds: [again.jobId], connectionId })).toMatchObject({ recordings: 0 });
  const sending = { jobIds: [jobId], connectionId, models: ['service-3.5' as const] };
  expect(await client.queue.quoteSending(sending)).toMatchObject({ amount: SECONDS * PRICES['service-3.5'] });
  const { jobIds: sent } = await client.queue.send(sending);
  await waitForJob(client, sent[0] ?? '', isDone);
  expect(await usageOf(scene)).toMatchObject({ lifetime: MINIMUM + SECONDS * PRICES['service-3.5'] });
});

test('what ends between the cut and the start costs nothing, and is tried once afterward; a cancelled one isn’t paid again', {
  tags: 'long',
}, async () => {
  let ends: Checkpoint | null = 'excerpt:cut';
  const scene = await openScene((point) => {
    if (point === ends) throw new Error('ended here');
  });
  const { client, connectionId, jobId } = scene;
  const request = { jobId, connectionId, models: ['service-2' as const], maxCost: 60 * PRICES['service-2'] };
  const jobs = async () => (await client.queue.list({ offset: 0, limit: 10 })).jobs;
  for (const point of ['excerpt:cut', 'excerpt:results-cut'] as const) {
    ends = point;
    await expect(client.queue.tryExcerpt(request)).rejects.toThrow();
    expect(await jobs()).toHaveLength(1);
  }
  ends = null;
  expect(await usageOf(scene)).toMatchObject({ lifetime: 0 });
  const { jobId: minuteId } = await client.queue.tryExcerpt(request);
  await client.queue.cancel({ jobIds: [minuteId] });
  await waitForJob(client, minuteId, ({ state }) => state.kind === 'cancelled' || state.kind === 'done');
  const { jobId: after } = await client.queue.tryExcerpt(request);
  await waitForJob(client, after, isDone);
  expect(await usageOf(scene)).toMatchObject({ lifetime: 60 * PRICES['service-2'] });
});

test('a recording that was moved or is too short isn’t cut', { tags: 'long' }, async () => {
  const moved = await openScene();
  renameSync(moved.file, `${moved.file}.moved`);
  const { client, connectionId, jobId } = moved;
  const request = { jobId, connectionId, models: ['service-2' as const] };
  await expect(client.queue.tryExcerpt({ ...request, maxCost: null })).rejects.toMatchObject({
    data: { code: 'sourceMissing' },
  });
  expect((await client.queue.list({ offset: 0, limit: 10 })).total).toBe(1);
  expect(await usageOf(moved)).toMatchObject({ lifetime: 0 });

  const short = await openScene(undefined, 20);
  const asked = { jobId: short.jobId, connectionId: short.connectionId, models: ['service-2' as const] };
  expect(await short.client.queue.quoteExcerpt(asked)).toMatchObject({ minute: null });
  await expect(short.client.queue.tryExcerpt({ ...asked, maxCost: null })).rejects.toMatchObject({
    data: { code: 'notPossibleNow' },
  });
});

test('a passage is tried at the price of the minimum, is exactly what was chosen, and is paid once', {
  tags: 'long',
}, async () => {
  const scene = await openScene();
  const { client, connectionId, jobId } = scene;
  const passage = { startSeconds: 12.4, endSeconds: 20.1 };
  const request = { jobId, connectionId, models: ['service-3.5' as const], passage };
  const price = 60 * PRICES['service-3.5'];
  const quote = await client.queue.quoteExcerpt(request);
  expect(quote).toMatchObject({ amount: price, reusable: 0, minute: { fromSeconds: 12.4 } });
  // 7.7 seconds are billed as 60: eight of them are the recording's.
  expect(quote.amountAddedByMinimum).toBe(52 * PRICES['service-3.5']);
  const [tried, same] = await Promise.all(
    [0, 1].map(() => client.queue.tryExcerpt({ ...request, maxCost: quote.amount })),
  );
  expect(same).toEqual(tried);
  const { jobId: passageId } = tried ?? { jobId: '' };
  expect(await waitForJob(client, passageId, isDone)).toMatchObject({
    name: 'interview, 0m12.4s–0m20.1s.wav',
    excerpt: { of: jobId, kind: 'passage', fromSeconds: 12.4, seconds: 7.7 },
  });
  const { takes } = await client.listening.takes({ jobId: passageId });
  expect(takes.map(({ frames, label }) => [label, frames])).toEqual([
    ['Original', 7.7 * RATE],
    ['Service 2.0 · Here', 7.7 * RATE],
    ['Service 3.5 · Studio', 7.7 * RATE],
  ]);
  await client.queue.remove({ jobIds: [passageId] });
  expect(await client.queue.quoteExcerpt(request)).toMatchObject({ amount: 0, reusable: 1 });
  const again = await client.queue.tryExcerpt({ ...request, maxCost: 0 });
  await waitForJob(client, again.jobId, isDone);
  expect(await usageOf(scene)).toMatchObject({ lifetime: price });

  const other = (startSeconds: number, endSeconds: number) =>
    client.queue.quoteExcerpt({ ...request, passage: { startSeconds, endSeconds } });
  expect(await other(0, SECONDS)).toMatchObject({ minute: null, amount: null });
  await expect(other(3, 3.5)).rejects.toMatchObject({ data: { code: 'notPossibleNow' } });
});
