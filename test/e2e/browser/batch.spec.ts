import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { DeskClient } from '../../../shared/contract/index.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { makeEveryKind } from '../../fixtures/audio/every-kind.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { type LocalVendor, startVendor } from '../../harness/cli/local-vendor.ts';
import { type BrowserDesk, startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { connectDesk } from '../../harness/desk/desk-over-socket.ts';
import { depth } from '../../prove/depth.ts';
import { makeNoisyRecording } from '../desktop/recordings.ts';

test.use({ trace: 'off' });

/** Micro-USD a second: a minute, the least that is billed, is six cents. */
const PRICE = 1000;
const MINIMUM = 60 * PRICE;
const PRICES = { 'service-2': PRICE, 'service-3.5': PRICE };

let folder: string;
let vendor: LocalVendor;
let desk: BrowserDesk;

test.beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-batch-'));
  vendor = await startVendor(path.join(folder, 'vendor'));
});
test.afterEach(async () => {
  await desk.stop();
  await vendor.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function jobsOf(client: DeskClient): Promise<readonly JobView[]> {
  return (await client.queue.list({ offset: 0, limit: 1000 })).jobs;
}

async function addVendor({ connections }: DeskClient): Promise<string> {
  const { apiKey, baseUrl } = vendor;
  const added = await connections.add({ name: 'Vendor', baseUrl, headerStyle: 'bearer', prices: PRICES, key: apiKey });
  return added.id;
}

/** What isn't done, with its whole state: what a failure has to tell. */
async function unfinished(client: DeskClient): Promise<string[]> {
  const open = (await jobsOf(client)).filter(({ state }) => state.kind !== 'done');
  return open.map(({ name, state, generations }) => `${name}: ${JSON.stringify({ state, generations })}`);
}

function chargedFor(jobs: readonly JobView[]): number {
  return jobs
    .flatMap(({ generations }) => generations)
    .reduce((sum, one) => sum + (one.charged ? (one.amount ?? 0) : 0), 0);
}

const KINDS = ['wav', 'aiff', 'caf', 'flac', 'mp3', 'm4a', 'ogg', 'mka', 'avi', 'ts', 'wma'] as const;

test('a dozen mixed files: one damaged, three with other settings, two over another connection, a cap, a pause, a cancellation, Undo', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const input = path.join(folder, 'in');
  const made = path.join(folder, 'made');
  for (const name of [input, made]) mkdirSync(name);
  const kinds = makeEveryKind(made, makeNoisyRecording(folder), 6);
  const files = KINDS.map((kind) => {
    const file = path.join(input, `${kind}.${kind}`);
    copyFileSync(kinds.get(kind) ?? '', file);
    return file;
  });
  const damaged = path.join(input, 'damaged.wav');
  writeFileSync(damaged, 'No recording at all. '.repeat(500));
  desk = await startBrowserDesk({ files: [...files, damaged] });
  await page.goto(desk.url);
  await expect(page.getByTestId('queue-row')).toHaveCount(12);
  const { client, close } = await connectDesk(desk);
  const idOf = async (name: string) => (await jobsOf(client)).find((job) => job.name === name)?.id ?? '';
  const stateOf = async (name: string) => (await jobsOf(client)).find((job) => job.name === name)?.state;

  const out = path.join(folder, 'out');
  await client.system.setPreset({ ...DEFAULT_BATCH_PRESET, output: { kind: 'folder', path: out } });
  await client.queue.change({ jobIds: [await idOf('flac.flac')], changes: { models: ['service-3.5'] } });
  await client.queue.change({ jobIds: [await idOf('mp3.mp3')], changes: { format: 'wav24', loudness: -16 } });
  await client.queue.change({ jobIds: [await idOf('caf.caf')], changes: { strength: 0.5 } });
  const connectionId = await addVendor(client);
  const moved = [await idOf('wav.wav'), await idOf('aiff.aiff')];
  await client.queue.moveToConnection({ jobIds: moved, connectionId });
  // Room for one of the two.
  await client.connections.setCaps({ connectionId, caps: { day: MINIMUM, month: null } });
  await client.queue.prioritize({ jobIds: [await idOf('wma.wma')], priority: 'low' });

  await page.getByRole('button', { name: /^Start 1[12]/ }).click();
  await client.queue.cancel({ jobIds: [await idOf('wma.wma')] });
  const ofVendor = async () => (await jobsOf(client)).filter(({ id }) => moved.includes(id));
  await expect
    .poll(async () => (await ofVendor()).map(({ state }) => state.kind).toSorted(), { timeout: 120_000 })
    .toEqual(['done', 'waiting']);
  const waiting = (await ofVendor()).find(({ state }) => state.kind === 'waiting');
  expect(waiting?.state).toMatchObject({ reason: { code: 'costCapReached' } });
  expect(chargedFor(await jobsOf(client))).toBe(MINIMUM);

  await page
    .getByRole('button', { name: /^Pause/ })
    .first()
    .click();
  await expect.poll(async () => (await client.queue.list({ offset: 0, limit: 1 })).totals.paused).toBe(true);
  await client.connections.setCaps({ connectionId, caps: { day: 3 * MINIMUM, month: null } });
  await page.waitForTimeout(2000);
  expect((await ofVendor()).map(({ state }) => state.kind)).not.toEqual(['done', 'done']);
  await page
    .getByRole('button', { name: /^Resume/ })
    .first()
    .click();

  const over = ['done', 'failed', 'cancelled'];
  await expect
    .poll(async () => (await jobsOf(client)).filter(({ state }) => !over.includes(state.kind)).length, {
      timeout: 150_000,
    })
    .toBe(0);
  const jobs = await jobsOf(client);
  const count = (kind: string) => jobs.filter(({ state }) => state.kind === kind).length;
  expect([count('done'), count('failed'), count('cancelled')]).toEqual([10, 1, 1]);
  expect(await stateOf('damaged.wav')).toMatchObject({ error: { code: 'mediaNotRecognized' } });
  expect(chargedFor(jobs)).toBe(2 * MINIMUM);
  expect(readdirSync(out).toSorted()).toContain('mp3 (service-2).wav');
  expect(readdirSync(out)).toContain('flac (service-3.5).flac');
  expect(readdirSync(out)).toHaveLength(10);

  // Removed, and back with one key.
  const row = page.getByTestId('queue-row').filter({ hasText: 'ogg.ogg' });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: /^Remove/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toHaveCount(1);
  close();
});

const SHORT_KINDS = [...KINDS, 'opus', 'webm', 'mp4'] as const;
/** Five of each kind; in the whole proof three hundred files. */
const FILES = depth(70, 300);
/** Files of one kind are copies of one recording, which is paid once. */
const PAID = SHORT_KINDS.length;

test('many short files of fourteen kinds in folders, killed in the middle: right to the file and the cent', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const input = path.join(folder, 'in');
  const made = path.join(folder, 'made');
  mkdirSync(made);
  const tone = path.join(folder, 'tone.wav');
  writeTone(tone, { seconds: 1 });
  const kinds = makeEveryKind(made, tone, 1);
  for (let index = 0; index < FILES; index++) {
    const kind = SHORT_KINDS[index % SHORT_KINDS.length] ?? 'wav';
    const place = path.join(input, `week ${index % 7}`, `day ${index % 3}`);
    mkdirSync(place, { recursive: true });
    copyFileSync(kinds.get(kind) ?? '', path.join(place, `clip ${index}.${kind}`));
    if (index % 10 === 0) writeFileSync(path.join(place, `notes ${index}.txt`), 'No recording.');
  }
  const data = path.join(folder, 'data');
  desk = await startBrowserDesk({ dataDirectory: data });
  const first = await connectDesk(desk);
  const connectionId = await addVendor(first.client);
  await first.client.connections.choose({ connectionId });
  const out = path.join(folder, 'out');
  await first.client.system.setPreset({ ...DEFAULT_BATCH_PRESET, output: { kind: 'folder', path: out } });
  first.close();
  await desk.stop();

  desk = await startBrowserDesk({ dataDirectory: data, files: [input] });
  const second = await connectDesk(desk);
  const key = vendor.apiKey;
  await second.client.connections.setKey({ connectionId, key, keep: 'memory' });
  expect((await jobsOf(second.client)).length).toBe(FILES);
  await second.client.queue.start({});
  const done = async (client: DeskClient) => (await jobsOf(client)).filter(({ state }) => state.kind === 'done').length;
  await expect.poll(() => done(second.client), { timeout: 200_000 }).toBeGreaterThan(FILES / 5);
  second.close();
  await desk.kill();

  // A start that the kill overtook is sent again once the listing has lacked it for this long; ten minutes elsewhere.
  desk = await startBrowserDesk({ dataDirectory: data, environment: { CLEARTAKE_START_QUARANTINE_S: '5' } });
  const third = await connectDesk(desk);
  await third.client.connections.setKey({ connectionId, key, keep: 'memory' });
  await expect.poll(() => unfinished(third.client), { timeout: 200_000 }).toEqual([]);
  const jobs = await jobsOf(third.client);
  expect(chargedFor(jobs)).toBe(PAID * MINIMUM);
  const outputs = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(outputs).toHaveLength(FILES);

  await page.goto(desk.url);
  const lastRun = async () => (await third.client.queue.list({ offset: 0, limit: 1 })).totals.lastRun;
  await expect.poll(lastRun).toMatchObject({ done: FILES, failed: 0, charged: PAID * MINIMUM });
  const summary = page.getByRole('region', { name: 'Batch finished' });
  await expect(summary).toContainText(`${FILES} done`);
  third.close();
});
