/** Our choices where the specification is silent, one row each: metering, keys, deliveries, the portal. Not rows of the specification. */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { auditEntries, makeKey, makeUser, statusOfList } from '../tools/accounts.ts';
import { must, post } from '../tools/client.ts';
import { expectIsoTime, expectRefusal } from '../tools/expectations.ts';
import { deliveriesOf, endpointState, hookPortal, makeHook, secretOf, sendTestEvent } from '../tools/hooks.ts';
import { brokenMedium, wav } from '../tools/media.ts';
import { accountOf, bill, CENT, invoicesOf, makePayer, spend, usageOf } from '../tools/money.ts';
import { DAY_MS, serviceTime } from '../tools/rehearsal.ts';
import { rowsOf, section } from '../tools/rows.ts';
import { isSignedBy } from '../tools/signature.ts';
import { once, pause } from '../tools/work.ts';

const HOOKS = ['accounts', 'webhooks', 'receiver', 'rehearsal'] as const;
const MONEY = ['accounts', 'billing'] as const;

/** A receiver that takes a delivery and never answers. Begun early: its row waits for the deadline, others use the time. */
const unanswered = once(async () => {
  const hook = await makeHook();
  hook.receiver.answer('nothing');
  await sendTestEvent(hook.owner.key);
  return hook;
});

const choice = rowsOf('Our choice · ');

section('Our choices: money, keys, webhooks', () => {
  choice('signature · "v1,<base64>" over id.timestamp.rawBody, secret whsec_…', HOOKS, async () => {
    await unanswered();
    const hook = await makeHook();
    await sendTestEvent(hook.owner.key);
    const [delivery] = await hook.receiver.wait(1);
    const secret = await secretOf(hook.endpointId);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/);
    expect(delivery?.headers['vendor-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    expect(delivery !== undefined && isSignedBy(secret, delivery)).toBe(true);
  });

  choice('signature · "five minutes\' tolerance": the timestamp is the second of the attempt', HOOKS, async () => {
    const hook = await makeHook();
    await sendTestEvent(hook.owner.key);
    const [delivery] = await hook.receiver.wait(1);
    const seconds = (await serviceTime()).getTime() / 1000;
    expect(Math.abs(Number(delivery?.headers['vendor-timestamp']) - seconds)).toBeLessThan(60);
  });

  choice('signature · entries separated by spaces: after a rotation both secrets sign', HOOKS, async () => {
    const hook = await makeHook();
    const before = await secretOf(hook.endpointId);
    const { secret, previousValidUntil } = await hookPortal('endpoints/rotate_secret', { endpointId: hook.endpointId });
    expectIsoTime(previousValidUntil);
    expect(secret).not.toBe(before);
    await sendTestEvent(hook.owner.key);
    const [delivery] = await hook.receiver.wait(1);
    expect(String(delivery?.headers['vendor-signature']).split(' ')).toHaveLength(2);
    expect(delivery !== undefined && isSignedBy(before, delivery) && isSignedBy(secret, delivery)).toBe(true);
  });

  choice('webhook retries · no redirects', HOOKS, async () => {
    const [hook, elsewhere] = [await makeHook(), await makeHook()];
    hook.receiver.answer(307);
    await sendTestEvent(hook.owner.key);
    await hook.receiver.wait(1);
    await pause(200);
    expect(elsewhere.receiver.deliveries).toHaveLength(0);
    expect(hook.receiver.deliveries).toHaveLength(1);
  });

  choice('the portal · deliveries, recover a window of at most fourteen days', HOOKS, async () => {
    const { endpointId } = await makeHook();
    const now = (await serviceTime()).getTime();
    const recover = (days: number) => {
      const since = new Date(now - days * DAY_MS).toISOString();
      return post('/portal/webhooks/endpoints/recover', { endpointId, since }, target.adminKey);
    };
    expect((await recover(13.9)).status).toBe(200);
    expectRefusal(await recover(14.1), 400);
  });

  choice('processing time · "rounded up to a whole second" (60.2 s are 61)', MONEY, async () => {
    const payer = await makePayer();
    expect((await usageOf(payer, await spend(payer, 'service-2', wav(60.2)))).billableSeconds).toBe(61);
  });

  choice('processing time · failed generations are not charged', MONEY, async () => {
    const payer = await makePayer();
    const ids = await spend(payer, 'service-2', brokenMedium());
    expect(await usageOf(payer, ids)).toBeUndefined();
    expect(await accountOf(payer)).toMatchObject({ held: 0, unbilled: 0, usage: { lifetime: 0 } });
  });

  choice('totals under 0.50 USD · carried to the next invoice, or kept unbilled', [...MONEY, 'prices'], async () => {
    const payer = await makePayer();
    await spend(payer, 'service-2');
    expect(await invoicesOf(payer)).toEqual([]);
    const { unbilled, carried } = await accountOf(payer);
    expect(unbilled + carried).toBe(30 * CENT);
  });

  choice('users and keys · /portal/keys creates keys for named users', ['accounts'], async () => {
    const { userId } = await makeUser();
    const made = await makeKey({ userId, role: 'scoped', scopes: ['read'], label: 'Of a named user' });
    const { keys } = await must('/portal/keys/list', { userId }, target.adminKey);
    expect(keys.map(({ keyId }: { keyId: string }) => keyId)).toContain(made.keyId);
  });

  choice('users and keys · /portal/keys deactivates', ['accounts'], async () => {
    const { admin } = await makeUser();
    expect(await statusOfList(admin.key)).toBe(200);
    await must('/portal/keys/deactivate', { keyId: admin.keyId }, target.adminKey);
    expect(await statusOfList(admin.key)).toBe(403);
  });

  choice('users and keys · /portal/keys revokes: the key is no key anymore', ['accounts'], async () => {
    const { admin } = await makeUser();
    await must('/portal/keys/revoke', { keyId: admin.keyId }, target.adminKey);
    expect([401, 403]).toContain(await statusOfList(admin.key));
    expectRefusal(await post('/portal/keys/activate', { keyId: admin.keyId }, target.adminKey), 409);
  });

  const PORTAL: Readonly<Record<string, () => Promise<unknown>>> = {
    'endpoints, edit events': async () => {
      const hook = await makeHook();
      await hookPortal('endpoints/update', { endpointId: hook.endpointId, eventTypes: ['generation.failed'] });
      expect((await endpointState(hook)).eventTypes).toEqual(['generation.failed']);
    },
    'endpoints, enable': async () => {
      const hook = await makeHook();
      await hookPortal('endpoints/disable', { endpointId: hook.endpointId });
      expect((await endpointState(hook)).enabled).toBe(false);
      await hookPortal('endpoints/enable', { endpointId: hook.endpointId });
      expect((await endpointState(hook)).enabled).toBe(true);
    },
    'audit log': async () => {
      const { keyId } = await makeKey({ role: 'scoped', scopes: ['read'] });
      const entry = (await auditEntries()).find(({ action, target: of }) => action === 'key.created' && of === keyId);
      expectIsoTime(entry.createdAt);
    },
    'billing, tier': async () => {
      const payer = await makePayer();
      await bill(payer, 'downgrade');
      await bill(payer, 'upgrade');
      expect((await accountOf(payer)).tier).toBe('developer');
    },
    'billing, spend limit': async () => {
      const payer = await makePayer();
      await bill(payer, 'spend_limit', { limit: 7 });
      expect((await accountOf(payer)).spendLimit).toBe(7);
    },
    'billing, alerts': async () => {
      const payer = await makePayer();
      await bill(payer, 'alerts', { amounts: [9, 5] });
      const { alerts } = await accountOf(payer);
      expect(alerts.map(({ amount }: { amount: number }) => amount).sort()).toEqual([5, 9]);
    },
    'billing, payment hold': async () => {
      const payer = await makePayer();
      await must('/portal/billing/hold', { userId: payer.userId, hold: true }, target.adminKey);
      expect((await accountOf(payer)).paymentHold).toBe(true);
    },
    'billing, invoices': async () => {
      const payer = await makePayer();
      for (let time = 0; time < 4; time++) await spend(payer, 'service-2');
      const [{ invoiceId }] = await invoicesOf(payer);
      const { invoice } = await bill(payer, 'invoices/get', { invoiceId });
      expect(invoice.lines[0]).toMatchObject({ modelKey: 'service-2', generations: 4, billableSeconds: 240 });
      const page = await fetch(invoice.pageUrl);
      expect([page.status, page.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/html']);
    },
  };
  for (const [part, works] of Object.entries(PORTAL)) {
    choice(
      `the portal · ${part}`,
      [...HOOKS, 'billing', ...(part === 'billing, invoices' ? (['prices'] as const) : [])],
      async () => {
        await works();
      },
    );
  }

  choice('the portal · for an admin key', ['accounts'], async () => {
    for (const path of ['users/list', 'keys/list', 'audit/list', 'billing/account', 'webhooks/endpoints/list']) {
      expectRefusal(await post(`/portal/${path}`, {}, target.apiKey), 403);
    }
  });

  choice('webhook retries · "15 s timeout"', HOOKS, async () => {
    const hook = await unanswered();
    const until = performance.now() + 18_000;
    let [delivery] = await deliveriesOf(hook);
    while (delivery.attempts.length === 0 && performance.now() < until) {
      await pause(50);
      [delivery] = await deliveriesOf(hook);
    }
    const [attempt] = delivery.attempts;
    expect(attempt).toMatchObject({ statusCode: null });
    expect(attempt.error).not.toBeNull();
    expect(attempt.durationMs).toBeGreaterThan(14_000);
    expect(attempt.durationMs).toBeLessThan(17_000);
  });
});
