import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { expectedCost } from '../../../shared/domain/money.ts';
import { KINDS, writeLyingFiles } from '../../fixtures/lengths/lying-files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { openTestDesk, presetFor } from '../../harness/desk/open-test-desk.ts';
import { createFakeEngine } from '../../harness/engine/fake-engine.ts';
import { type Customer, PRICES, startCustomer } from '../../harness/service/billing-account.ts';
import { depth } from '../depth.ts';

const FILES = Number(process.env.CLEARTAKE_QUOTED_FILES ?? depth(1, 2) * Object.keys(KINDS).length);
/** Where the bench has made them already. */
const MADE = process.env.CLEARTAKE_QUOTED_FOLDER;
const PATIENCE_MS = 120_000 + FILES * 1500;
const MINIMUM_SECONDS = 60;
const engine = createEngine();
/** Measures as the real engine, and gives back at once what was uploaded. */
const { spawn } = createFakeEngine(undefined, (_text, file) => engine.length({ path: file }, () => undefined));

test(`no charge is above what was called “at most”, whatever the headers of ${FILES} files say`, {
  tags: 'long',
}, async () => {
  const customer = await startCustomer({ spawn });
  const folder = temporaryFolder();
  const paths = writeLyingFiles(MADE ?? path.join(folder, 'takes'), FILES);
  const { client, store } = openTestDesk(path.join(folder, 'data'));
  const connection = await client.connections.add({
    name: 'Studio',
    baseUrl: customer.service.baseUrl,
    headerStyle: 'bearer',
    prices: PRICES,
    key: customer.apiKey,
  });
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  await client.system.setPreset(preset);
  await client.queue.add({ paths, preset, start: false, connectionId: connection.id });

  // What is promised for each recording, as soon as anything is: nothing while it is still being measured.
  const jobs = async () => (await client.queue.list({ offset: 0, limit: 1000 })).jobs;
  await expect.poll(async () => (await client.queue.quote({})).unmeasured, { timeout: PATIENCE_MS }).toBe(0);
  const quote = await client.queue.quote({});
  const promised = new Map<string, number>();
  for (const { countedSeconds, id } of await jobs()) {
    promised.set(id, (await client.queue.quote({ jobIds: [id] })).amount ?? Number.NaN);
    // The row says the same.
    expect(expectedCost(countedSeconds, PRICES['service-2'])).toBe(promised.get(id));
  }
  expect([...promised.values()].reduce((sum, amount) => sum + amount, 0)).toBe(quote.amount);

  await client.queue.start({});
  await expect
    .poll(async () => (await jobs()).filter(({ state }) => state.kind !== 'done' && state.kind !== 'failed').length, {
      timeout: PATIENCE_MS,
    })
    .toBe(0);
  const ended = await jobs();
  const charged = ended.map(({ id, generations }) => ({
    id,
    amount: generations.reduce((sum, one) => sum + (one.charged ? (one.amount ?? 0) : 0), 0),
  }));
  for (const { amount, id } of charged) expect(amount).toBeLessThanOrEqual(promised.get(id) ?? 0);
  // Never a second more than is heard: the scan before the upload decoded every frame.
  for (const { durationSeconds, generations, name, state } of ended) {
    if (state.kind !== 'done') continue;
    const seconds = Math.max(MINIMUM_SECONDS, Math.ceil(durationSeconds ?? Number.NaN));
    expect([name, generations.map(({ billableSeconds }) => billableSeconds)]).toEqual([name, [seconds]]);
  }
  // Those that were cut by their headers' word fail before anything is sent; all others are restored.
  expect(ended.filter(({ state }) => state.kind === 'done').length).toBeGreaterThan(FILES * 0.8);
  // The service held the same by its own count, to the micro-USD. (Its engine here says that every result lasts as long as any other.)
  const sum = charged.reduce((total, { amount }) => total + amount, 0);
  expect(sum).toBeGreaterThan(0);
  expect(await heldBy(customer)).toBe(sum);
  expect(store.ledger.ofConnection(connection.id, 0, 0)).toMatchObject({ day: sum, held: 0 });
});

/** What the service held for all generations that it charged, in micro-USD. */
async function heldBy({ portal }: Customer): Promise<number> {
  let held = 0;
  let before: string | null = null;
  do {
    const { body } = await portal('ledger/list', { limit: 500, ...(before === null ? {} : { before }) });
    for (const { kind, postings } of body.entries) {
      if (kind !== 'charge') continue;
      for (const { account, amount } of postings as { account: string; amount: number }[])
        if (account === 'held') held -= amount;
    }
    before = body.next;
  } while (before !== null);
  return held;
}
