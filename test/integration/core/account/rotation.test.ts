/** A key is rotated while a batch runs over a real service with prices: nothing fails, and each recording is paid once. */

import path from 'node:path';
import type { Dispatcher } from 'undici';
import { expect, test, vi } from 'vitest';
import { type Network, undiciNetwork } from '../../../../electron/core/api/network.ts';
import { listUsage } from '../../../../shared/service-api/operations/portal-billing.ts';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk, presetFor, type TestDesk, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { writeTakes } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { makeKey } from '../../../harness/service/accounts.ts';
import { startCustomer } from '../../../harness/service/billing-account.ts';

const COUNT = 8;
const isDone = (job: { state: { kind: string } }) => job.state.kind === 'done';

/** A customer's desk with a batch at work over the service, of which some recordings have begun and none is finished. */
async function runningBatch(count = COUNT, network: Network = undiciNetwork) {
  const customer = await startCustomer({ rehearsal: true, configuration: { concurrency: 2 } });
  const { service, adminKey } = customer;
  const slow = { restorationDelayMs: 400 };
  expect((await service.post(LOCAL_PATHS.rehearsal, slow, service.adminKey)).status).toBe(200);
  const { keyId, key } = await makeKey(service, { label: 'Producer desk', scopes: ['read', 'write'] }, adminKey);
  const folder = temporaryFolder();
  writeTakes(path.join(folder, 'in'), count);
  const desk = openTestDesk(path.join(folder, 'data'), { patient: true }, { network, spawn: createFakeEngine().spawn });
  const { client } = desk;
  const prices = { 'service-2': 10_000, 'service-3.5': 20_000 };
  const details = { name: 'Studio', baseUrl: service.baseUrl, headerStyle: 'bearer' as const, prices };
  const { id: connectionId } = await client.connections.add({ ...details, key });
  await client.keys.setAdmin({ connectionId, key: adminKey });
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const { jobIds } = await client.queue.add({ paths: [path.join(folder, 'in')], preset, start: true, connectionId });
  const begun = async () => (await usedKeys(customer)).length;
  await vi.waitFor(async () => expect(await begun()).toBeGreaterThan(0), { timeout: 30_000 });
  return { customer, desk, connectionId, keyId, key, jobIds };
}

/** A network on which the first download waits until it is released, with its link in hand. */
function holdingDownloads() {
  let asked = 0;
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const wait: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    if (!options.path.startsWith('/storage/downloads/')) return dispatch(options, handler);
    asked += 1;
    reached.resolve();
    void released.promise.then(() => dispatch(options, handler));
    return true;
  };
  const network: Network = {
    pool: () => undiciNetwork.pool().compose(wait),
    single: () => undiciNetwork.single().compose(wait),
  };
  return { network, reached: reached.promise, release: () => released.resolve(), asked: () => asked };
}

/** What the service has metered: one row for each complete generation. */
async function usedKeys({ service, adminKey }: Awaited<ReturnType<typeof startCustomer>>) {
  const { body } = await service.post(listUsage.path, { limit: 500 }, adminKey);
  return body.usage as { readonly generationId: string }[];
}

/** Uses the new secret once the connection waits for it. */
async function enterOnceParked({ client }: TestDesk, connectionId: string, keyId: string): Promise<void> {
  const parked = async () =>
    (await client.connections.list()).connections.find(({ id }) => id === connectionId)?.parked;
  await vi.waitFor(async () => expect((await parked())?.code).toBe('keyRefused'), { timeout: 20_000 });
  await client.keys.use({ connectionId, keyId });
}

test.each(['at once', 'later'])(
  'a rotation whose secret is used %s harms no running batch',
  { tags: 'long' },
  async (when) => {
    const { customer, desk, connectionId, keyId, key, jobIds } = await runningBatch();
    const { client } = desk;
    const rotated = await client.keys.rotate({ connectionId, keyId, use: when === 'at once' });
    expect(rotated).toMatchObject({ used: when === 'at once', key: { keyId, inUse: when === 'at once' } });
    expect((await customer.service.post(DEFAULT_PATHS.listProjects, {}, key)).status).toBe(401);
    if (when === 'later') await enterOnceParked(desk, connectionId, keyId);
    for (const id of jobIds) await waitForJob(client, id, isDone, 60_000);
    // Each recording is paid once, on both sides.
    expect(await usedKeys(customer)).toHaveLength(COUNT);
    const ledger = await client.costs.ledger({ filter: {} });
    expect(ledger.lines.filter(({ kind }) => kind === 'charge')).toHaveLength(COUNT);
    const { keys } = await client.keys.list({ connectionId });
    expect(keys.find((one) => one.keyId === keyId)).toMatchObject({ inUse: true, signedIn: false });
    expect(keys.filter(({ signedIn }) => signedIn)).toMatchObject([{ role: 'admin' }]);
    // The host has forgotten the secret: it can't be used twice.
    await expect(client.keys.use({ connectionId, keyId })).rejects.toThrow();
  },
);

test('calls in flight with the old key are asked once more, so an instant rotation stops nothing', {
  tags: 'long',
}, async () => {
  const { desk, connectionId, keyId, jobIds } = await runningBatch();
  const parkedAt: string[] = [];
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      const { connections } = await desk.client.connections.list();
      const code = connections.find(({ id }) => id === connectionId)?.parked?.code;
      if (code !== undefined) parkedAt.push(code);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  await desk.client.keys.rotate({ connectionId, keyId, use: true });
  await desk.client.keys.rotate({ connectionId, keyId, use: true });
  for (const id of jobIds) await waitForJob(desk.client, id, isDone, 60_000);
  over.abort();
  await watching;
  expect(parkedAt).toEqual([]);
});

test.each(['at once', 'later'])(
  'a download link that ended with its key is renewed when the new one is used %s',
  { tags: 'long' },
  async (when) => {
    const { asked, network, reached, release } = holdingDownloads();
    const { customer, desk, connectionId, keyId, jobIds } = await runningBatch(1, network);
    await reached;
    await desk.client.keys.rotate({ connectionId, keyId, use: when === 'at once' });
    release();
    if (when === 'later') await enterOnceParked(desk, connectionId, keyId);
    await waitForJob(desk.client, jobIds[0] ?? '', isDone, 60_000);
    // The service refuses the first link, and gives another for the same paid result.
    expect(asked()).toBe(2);
    expect(await usedKeys(customer)).toHaveLength(1);
    const { lines } = await desk.client.costs.ledger({ filter: {} });
    expect(lines.filter(({ kind }) => kind === 'charge')).toHaveLength(1);
  },
);
