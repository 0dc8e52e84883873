import { expect, test } from 'vitest';
import { serviceConfiguration } from '../../../../electron/service/configuration.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { createFakeEngine, FAKE_LENGTH } from '../../../harness/engine/fake-engine.ts';
import { makeKey, makeUser } from '../../../harness/service/accounts.ts';
import { COST, type Customer, customerOf, START, startCustomer } from '../../../harness/service/billing-account.ts';
import { postJson } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

const HUNDRED_DAYS = 100 * 24 * 60 * 60;

function startWith(customer: Customer, apiProjectId: string, idempotencyKey: string) {
  return fetch(`${customer.service.baseUrl}${START}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.apiKey}`, 'idempotency-key': idempotencyKey },
    body: JSON.stringify({ apiProjectId }),
  });
}

/** An engine whose counts take until they are let go. */
function gatedEngine() {
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const engine = createFakeEngine(undefined, async () => {
    waiting += 1;
    await gate.promise;
    return FAKE_LENGTH;
  });
  return { spawn: engine.spawn, counting: until.bind(null, async () => waiting > 0), letGo: () => gate.resolve() };
}

test('media whose measuring hangs keeps no other account from starting', { tags: 'long' }, async () => {
  const hanging = createFakeEngine(undefined, (text) =>
    text === 'endless' ? new Promise(() => undefined) : Promise.resolve(FAKE_LENGTH),
  );
  const ada = await startCustomer({ spawn: hanging.spawn });
  const { userId, admin } = await makeUser(ada.service, 'Bob', 'developer');
  const key = await makeKey(ada.service, { userId, scopes: ['read', 'write'] });
  const bob = customerOf(ada.service, ada.dataDirectory, userId, admin.key, key.key);
  const { apiProjectId } = await ada.service.uploadedProject('endless', 'a.wav', ada.apiKey);
  const stuck = ada.start(apiProjectId).catch(() => null);
  await until(async () => hanging.started() === 1);
  expect((await bob.start(await bob.project())).status).toBe(200);
  await ada.service.close();
  await stuck;
});

test('media that is not a recording is measured once, holds the minimum and costs nothing when it fails', async () => {
  let lengths = 0;
  const engine = createFakeEngine(
    () => ({ kind: 'refuse', code: 'mediaNotRecognized' }),
    async () => {
      lengths += 1;
      throw new CleartakeError('mediaNotRecognized');
    },
  );
  const customer = await startCustomer({ spawn: engine.spawn });
  const apiProjectId = await customer.project();
  const started = await Promise.all([1, 2, 3].map(() => customer.start(apiProjectId)));
  expect(started.map(({ status }) => status)).toEqual([200, 200, 200]);
  await until(async () => (await customer.account()).held === 0);
  expect(lengths).toBe(1);
  expect((await customer.account()).usage.lifetime).toBe(0);
});

test('nothing is measured for an account that may not start', async () => {
  const engine = createFakeEngine();
  const customer = await startCustomer({ spawn: engine.spawn });
  const apiProjectId = await customer.project();
  await customer.service.post(
    '/portal/billing/hold',
    { userId: customer.userId, hold: true },
    customer.service.adminKey,
  );
  expect((await customer.start(apiProjectId)).body.code).toBe('paymentFailed');
  await customer.service.post(
    '/portal/billing/hold',
    { userId: customer.userId, hold: false },
    customer.service.adminKey,
  );
  await customer.portal('downgrade');
  expect((await customer.start(apiProjectId)).body.code).toBe('paidPlanRequired');
  expect(engine.started()).toBe(0);
});

test('a repeated request is answered even under a payment hold and after a downgrade', async () => {
  const customer = await startCustomer();
  const apiProjectId = await customer.project();
  const first = await startWith(customer, apiProjectId, 'once');
  const { generationId } = (await first.json()) as { generationId: string };
  await until(async () => (await customer.account()).held === 0);
  for (const hold of [true, false]) {
    await customer.service.post('/portal/billing/hold', { userId: customer.userId, hold }, customer.service.adminKey);
    if (!hold) await customer.portal('downgrade');
    const again = await startWith(customer, apiProjectId, 'once');
    expect([again.status, ((await again.json()) as { generationId: string }).generationId]).toEqual([
      200,
      generationId,
    ]);
    expect((await startWith(customer, apiProjectId, 'twice')).status).toBe(hold ? 402 : 403);
  }
});

test.each([
  ['revoked', '/portal/keys/revoke', 403],
  ['stopped', '/portal/keys/deactivate', 403],
  ['given another secret', '/v1/api_keys/rotate', 401],
])('a key that is %s while its start is counted starts nothing', async (_what, path, status) => {
  const { spawn, counting, letGo } = gatedEngine();
  const customer = await startCustomer({ spawn });
  const { keyId, key } = await makeKey(customer.service, { userId: customer.userId, scopes: ['read', 'write'] });
  const apiProjectId = await customer.project();
  const answer = postJson(`${customer.service.baseUrl}${START}`, { apiProjectId }, key);
  await counting();
  expect((await customer.service.post(path, { keyId }, customer.adminKey)).status).toBe(200);
  letGo();
  expect((await answer).status).toBe(status);
  expect((await customer.account()).held).toBe(0);
  expect((await customer.start(apiProjectId)).status).toBe(200);
  expect((await customer.account()).held + (await customer.account()).unbilled).toBe(COST);
});

test('an amount too large to count is refused with a message', async () => {
  const price = 1_000_000_000;
  const lengths: Record<string, number> = { long: HUNDRED_DAYS, longer: HUNDRED_DAYS + 1 };
  const engine = createFakeEngine(
    () => ({ kind: 'hang' }),
    async (text) => ({ frames: (lengths[text] ?? 1) * 8000, sampleRate: 8000, isSilent: false }),
  );
  const customer = await startCustomer({
    spawn: engine.spawn,
    configuration: { prices: { 'service-2': price, 'service-3.5': price } },
  });
  const projectOf = async (text: string) =>
    (await customer.service.uploadedProject(text, 'a.wav', customer.apiKey)).apiProjectId;
  expect((await customer.start(await projectOf('longer'))).body).toMatchObject({ code: 'mediumTooLong' });
  const long = await projectOf('long');
  expect((await customer.start(long)).status).toBe(200);
  expect((await customer.account()).held).toBe(HUNDRED_DAYS * price);
  const { status, body } = await customer.start(long);
  expect([status, body.code]).toEqual([409, 'amountTooLarge']);
  expect((await customer.account()).held).toBe(HUNDRED_DAYS * price);
});

test('a price too large to count exactly is an invalid configuration', () => {
  const prices = (amount: number) => ({ prices: { 'service-2': amount, 'service-3.5': 0 } });
  expect(serviceConfiguration.safeParse(prices(1_000_000_000)).success).toBe(true);
  expect(serviceConfiguration.safeParse(prices(1_000_000_001)).success).toBe(false);
});
