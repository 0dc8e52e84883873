import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { speech } from '../../fixtures/audio/media.ts';
import { atRatio, noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { openTestDesk, presetFor } from '../../harness/desk/open-test-desk.ts';
import { isDone } from '../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../harness/engine/fake-engine.ts';
import { PRICES, startCustomer } from '../../harness/service/billing-account.ts';
import { startService } from '../../harness/service/test-service.ts';
import { depth } from '../depth.ts';

const FILES = depth(12, 40);
const NOISY = depth(3, 5);
/** For a crowded machine. */
const PATIENCE_MS = 240_000;
/** Hz. */
const RATE = 16_000;
const FREE = { 'service-2': 0, 'service-3.5': 0 };

const engine = createEngine();
/** Measures as the real engine, and gives back at once what was uploaded: what was noisy stays noisy. */
const { spawn } = createFakeEngine(undefined, (_text, file) => engine.length({ path: file }, () => undefined));

/** Short takes, no two the same, and some speech with a lot of noise. */
function writeRecordings(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const clean = speech(temporaryFolder(), 3, RATE);
  for (let index = 0; index < FILES; index++) {
    const hiss = noise(clean.length, index + 1);
    if (index < NOISY) writeWav(path.join(folder, `noisy ${index}.wav`), [atRatio(clean, hiss, 5)], RATE);
    else writeWav(path.join(folder, `take ${index}.wav`), [atRatio(clean, hiss, 40).subarray(0, RATE / 4)], RATE);
  }
  return folder;
}

test(`of ${FILES} finished recordings the ${NOISY} that could be better are sent with their quote, and each is paid once`, {
  tags: 'long',
}, async () => {
  const [first, studio] = [
    await startService({ spawn, configuration: { prices: FREE } }),
    await startCustomer({ spawn }),
  ];
  const folder = temporaryFolder();
  const { client, store } = openTestDesk(path.join(folder, 'data'), { host: 'browser' });
  const add = (name: string, baseUrl: string, key: string, prices: typeof FREE) =>
    client.connections.add({ name, baseUrl, headerStyle: 'bearer', prices, key });
  const free = await add('Free', first.baseUrl, first.apiKey, FREE);
  const { id: connectionId } = await add('Studio', studio.service.baseUrl, studio.apiKey, PRICES);
  const jobs = async () => (await client.queue.list({ offset: 0, limit: 100 })).jobs;
  const markedNames = async () =>
    (await jobs()).filter(({ weaknesses }) => weaknesses.length > 0).map(({ name }) => name);
  await client.queue.add({
    paths: [writeRecordings(path.join(folder, 'takes'))],
    preset: presetFor(['service-2'], path.join(folder, 'out')),
    start: true,
    connectionId: free.id,
  });
  await expect.poll(async () => (await jobs()).filter(isDone).length, { timeout: PATIENCE_MS }).toBe(FILES);
  expect((await markedNames()).sort()).toEqual(Array.from({ length: NOISY }, (_, index) => `noisy ${index}.wav`));
  // The end of the run counts them.
  await expect
    .poll(async () => (await client.queue.list({ offset: 0, limit: 1 })).totals.lastRun?.couldBeBetter, {
      timeout: PATIENCE_MS,
    })
    .toBe(NOISY);

  const jobIds = (await jobs()).filter(({ weaknesses }) => weaknesses.length > 0).map(({ id }) => id);
  const quote = await client.queue.quoteSending({ jobIds, connectionId, models: ['service-3.5'] });
  expect(quote).toMatchObject({ recordings: NOISY, amount: NOISY * 60 * PRICES['service-3.5'] });
  const sent = await client.queue.send({ jobIds, connectionId, models: ['service-3.5'], maxCost: quote.amount ?? 0 });
  // Nobody has to decide about them anymore.
  expect(await markedNames()).toEqual([]);
  const isSent = ({ id }: { id: string }) => sent.jobIds.includes(id);
  await expect
    .poll(async () => (await jobs()).filter(isSent).filter(isDone).length, { timeout: PATIENCE_MS })
    .toBe(NOISY);
  // What is poor after that, too, is marked again, until the person keeps it.
  expect((await markedNames()).length).toBe(NOISY);
  expect(await client.queue.keep({ jobIds: [...sent.jobIds, 'unknown'] })).toEqual({ changed: NOISY });
  expect(await markedNames()).toEqual([]);
  expect((await studio.account()).usage).toMatchObject({ lifetime: quote.amount, billableSeconds: NOISY * 60 });
  for (const id of sent.jobIds) {
    const charges = store.generations
      .ofJob(id)
      .flatMap((one) => store.ledger.ofGeneration(one.id).filter(({ kind }) => kind === 'charge'));
    expect(charges.map(({ amount }) => amount)).toEqual([60 * PRICES['service-3.5']]);
  }
});
