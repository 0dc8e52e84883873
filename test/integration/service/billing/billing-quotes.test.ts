import { expect, test } from 'vitest';
import type { HelperProcess } from '../../../../electron/platform/processes/helper-process.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { createFakeEngine, FAKE_DURATION_SECONDS, FAKE_LENGTH } from '../../../harness/engine/fake-engine.ts';
import { BOOK_USER } from '../../../harness/money/book.ts';
import { openSqliteAccount } from '../../../harness/money/sqlite-account.ts';
import { readStore } from '../../../harness/service/accounts.ts';
import {
  BILLED_SECONDS,
  COST,
  customerOf,
  PRICES,
  START,
  startCustomer,
} from '../../../harness/service/billing-account.ts';
import { MIGRATIONS, startService, temporaryFolder } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

const BETTER = DEFAULT_PATHS.startGeneration['service-3.5'];

/** A process that ends before it answers. */
function deadProcess(): HelperProcess {
  return {
    send: () => undefined,
    onMessage: () => () => undefined,
    onExit: (listener) => {
      setImmediate(() => listener(null));
      return () => undefined;
    },
    stop: async () => undefined,
  };
}

/** An engine that counts how often it measures a length. */
function countingEngine() {
  let measured = 0;
  const { spawn } = createFakeEngine(undefined, async () => {
    measured += 1;
    return FAKE_LENGTH;
  });
  return { spawn, measured: () => measured };
}

test('the length of media is measured once, and each model has its price', async () => {
  const engine = countingEngine();
  const customer = await startCustomer({ spawn: engine.spawn });
  const apiProjectId = await customer.project();
  for (const path of [START, BETTER, START]) {
    const { body } = await customer.start(apiProjectId, path);
    await customer.service.settled(body, customer.apiKey);
  }
  expect(engine.measured()).toBe(1);
  const cost = BILLED_SECONDS * (2 * PRICES['service-2'] + PRICES['service-3.5']);
  expect((await customer.account()).usage.lifetime).toBe(cost);
  const [row] = readStore<{ seconds: number }>(
    customer,
    'select duration_seconds as seconds from projects where project_id = ?',
    apiProjectId,
  );
  expect(row?.seconds).toBe(FAKE_DURATION_SECONDS);
});

test('replaced media is measured again', async () => {
  const engine = countingEngine();
  const customer = await startCustomer({ spawn: engine.spawn });
  const { apiProjectId, uploadUrl } = await customer.service.uploadedProject('one', 'a.wav', customer.apiKey);
  await customer.portal('spend_limit', { limit: 0 });
  expect((await customer.start(apiProjectId)).status).toBe(402);
  expect((await customer.start(apiProjectId)).status).toBe(402);
  expect(engine.measured()).toBe(1);
  const again = await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'audio/wav' }, body: 'other' });
  expect(again.status).toBe(200);
  expect((await customer.start(apiProjectId)).status).toBe(402);
  expect(engine.measured()).toBe(2);
});

test("media that can't be measured is not started, holds nothing and is not measured again", async () => {
  let spawned = 0;
  const spawn = () => {
    spawned += 1;
    return deadProcess();
  };
  const customer = await startCustomer({ spawn });
  const apiProjectId = await customer.project();
  for (let time = 0; time < 2; time++) {
    const { status, body } = await customer.start(apiProjectId);
    expect([status, body.code]).toEqual([409, 'lengthUnknown']);
  }
  expect(spawned).toBe(1);
  expect(await customer.account()).toMatchObject({ unbilled: 0, held: 0, usage: { lifetime: 0 } });
  const { body } = await customer.service.post(DEFAULT_PATHS.listGenerations, { apiProjectId }, customer.apiKey);
  expect(body.generations).toEqual([]);
});

test('the price agreed at the start applies, whatever the price is at the end', async () => {
  const hanging = createFakeEngine(() => ({ kind: 'hang' }));
  const first = await startCustomer({ spawn: hanging.spawn });
  const { apiProjectId } = (await first.start(await first.project())).body;
  expect((await first.account()).held).toBe(COST);
  await first.service.close();

  let restores = 0;
  const service = await startService({
    dataDirectory: first.dataDirectory,
    // The first of them ends what was started before.
    spawn: createFakeEngine(() => ({ kind: ++restores === 1 ? 'copy' : 'hang' })).spawn,
    configuration: { prices: { 'service-2': 100 * PRICES['service-2'], 'service-3.5': 0 } },
  });
  const second = customerOf(service, first.dataDirectory, first.userId, first.adminKey, first.apiKey);
  await until(async () => (await second.account()).unbilled > 0);
  expect(await second.account()).toMatchObject({ unbilled: COST, held: 0 });
  expect((await second.start(apiProjectId)).status).toBe(200);
  expect((await second.account()).held).toBe(100 * COST);
});

test('a start is refused when its medium was replaced after its price was found', async () => {
  const account = await openSqliteAccount(`${await temporaryFolder()}/service.sqlite`, MIGRATIONS);
  await account.apply({ kind: 'method', label: 'Card' });
  await account.apply({ kind: 'upgrade' });
  const generation = {
    generationId: 'gen_1',
    projectId: 'prj_1',
    userId: BOOK_USER,
    keyId: 'key_1',
    model: 'service-2',
    sampling: null,
    params: null,
    hasVideo: false,
    createdAt: account.now(),
  } as const;
  const start = (uploadedAt: number | null) =>
    account.store.generations.start(generation, { billableSeconds: 60, pricePerSecond: 1, uploadedAt }, null);
  expect((await start(2)).kind).toBe('not-uploaded');
  expect((await start(1)).kind).toBe('started');
  await account.store.close();
});

test('a start before the upload answers 409, also where it would cost something', async () => {
  const customer = await startCustomer();
  const { body } = await customer.service.post(
    DEFAULT_PATHS.createProject,
    { originalFileName: 'a.wav', contentType: 'audio/wav' },
    customer.apiKey,
  );
  const { status, body: refused } = await customer.start(body.apiProjectId);
  expect([status, refused.code]).toEqual([409, 'notUploaded']);
});
