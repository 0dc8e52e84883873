import { expect, test } from 'vitest';
import { silentLog } from '../../../../electron/platform/log.ts';
import { keepRetention, RETENTION_MS } from '../../../../electron/service/work/webhooks/webhooks.ts';
import { HOUR, KEY, openWorkbench } from '../../../harness/service/webhook-workbench.ts';

test('messages older than ninety days are removed with their log, even while delivery is switched off', async () => {
  const bench = await openWorkbench();
  await bench.addEndpoint('https://a.example/');
  const old = bench.clock.now();
  for (let message = 0; message < 5; message++) await bench.addMessage();
  const { stop } = bench.deliver(() => 200);
  await bench.clock.settle();
  await stop();
  const waiting = await bench.addMessage();
  expect((await bench.deliveriesOf({ messageId: waiting }))[0]?.delivery.status).toBe('pending');
  await bench.clock.advance(RETENTION_MS + 1);
  const recent = await bench.addMessage();
  const { queue } = bench.store.webhooks;
  expect(await queue.prune(old, 100, bench.clock.now())).toBe(0);
  expect(await queue.prune(old + 1, 3, bench.clock.now())).toBe(3);
  expect(await queue.prune(old + 1, 100, bench.clock.now())).toBe(3);
  expect((await bench.deliveriesOf()).map(({ delivery }) => delivery.messageId)).toEqual([recent]);
  expect(bench.database.orm.query.webhookAttempts.findMany().sync()).toEqual([]);
});

test('old messages are looked for every hour, and removed in batches with pauses', async () => {
  const bench = await openWorkbench();
  const { clock } = bench;
  const asked: number[] = [];
  const left = [200, 200, 7, 0, 0];
  const queue = {
    ...bench.store.webhooks.queue,
    prune: async (before: number) => {
      asked.push(clock.now());
      expect(before).toBe(clock.now() - RETENTION_MS);
      return left[asked.length - 1] ?? 0;
    },
  };
  const ending = new AbortController();
  const kept = keepRetention(queue, clock, silentLog, ending.signal);
  await clock.advance(2 * HOUR);
  ending.abort();
  await kept;
  const [begin = 0] = asked;
  expect(asked.map((at) => at - begin)).toEqual([0, 100, 200, 200 + HOUR]);
});

test('an account has at most a thousand endpoints, of all its keys; one that is removed makes room', async () => {
  const bench = await openWorkbench();
  const { addEndpoint } = await bench.addAccount('usr_a');
  const endpointId = await addEndpoint('https://a.example/');
  const { raw } = bench.database;
  raw.exec(`
    INSERT INTO keys (key_id, user_id, label, role, status, key_prefix, scopes, resource_bounds, created_at)
    SELECT 'key_other', user_id, label, role, status, key_prefix, scopes, resource_bounds, created_at
    FROM keys WHERE user_id = 'usr_a';
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
    INSERT INTO webhook_endpoints (endpoint_id, user_id, key_id, mode, url, href, event_types, enabled, created_at, updated_at, updated_by_key_id)
    SELECT 'whe_' || i, user_id, 'key_other', mode, url, href || i, event_types, enabled, created_at, updated_at, updated_by_key_id
    FROM webhook_endpoints, n`);
  await expect(addEndpoint('https://b.example/')).rejects.toThrow('account-full');
  // What is there can still be changed, and others are not concerned.
  expect(await addEndpoint('https://a.example/')).toBe(endpointId);
  await bench.addEndpoint('https://b.example/');
  await bench.store.webhooks.removeEndpoint(null, endpointId, 'key_other', bench.clock.now());
  await addEndpoint('https://b.example/');
});

test('of a delivery the last hundred attempts are kept and the last fifty listed, however often it is resent', async () => {
  const bench = await openWorkbench();
  const { store, clock, database } = bench;
  const endpointId = await bench.addEndpoint('https://a.example/');
  const messageId = await bench.addMessage();
  const other = await bench.addMessage();
  const { sent, wake } = bench.deliver(() => 200);
  await clock.settle();
  for (let count = 0; count < 120; count++) {
    await clock.advance(1000);
    await store.webhooks.resend(null, messageId, endpointId, KEY, clock.now());
    wake();
    await clock.settle();
  }
  expect(sent).toHaveLength(122);
  const kept = database.orm.query.webhookAttempts
    .findMany()
    .sync()
    .map(({ at }) => at);
  const made = sent.filter((webhook) => webhook.messageId === messageId).map(({ at }) => at);
  expect(kept.slice(1)).toEqual(made.slice(-100));
  const [logged] = await bench.deliveriesOf({ messageId });
  expect(logged?.attempts.map(({ at }) => at)).toEqual(made.slice(-50));
  expect((await bench.deliveriesOf({ messageId: other }))[0]?.attempts).toHaveLength(1);
});

test('of the test events of an account the newest thousand are kept, delivered or not; real ones stay', {
  tags: 'long',
}, async () => {
  const bench = await openWorkbench();
  const account = await bench.addAccount('usr_a');
  await account.addEndpoint('https://a.example/');
  await bench.addEndpoint('https://b.example/');
  const real = await bench.addMessage();
  const tests: string[] = [];
  for (let count = 0; count < 1010; count++) tests.push(await account.addMessage());
  const page = { limit: 10_000, before: null };
  const found = (await bench.store.webhooks.listMessages('usr_a', null, page)) ?? [];
  expect(found.map(({ messageId }) => messageId).reverse()).toEqual(tests.slice(-1000));
  const every = { endpointId: null, messageId: null, status: null };
  expect(await bench.store.webhooks.listDeliveries('usr_a', every, page)).toHaveLength(1000);
  expect(await bench.deliveriesOf()).toMatchObject([{ delivery: { messageId: real } }]);
});

test('listing deliveries takes no longer because of other accounts', async () => {
  const bench = await openWorkbench();
  const { database, store } = bench;
  const [one, many] = [await bench.addAccount('usr_a'), await bench.addAccount('usr_b')];
  for (const account of [one, many]) {
    await account.addEndpoint('https://a.example/');
    await account.addMessage();
  }
  const list = async (status: 'pending' | 'failed' | null) => {
    const times: number[] = [];
    for (let count = 0; count < 41; count++) {
      const began = performance.now();
      const filter = { endpointId: null, messageId: null, status };
      const found = await store.webhooks.listDeliveries('usr_a', filter, { limit: 100, before: null });
      times.push(performance.now() - began);
      expect(found).toHaveLength(status === 'failed' ? 0 : 1);
    }
    return times.sort((early, late) => early - late)[20] ?? 0;
  };
  const few = await list(null);
  database.raw.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO webhook_messages (message_id, user_id, key_id, mode, event_type, event_id, payload, created_at)
    SELECT 'msg_' || i, user_id, key_id, mode, event_type, event_id, payload, created_at
    FROM webhook_messages, n WHERE user_id = 'usr_b';
    INSERT INTO webhook_deliveries (delivery_id, message_id, user_id, endpoint_id, status, created_at)
    SELECT 'dlv_' || m.message_id, m.message_id, d.user_id, d.endpoint_id, 'failed', 0
    FROM webhook_messages m, webhook_deliveries d WHERE m.user_id = 'usr_b' AND d.user_id = 'usr_b' AND m.message_id <> d.message_id`);
  for (const status of [null, 'pending', 'failed'] as const) expect(await list(status)).toBeLessThan(10 * few);
});
