import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recoverWindow } from '../../../../electron/service/http/routes/portal/webhook-messages.ts';
import type { WebhookQueue } from '../../../../electron/service/store/webhook-port.ts';
import { DAY, HOUR, KEY, openWorkbench, type Workbench } from '../../../harness/service/webhook-workbench.ts';

function recover({ store, clock }: Workbench, endpointId: string, since: number, until: number) {
  return recoverWindow(store.webhooks, {
    reach: null,
    endpointId,
    window: { since, until },
    actorKeyId: KEY,
    now: clock.now(),
  });
}

/** One message: how long after the one before it, whether the endpoint is on then, and at which attempt it is taken, if at all. */
const history = fc.array(
  fc.record({ wait: fc.integer({ min: 0, max: 2 * DAY }), on: fc.boolean(), takenAt: fc.constantFrom(1, 2, 4, null) }),
  { minLength: 1, maxLength: 16 },
);

test('recovery sends exactly the messages of the window that the endpoint missed, against a model', {
  tags: 'long',
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 0, max: 14 * DAY }),
      async (steps, from, length) => {
        const bench = await openWorkbench();
        const { clock, store } = bench;
        const endpointId = await bench.addEndpoint('https://a.example/');
        await bench.addEndpoint('https://other.example/');
        const begin = clock.now();
        const plan = new Map<string, number | null>();
        const tries = new Map<string, number>();
        const taken = new Set<string>();
        const before = bench.deliver(({ url, messageId }) => {
          if (url.includes('other')) return 500;
          const count = (tries.get(messageId) ?? 0) + 1;
          tries.set(messageId, count);
          if (count !== plan.get(messageId)) return 500;
          taken.add(messageId);
          return 200;
        });
        const made: { messageId: string; at: number }[] = [];
        for (const { wait, on, takenAt } of steps) {
          await clock.advance(wait);
          await store.webhooks.setEnabled(null, endpointId, on, KEY, clock.now());
          const messageId = await bench.addMessage();
          plan.set(messageId, takenAt);
          made.push({ messageId, at: clock.now() });
          before.wake();
          await clock.settle();
        }
        await before.stop();
        await store.webhooks.setEnabled(null, endpointId, true, KEY, clock.now());

        const since = Math.floor(begin + from * (clock.now() - begin));
        const until = since + length;
        const expected = made
          .filter(({ messageId, at }) => at >= since && at <= until && !taken.has(messageId))
          .map(({ messageId }) => messageId);
        const outcome = await recover(bench, endpointId, since, until);
        expect(outcome).toEqual({ kind: 'done', recovered: expected.length });

        const after = bench.deliver(() => 200);
        await clock.settle();
        const recovered = after.sent.filter(({ url }) => url.includes('a.example'));
        // What was pending outside of the window goes on as scheduled: it is due later, or was due while nothing was delivered.
        const found = await bench.deliveriesOf({ endpointId });
        const byRecovery = found.filter(({ attempts }) => attempts.at(-1)?.trigger === 'recovery');
        expect(byRecovery.map(({ delivery }) => delivery.messageId)).toEqual(expected);
        const sentNow = recovered.map(({ messageId }) => messageId);
        for (const messageId of expected) expect(sentNow.filter((other) => other === messageId)).toHaveLength(1);
        for (const messageId of taken) expect(sentNow).not.toContain(messageId);
        await after.stop();
      },
    ),
    { numRuns: 25 },
  );
});

test('a large recovery goes in batches, and each message once', { tags: 'long' }, async () => {
  const bench = await openWorkbench();
  const { clock } = bench;
  const endpointId = await bench.addEndpoint('https://a.example/');
  const setEnabled = (enabled: boolean) => bench.store.webhooks.setEnabled(null, endpointId, enabled, KEY, clock.now());
  await setEnabled(false);
  const since = clock.now();
  for (let message = 0; message < 603; message++) await bench.addMessage();
  expect(await recover(bench, endpointId, since, since + DAY)).toEqual({ kind: 'disabled' });
  await setEnabled(true);
  expect(await recover(bench, endpointId, since, since + DAY)).toEqual({ kind: 'done', recovered: 603 });
  const { sent } = bench.deliver(() => 200);
  await clock.advance(HOUR);
  expect(sent).toHaveLength(603);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(603);
  expect(await recover(bench, endpointId, since, since + DAY)).toEqual({ kind: 'done', recovered: 0 });
});

test('a recovery lets everything else have its turn, and is audited once, with its count', async () => {
  const bench = await openWorkbench();
  const { clock, database } = bench;
  const endpointId = await bench.addEndpoint('https://a.example/');
  await bench.addMessage();
  database.raw.exec(`
    UPDATE webhook_deliveries SET status = 'failed', next_attempt_at = NULL, due_at = NULL;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
    INSERT INTO webhook_messages (message_id, user_id, key_id, mode, event_type, event_id, payload, created_at)
    SELECT 'msg_' || i, user_id, key_id, mode, event_type, event_id, payload, created_at FROM webhook_messages, n;
    INSERT INTO webhook_deliveries (delivery_id, message_id, user_id, endpoint_id, status, created_at)
    SELECT 'dlv_' || m.message_id, m.message_id, d.user_id, d.endpoint_id, 'cancelled', d.created_at
    FROM webhook_messages m, webhook_deliveries d WHERE m.message_id <> d.message_id`);
  let turns = 0;
  let over = false;
  const turn = () => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  const since = clock.now();
  expect(await recover(bench, endpointId, since, since)).toEqual({ kind: 'done', recovered: 5000 });
  over = true;
  expect(turns).toBeGreaterThanOrEqual(20);
  // They are on their way already: nothing is brought back twice.
  expect(await recover(bench, endpointId, since, since)).toEqual({ kind: 'done', recovered: 0 });
  const entries = database.orm.query.auditEntries.findMany().sync();
  const recoveries = entries.filter(({ action }) => action === 'webhook.recovered');
  expect(recoveries.map(({ details }) => details)).toMatchObject([{ recovered: 5000 }, { recovered: 0 }]);
});

test('a recovery whose endpoint is switched off on the way says so, since all of it was cancelled', async () => {
  const bench = await openWorkbench();
  const { clock, store } = bench;
  const endpointId = await bench.addEndpoint('https://a.example/');
  const since = clock.now();
  for (let message = 0; message < 450; message++) await bench.addMessage();
  let batches = 0;
  const recoverBatch: typeof store.webhooks.recoverBatch = async (...values) => {
    if (++batches === 2) await store.webhooks.setEnabled(null, endpointId, false, KEY, clock.now());
    return store.webhooks.recoverBatch(...values);
  };
  const window = { since, until: clock.now() };
  const outcome = await recoverWindow(
    { recoverBatch },
    { reach: null, endpointId, window, actorKeyId: KEY, now: clock.now() },
  );
  expect(outcome).toEqual({ kind: 'disabled' });
  const statuses = new Set((await bench.deliveriesOf()).map(({ delivery }) => delivery.status));
  expect(statuses).toEqual(new Set(['cancelled']));
});

test('what was resent to an endpoint that does not take it is not brought back by a recovery', async () => {
  const bench = await openWorkbench();
  const { store, clock } = bench;
  await bench.addEndpoint('https://all.example/');
  const endpointId = await bench.addEndpoint('https://failures.example/');
  const only = { eventTypes: ['generation.failed'] } as const;
  await store.webhooks.updateEndpoint(null, endpointId, only, KEY, clock.now());
  const since = clock.now();
  const messageId = await bench.addMessage();
  const { sent, wake } = bench.deliver(() => 500);
  await store.webhooks.resend(null, messageId, endpointId, KEY, clock.now());
  wake();
  await clock.settle();
  expect(sent.filter(({ url }) => url.includes('failures'))).toHaveLength(1);
  expect(await recover(bench, endpointId, since, clock.now())).toEqual({ kind: 'done', recovered: 0 });
  // It can still be resent.
  await store.webhooks.resend(null, messageId, endpointId, KEY, clock.now());
  wake();
  await clock.advance(3 * DAY);
  expect(sent.filter(({ url }) => url.includes('failures'))).toHaveLength(2);
});

test('a resend is one attempt, whatever became of the message, and changes no schedule', async () => {
  const bench = await openWorkbench();
  const { store, clock } = bench;
  const endpointId = await bench.addEndpoint('https://a.example/');
  const messageId = await bench.addMessage();
  let status = 500;
  const { sent, wake } = bench.deliver(() => status);
  await clock.settle();
  const scheduled = (await bench.deliveriesOf())[0]?.delivery.nextAttemptAt;
  const resend = async () => {
    const outcome = await store.webhooks.resend(null, messageId, endpointId, KEY, clock.now());
    wake();
    await clock.settle();
    return outcome;
  };
  // While it is pending: the schedule stays.
  await resend();
  expect(sent).toHaveLength(2);
  expect((await bench.deliveriesOf())[0]?.delivery).toMatchObject({
    status: 'pending',
    nextAttemptAt: scheduled,
    failures: 1,
  });
  await clock.advance(3 * DAY);
  expect(sent).toHaveLength(9);
  // After the last failure: one attempt, and no more.
  await resend();
  await clock.advance(3 * DAY);
  expect(sent).toHaveLength(10);
  expect((await bench.deliveriesOf())[0]?.delivery.status).toBe('failed');
  // A success counts, and can be repeated on request.
  status = 200;
  await resend();
  expect((await bench.deliveriesOf())[0]?.delivery.status).toBe('delivered');
  status = 500;
  const outcome = await resend();
  await clock.advance(3 * DAY);
  expect(sent).toHaveLength(12);
  const [logged] = await bench.deliveriesOf();
  expect(outcome).toEqual({ kind: 'done', deliveryId: logged?.delivery.deliveryId });
  expect(logged?.delivery.status).toBe('delivered');
  expect(logged?.attempts.filter(({ trigger }) => trigger === 'manual')).toHaveLength(4);
});

test('a message can be resent to an endpoint that did not get it, of the same key and mode alone', async () => {
  const bench = await openWorkbench();
  const { store, clock } = bench;
  await bench.addEndpoint('https://early.example/');
  const messageId = await bench.addMessage();
  const endpointId = await bench.addEndpoint('https://late.example/');
  const { sent, wake } = bench.deliver(() => 200);
  await clock.settle();
  expect(await store.webhooks.resend(null, messageId, endpointId, KEY, clock.now())).toMatchObject({ kind: 'done' });
  wake();
  await clock.settle();
  expect(sent.map((webhook) => [webhook.messageId, webhook.url])).toEqual([
    [messageId, 'https://early.example/'],
    [messageId, 'https://late.example/'],
  ]);
  expect(await store.webhooks.resend(null, 'msg_0', endpointId, KEY, clock.now())).toEqual({ kind: 'missing' });
  expect(await store.webhooks.resend('usr_2', messageId, endpointId, KEY, clock.now())).toEqual({ kind: 'missing' });
  await store.webhooks.setEnabled(null, endpointId, false, KEY, clock.now());
  expect(await store.webhooks.resend(null, messageId, endpointId, KEY, clock.now())).toEqual({ kind: 'disabled' });
});

/** A queue whose process dies at a call: before it, or once it is done. From then on nothing ever comes back. */
function mortal(queue: WebhookQueue, callsToLive: number, diesAfter: boolean) {
  let calls = 0;
  const gone = new Promise<never>(() => undefined);
  async function call<Result>(work: () => Promise<Result>): Promise<Result> {
    calls += 1;
    if (calls > callsToLive || (calls === callsToLive && !diesAfter)) return gone;
    const result = await work();
    return calls >= callsToLive ? gone : result;
  }
  return {
    isDead: () => calls >= callsToLive,
    queue: {
      due: (...values) => call(() => queue.due(...values)),
      allDue: (now) => {
        const due = queue.allDue(now);
        return {
          accountAfter: (...values) => call(() => due.accountAfter(...values)),
          endpointAfter: (...values) => call(() => due.endpointAfter(...values)),
          atEndpoint: (...values) => call(() => due.atEndpoint(...values)),
        };
      },
      open: (...values) => call(() => queue.open(...values)),
      record: (...values) => call(() => queue.record(...values)),
      prune: (...values) => call(() => queue.prune(...values)),
    } satisfies WebhookQueue,
  };
}

test('of 200 dispatchers that die at any call nothing is lost, and nothing is sent after a success was written down', {
  tags: 'long',
}, async () => {
  const bench = await openWorkbench();
  const { clock, store } = bench;
  await bench.addEndpoint('https://a.example/');
  await bench.addEndpoint('https://b.example/');
  const written = new Set<string>();
  const again: string[] = [];
  const tries = new Map<string, number>();
  const messages: string[] = [];
  const queue: WebhookQueue = {
    ...store.webhooks.queue,
    record: async (opened, outcome, ...rest) => {
      const result = await store.webhooks.queue.record(opened, outcome, ...rest);
      if (outcome.succeeded) written.add(`${opened.messageId} ${opened.url}`);
      return result;
    },
  };
  const receive = ({ messageId, url }: { messageId: string; url: string }) => {
    const place = `${messageId} ${url}`;
    if (written.has(place)) again.push(place);
    const count = (tries.get(place) ?? 0) + 1;
    tries.set(place, count);
    // Every third place refuses its first two attempts.
    return count < 3 && tries.size % 3 === 0 ? 500 : 200;
  };
  let killed = 0;
  for (let life = 0; life < 200; life++) {
    for (let message = 0; message < 2; message++) messages.push(await bench.addMessage());
    const process = mortal(queue, 1 + (life % 17), life % 2 === 0);
    const { stop: _never } = bench.deliver(receive, process.queue);
    await clock.advance(20_000);
    if (process.isDead()) killed += 1;
  }
  expect(killed).toBe(200);
  const { stop } = bench.deliver(receive, queue);
  await clock.advance(3 * DAY);
  await stop();
  const all = await bench.deliveriesOf();
  expect(all).toHaveLength(2 * messages.length);
  expect(all.filter(({ delivery }) => delivery.status !== 'delivered')).toEqual([]);
  expect(again).toEqual([]);
  // At least once is what is promised, and the deaths made it more often: otherwise they proved nothing.
  const attempts = [...tries.values()].reduce((sum, count) => sum + count, 0);
  expect(attempts).toBeGreaterThan(all.reduce((sum, { attempts: logged }) => sum + logged.length, 0));
});
