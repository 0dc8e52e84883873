/** "Events", delivery rules 1 to 5. Rows here move the clock. */

import { expect } from 'vitest';
import {
  deliveriesOf,
  EVENT_TYPES,
  endpointState,
  type Hook,
  hookPortal,
  makeHook,
  sendTestEvent,
} from '../tools/hooks.ts';
import { silence } from '../tools/receiver.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, passTime, serviceTime } from '../tools/rehearsal.ts';
import { row, section } from '../tools/rows.ts';
import { once, pause } from '../tools/work.ts';

const NEEDS = ['accounts', 'webhooks', 'receiver'] as const;
const TIMED = [...NEEDS, 'rehearsal'] as const;

/** Waits until the newest delivery of an endpoint has so many attempts behind it. */
async function attempted(hook: Hook, count: number) {
  const until = performance.now() + 8000;
  for (;;) {
    const [delivery] = await deliveriesOf(hook);
    if ((delivery?.attempts.length ?? 0) >= count) return delivery;
    if (performance.now() > until) {
      throw new Error(`${count} attempts were expected and ${delivery?.attempts.length ?? 0} were made`);
    }
    await pause(15);
  }
}

/** A delivery that fails every time, with the waits between its attempts as the portal tells them. */
const exhausted = once(async () => {
  const hook = await makeHook();
  hook.receiver.answer(500);
  await sendTestEvent(hook.owner.key);
  const waitsMs: number[] = [];
  let delivery = await attempted(hook, 1);
  while (delivery.nextAttemptAt !== null && waitsMs.length < 20) {
    const attempt = delivery.attempts.at(-1);
    const next = new Date(delivery.nextAttemptAt).getTime();
    waitsMs.push(next - new Date(attempt.at).getTime());
    await passTime(Math.max(1, next - (await serviceTime()).getTime() + 1));
    delivery = await attempted(hook, delivery.attempts.length + 1);
  }
  return { hook, delivery, waitsMs };
});

section('Delivery', () => {
  row('Delivery 1 · "Each delivery is an HTTP POST to the endpoint url."', NEEDS, async () => {
    const { owner, receiver } = await makeHook();
    await sendTestEvent(owner.key);
    const [delivery] = await receiver.wait(1);
    expect(delivery?.method).toBe('POST');
    expect(delivery?.headers['content-type']).toMatch(/^application\/json\b/);
    expect(typeof delivery?.json).toBe('object');
  });

  row('Delivery 2 · "A 200 response marks the delivery successful"', NEEDS, async () => {
    const hook = await makeHook();
    await sendTestEvent(hook.owner.key);
    const delivery = await attempted(hook, 1);
    expect(delivery).toMatchObject({ status: 'delivered', nextAttemptAt: null });
    expect(delivery.attempts[0].statusCode).toBe(200);
  });

  for (const status of [201, 202, 204, 302, 307, 400, 404, 410, 429, 500, 503]) {
    row(`Delivery 2 · "any other status marks it failed" (${status})`, NEEDS, async () => {
      const hook = await makeHook();
      hook.receiver.answer(status);
      await sendTestEvent(hook.owner.key);
      const delivery = await attempted(hook, 1);
      expect(delivery.attempts[0].statusCode).toBe(status);
      expect(delivery.attempts[0].error).not.toBeNull();
      expect(['pending', 'failed']).toContain(delivery.status);
    });
  }

  row('Delivery 3 · "Failed deliveries are retried … starting right after the first failure."', TIMED, async () => {
    const hook = await makeHook();
    hook.receiver.answer(500);
    await sendTestEvent(hook.owner.key);
    const first = await attempted(hook, 1);
    const waitMs = new Date(first.nextAttemptAt).getTime() - new Date(first.attempts[0].at).getTime();
    expect(waitMs).toBeLessThanOrEqual(MINUTE_MS);
    hook.receiver.answer(200);
    await passTime(MINUTE_MS);
    const second = await attempted(hook, 2);
    expect(second.status).toBe('delivered');
    const [one, again] = hook.receiver.deliveries;
    // A receiver can tell that it is the same message.
    expect(again?.headers['vendor-id']).toBe(one?.headers['vendor-id']);
    expect(again?.raw.equals(one?.raw ?? Buffer.alloc(0))).toBe(true);
  });

  row('Delivery 3 · "retried with exponential backoff"', TIMED, async () => {
    const { waitsMs, hook } = await exhausted();
    expect(waitsMs.length).toBeGreaterThanOrEqual(3);
    // Each wait is at least as long as the one before, but for the jitter of services that have one.
    for (const [index, wait] of waitsMs.slice(1).entries()) expect(wait).toBeGreaterThan((waitsMs[index] ?? 0) * 0.6);
    expect(waitsMs[2]).toBeGreaterThan((waitsMs[0] ?? 0) * 4);
    expect(hook.receiver.deliveries).toHaveLength(waitsMs.length + 1);
  });

  const disabled = once(async () => {
    const hook = await makeHook();
    hook.receiver.answer(500);
    const began = await serviceTime();
    for (let halfDays = 0; halfDays < 30; halfDays++) {
      await sendTestEvent(hook.owner.key);
      // Retries of earlier messages go on beside it, and any of them may be the last straw.
      while ((await deliveriesOf(hook))[0]?.attempts.length === 0 && (await endpointState(hook)).enabled)
        await pause(15);
      const { enabled, disabledReason } = await endpointState(hook);
      if (!enabled) return { hook, began, ended: await serviceTime(), disabledReason };
      await passTime(DAY_MS / 2);
    }
    throw new Error('It was still enabled after fifteen days of failures');
  });

  row('Delivery 4 · "An endpoint is disabled after repeated failures"', TIMED, async () => {
    const { hook } = await disabled();
    // Attempts that began before it was disabled still arrive.
    await silence();
    const before = hook.receiver.deliveries.length;
    await sendTestEvent(hook.owner.key);
    await passTime(HOUR_MS);
    await silence();
    expect(hook.receiver.deliveries).toHaveLength(before);
  });

  row('Delivery 4 · "can be enabled again in the portal"', TIMED, async () => {
    const { hook } = await disabled();
    hook.receiver.answer(200);
    await hookPortal('endpoints/enable', { endpointId: hook.endpointId });
    const before = hook.receiver.deliveries.length;
    const { eventId } = await sendTestEvent(hook.owner.key);
    await hook.receiver.wait(before + 1);
    expect(hook.receiver.deliveries.map(({ json }) => json.eventId)).toContain(eventId);
  });

  row('Delivery 4 · "Failed messages can be recovered for a chosen time window"', TIMED, async () => {
    const hook = await makeHook();
    hook.receiver.answer(500);
    const early = await sendTestEvent(hook.owner.key);
    await attempted(hook, 1);
    await passTime(2 * HOUR_MS);
    // Its retry is due by now; the next one is minutes away.
    await attempted(hook, 2);
    const since = (await serviceTime()).toISOString();
    const inside = [];
    for (const eventType of EVENT_TYPES) inside.push(await sendTestEvent(hook.owner.key, { eventType }));
    await hook.receiver.wait(6);
    while ((await deliveriesOf(hook)).some(({ attempts }) => attempts.length === 0)) await pause(10);
    const until = new Date((await serviceTime()).getTime() + 1).toISOString();
    await passTime(20);
    const before = hook.receiver.deliveries.length;
    hook.receiver.answer(200);
    const { recovered } = await hookPortal('endpoints/recover', { endpointId: hook.endpointId, since, until });
    expect(recovered).toBe(4);
    await hook.receiver.wait(before + 4);
    await silence();
    const came = hook.receiver.deliveries.slice(before).map(({ json }) => json.eventId);
    expect(new Set(came)).toEqual(new Set(inside.map(({ eventId }) => eventId)));
    expect(came).not.toContain(early.eventId);
  });

  row('Delivery 4 · "single messages can be resent"', NEEDS, async () => {
    const hook = await makeHook();
    const { vendorMessageId } = await sendTestEvent(hook.owner.key);
    await hook.receiver.wait(1);
    await hookPortal('messages/resend', { messageId: vendorMessageId, endpointId: hook.endpointId });
    const [one, again] = await hook.receiver.wait(2);
    expect(again?.json).toEqual(one?.json);
  });

  row('Delivery 5 · "Test events return a message id for locating the delivery."', NEEDS, async () => {
    const hook = await makeHook();
    const { vendorMessageId } = await sendTestEvent(hook.owner.key);
    const [delivery] = await hook.receiver.wait(1);
    expect(delivery?.headers['vendor-id']).toBe(vendorMessageId);
    const { deliveries } = await hookPortal('deliveries/list', { messageId: vendorMessageId });
    expect(deliveries.map(({ endpointId }: { endpointId: string }) => endpointId)).toEqual([hook.endpointId]);
  });

  const MINUTES = [1 / 60, 5, 30, 120, 300, 600, 600];
  row(
    'Our choice · webhook retries · "8 attempts: at once, then after 1 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, ±20 %"',
    TIMED,
    async () => {
      const { waitsMs, delivery } = await exhausted();
      expect(waitsMs).toHaveLength(MINUTES.length);
      for (const [index, wait] of waitsMs.entries()) {
        const wanted = (MINUTES[index] ?? 0) * MINUTE_MS;
        // An attempt takes a moment itself, and the wait begins at its end.
        expect(wait).toBeGreaterThanOrEqual(wanted * 0.8);
        expect(wait).toBeLessThanOrEqual(wanted * 1.2 + 2000);
      }
      expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null });
    },
  );

  row('Our choice · webhook retries · "endpoint off after 5 days in which every attempt failed"', TIMED, async () => {
    const { began, ended, disabledReason } = await disabled();
    const days = (ended.getTime() - began.getTime()) / DAY_MS;
    expect(days).toBeGreaterThan(5);
    expect(days).toBeLessThan(6.1);
    expect(disabledReason).toBe('failing');
  });
});
