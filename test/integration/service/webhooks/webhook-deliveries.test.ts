import { expect, test } from 'vitest';
import { RETRY_DELAYS_MS } from '../../../../electron/service/rules/webhooks/deliveries.ts';
import { DAY, HOUR, MINUTE, openWorkbench } from '../../../harness/service/webhook-workbench.ts';

test('a receiver that never takes a message is tried eight times, each wait within 20 % of its delay', async () => {
  const bench = await openWorkbench();
  const endpointId = await bench.addEndpoint('https://a.example/');
  for (let message = 0; message < 20; message++) await bench.addMessage();
  const { sent } = bench.deliver(() => 500);
  await bench.clock.advance(4 * DAY);
  const delays = [0, ...RETRY_DELAYS_MS];
  const stretched = new Set<number>();
  for (const { delivery, attempts } of await bench.deliveriesOf({ endpointId })) {
    expect(attempts).toHaveLength(8);
    expect(attempts[0]?.at).toBe(delivery.createdAt);
    for (const [index, { at, trigger, statusCode }] of attempts.entries()) {
      expect([trigger, statusCode]).toEqual(['automatic', 500]);
      const before = attempts[index - 1];
      const wait = before === undefined ? 0 : at - before.at - before.durationMs;
      const delay = delays[index] ?? 0;
      expect(wait).toBeGreaterThanOrEqual(delay * 0.8);
      expect(wait).toBeLessThanOrEqual(delay * 1.2 + 1);
      if (index === 7) stretched.add(wait);
    }
    expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null, dueAt: null });
  }
  // Jitter: what failed together does not come back together.
  expect(stretched.size).toBeGreaterThan(15);
  expect(sent).toHaveLength(160);
});

test.each([0, 1, 4, 7])(
  'a message that is taken after %i failures is not sent again, and always had the same id',
  async (failures) => {
    const bench = await openWorkbench();
    await bench.addEndpoint('https://a.example/');
    const messageId = await bench.addMessage();
    let count = 0;
    const { sent } = bench.deliver(() => (++count > failures ? 200 : 503));
    await bench.clock.advance(5 * DAY);
    expect(sent.map((webhook) => webhook.messageId)).toEqual(Array(failures + 1).fill(messageId));
    expect(await bench.deliveriesOf()).toMatchObject([{ delivery: { status: 'delivered', nextAttemptAt: null } }]);
  },
);

test('a clock that jumps ahead leads to one attempt, not to all that were missed', async () => {
  const bench = await openWorkbench();
  await bench.addEndpoint('https://a.example/');
  await bench.addMessage();
  const { sent } = bench.deliver(() => 500);
  await bench.clock.advance(10_000);
  expect(sent).toHaveLength(2);
  await bench.clock.jump(3 * DAY);
  expect(sent).toHaveLength(3);
  await bench.clock.advance(36 * MINUTE);
  expect(sent).toHaveLength(4);
});

test('a slow receiver occupies a few attempts and delays nobody else', async () => {
  const bench = await openWorkbench();
  await bench.addEndpoint('https://slow.example/');
  await bench.addEndpoint('https://quick.example/');
  for (let message = 0; message < 50; message++) await bench.addMessage();
  let busy = 0;
  let busiest = 0;
  const { sent } = bench.deliver(async ({ url }) => {
    if (url.includes('quick')) return 200;
    busiest = Math.max(busiest, ++busy);
    await bench.clock.sleep(15_000);
    busy -= 1;
    return 200;
  });
  await bench.clock.advance(1000);
  expect(sent.filter(({ url }) => url.includes('quick'))).toHaveLength(50);
  expect(sent.filter(({ url }) => url.includes('slow'))).toHaveLength(4);
  await bench.clock.advance(10 * MINUTE);
  expect(busiest).toBe(4);
  expect((await bench.deliveriesOf()).every(({ delivery }) => delivery.status === 'delivered')).toBe(true);
});

test('at most 64 attempts run at once, and 16 per account, however many receivers are slow', {
  tags: 'long',
}, async () => {
  const bench = await openWorkbench();
  for (let account = 0; account < 5; account++) {
    const { addEndpoint, addMessage } = await bench.addAccount(`usr_slow${account}`);
    for (let count = 0; count < 40; count++) await addEndpoint(`https://${account}.example/${count}`);
    for (let message = 0; message < 4; message++) await addMessage();
  }
  const busy = new Map<string, number>();
  const busiest = new Map<string, number>();
  const count = (name: string, by: number) => {
    busy.set(name, (busy.get(name) ?? 0) + by);
    busiest.set(name, Math.max(busiest.get(name) ?? 0, busy.get(name) ?? 0));
  };
  const { sent } = bench.deliver(async ({ url }) => {
    const names = ['all', new URL(url).host];
    for (const name of names) count(name, 1);
    await bench.clock.sleep(15_000);
    for (const name of names) count(name, -1);
    return 200;
  });
  await bench.clock.advance(HOUR);
  const { all, ...accounts } = Object.fromEntries(busiest);
  expect(all).toBe(64);
  for (const most of Object.values(accounts)) expect([12, 13, 14, 15, 16]).toContain(most);
  expect(sent).toHaveLength(800);
});

test.each([
  { endpoints: 40, messages: 1 },
  { endpoints: 16, messages: 40 },
  { endpoints: 50, messages: 12 },
])(
  'an account whose $endpoints receivers hang, $messages messages each, holds up nobody else',
  async ({ endpoints, messages }) => {
    const bench = await openWorkbench();
    const slow = await bench.addAccount('usr_a');
    for (let count = 0; count < endpoints; count++) await slow.addEndpoint(`https://hanging.example/${count}`);
    for (let count = 0; count < messages; count++) await slow.addMessage();
    const quick = await bench.addAccount('usr_b');
    await quick.addEndpoint('https://quick.example/');
    const { sent, wake } = bench.deliver(async ({ url }) => {
      if (url.includes('hanging')) await bench.clock.sleep(15_000);
      return url.includes('hanging') ? 500 : 200;
    });
    await bench.clock.settle();
    expect(sent).toHaveLength(16);
    for (let round = 1; round <= 20; round++) {
      await bench.clock.advance(1000);
      await quick.addMessage();
      wake();
      await bench.clock.settle();
      expect(sent.filter(({ url }) => url.includes('quick'))).toHaveLength(round);
    }
  },
);

test('with a long backlog at four hanging receivers, a fifth of the same account still gets its turn', async () => {
  const bench = await openWorkbench();
  const { addEndpoint, addMessage } = await bench.addAccount('usr_a');
  for (let count = 0; count < 5; count++)
    await addEndpoint(`https://${count < 4 ? 'hanging' : 'quick'}.example/${count}`);
  for (let count = 0; count < 80; count++) await addMessage();
  const { sent } = bench.deliver(async ({ url }) => {
    if (url.includes('hanging')) await bench.clock.sleep(15_000);
    return url.includes('hanging') ? 500 : 200;
  });
  await bench.clock.advance(16_000);
  expect(sent.filter(({ url }) => url.includes('quick')).length).toBeGreaterThanOrEqual(4);
});

test('a look at what is due takes no longer for thousands of endpoints where something is due later', async () => {
  const bench = await openWorkbench();
  const { clock, database, store } = bench;
  const { addEndpoint, addMessage } = await bench.addAccount('usr_a');
  await addEndpoint('https://a.example/');
  await addMessage();
  const look = async () => {
    const times: number[] = [];
    for (let count = 0; count < 41; count++) {
      const began = performance.now();
      expect((await store.webhooks.queue.due(clock.now(), 256)).due).toHaveLength(1);
      times.push(performance.now() - began);
    }
    return times.sort((one, other) => one - other)[20] ?? 0;
  };
  const few = await look();
  database.raw.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO webhook_endpoints (endpoint_id, user_id, key_id, mode, url, href, event_types, enabled, created_at, updated_at, updated_by_key_id)
    SELECT 'whe_' || i, user_id, key_id, mode, url, href || i, event_types, enabled, created_at, updated_at, updated_by_key_id
    FROM webhook_endpoints, n;
    INSERT INTO webhook_deliveries (delivery_id, message_id, user_id, endpoint_id, status, next_attempt_at, due_at, created_at)
    SELECT 'dlv_' || e.endpoint_id, d.message_id, d.user_id, e.endpoint_id, 'pending', d.due_at + 1000, d.due_at + 1000, 0
    FROM webhook_endpoints e, webhook_deliveries d WHERE e.endpoint_id <> d.endpoint_id`);
  expect(await look()).toBeLessThan(20 * few);
});

test('a wake-up finds what was just written without waiting for the next poll', async () => {
  const bench = await openWorkbench();
  await bench.addEndpoint('https://a.example/');
  const { sent, wake } = bench.deliver(() => 200, bench.store.webhooks.queue, MINUTE);
  await bench.clock.settle();
  await bench.addMessage();
  wake();
  await bench.clock.settle();
  expect(sent).toHaveLength(1);
  // Nobody says anything about this one: it is found all the same.
  await bench.addMessage();
  await bench.clock.advance(MINUTE);
  expect(sent).toHaveLength(2);
});

test('deliveries in progress when the service stops are due again at the next start', async () => {
  const bench = await openWorkbench();
  await bench.addEndpoint('https://a.example/');
  await bench.addMessage();
  const first = bench.deliver(() => new Promise<number>(() => undefined));
  await bench.clock.settle();
  await first.stop();
  expect(await bench.deliveriesOf()).toMatchObject([{ delivery: { status: 'pending', failures: 0 }, attempts: [] }]);
  const second = bench.deliver(() => 200);
  await bench.clock.settle();
  expect([first.sent.length, second.sent.length]).toEqual([1, 1]);
  expect(second.sent[0]?.messageId).toBe(first.sent[0]?.messageId);
});

test("a store that can't be written for a while does not repeat a message endlessly", async () => {
  const bench = await openWorkbench();
  await bench.addEndpoint('https://a.example/');
  await bench.addMessage();
  const { queue } = bench.store.webhooks;
  let broken = true;
  const { sent } = bench.deliver(() => 200, {
    ...queue,
    record: (...values) => (broken ? Promise.reject(new Error('disk full')) : queue.record(...values)),
  });
  await bench.clock.advance(10 * MINUTE);
  expect(sent).toHaveLength(1);
  broken = false;
  await bench.clock.advance(MINUTE);
  expect(sent).toHaveLength(1);
  expect(await bench.deliveriesOf()).toMatchObject([{ delivery: { status: 'delivered' } }]);
});

test('an endpoint that only fails is disabled by the first failure more than five days after the first one', async () => {
  const bench = await openWorkbench();
  const endpointId = await bench.addEndpoint('https://dead.example/');
  const healthy = await bench.addEndpoint('https://good.example/');
  const { sent, wake } = bench.deliver(({ url }) => (url.includes('dead') ? 500 : 200));
  let disabledAt: number | null = null;
  for (let step = 0; step < 28; step++) {
    await bench.addMessage();
    wake();
    await bench.clock.advance(6 * HOUR);
    if (!(await bench.endpoint(endpointId)).enabled) disabledAt ??= bench.clock.now();
  }
  const dead = sent.filter(({ url }) => url.includes('dead'));
  const [first, last] = [dead[0], dead.at(-1)];
  expect((last?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(5 * DAY);
  expect(dead.filter(({ at }) => at - (first?.at ?? 0) > 5 * DAY)).toEqual([last]);
  expect(disabledAt).not.toBeNull();
  expect(await bench.endpoint(endpointId)).toMatchObject({ enabled: false, disabledReason: 'failing' });
  expect(await bench.endpoint(healthy)).toMatchObject({ enabled: true, failingSince: null });
  const statuses = (await bench.deliveriesOf({ endpointId })).map(({ delivery }) => delivery.status);
  expect(statuses).toHaveLength(28);
  expect(statuses).not.toContain('pending');
  expect(statuses.at(-1)).toBe('cancelled');
  const entries = bench.database.orm.query.auditEntries.findMany().sync();
  expect(entries.filter(({ action }) => action === 'webhook.endpoint.disabled')).toMatchObject([
    { actorKeyId: null, target: endpointId },
  ]);
});

test('an endpoint that fails now and then is never disabled', { tags: 'long' }, async () => {
  const bench = await openWorkbench();
  const endpointId = await bench.addEndpoint('https://a.example/');
  // Six of seven attempts fail, for forty days.
  let attempt = 0;
  const { wake } = bench.deliver(() => (++attempt % 7 === 0 ? 200 : 500));
  for (let step = 0; step < 160; step++) {
    await bench.addMessage();
    wake();
    await bench.clock.advance(6 * HOUR);
    expect((await bench.endpoint(endpointId)).enabled).toBe(true);
  }
  expect(attempt).toBeGreaterThan(300);
});

test('an outage of a day, and another one weeks later, disable nothing', async () => {
  const bench = await openWorkbench();
  const endpointId = await bench.addEndpoint('https://a.example/');
  const { wake } = bench.deliver(() => 500);
  for (let outage = 0; outage < 3; outage++) {
    await bench.addMessage();
    wake();
    await bench.clock.advance(21 * DAY);
  }
  expect((await bench.endpoint(endpointId)).enabled).toBe(true);
});
