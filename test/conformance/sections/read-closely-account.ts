/** Sentences of the specification that are easily read past: holds, plans, invoices, and the first account of a service. */

import { expect } from 'vitest';
import { startOwnService } from '../setup/own-service.ts';
import { target } from '../target.ts';
import { must, post, type Reply } from '../tools/client.ts';
import { expectIsoTime, expectRefusal } from '../tools/expectations.ts';
import { accountOf, addCard, bill, invoicesOf, makePayer, type Payer, spend, tryBill, USD } from '../tools/money.ts';
import { rehearse } from '../tools/rehearsal.ts';
import { rowsOf, section } from '../tools/rows.ts';
import { LIST_PROJECTS, MODELS, START, settled, start, uploadedProject } from '../tools/work.ts';

const BILLING = ['accounts', 'billing'] as const;
const MOVING = [...BILLING, 'prices', 'rehearsal'] as const;
/** Of a service that the suite didn't configure otherwise. */
const FAILED_KEYS_A_MINUTE = 20;
const closely = rowsOf('Read closely · ');

function expectHeld(reply: Reply): void {
  expectRefusal(reply, 402);
  expect(reply.json.code).toBe('paymentFailed');
}

async function limitOf({ scoped, baseUrl }: Payer): Promise<number> {
  return Number((await post(LIST_PROJECTS, {}, scoped.key, baseUrl)).headers.get('ratelimit-limit'));
}

/** Text of an invoice's page, without its markup. */
async function pageOf(payer: Payer, invoiceId: string): Promise<string> {
  const { invoice } = await bill(payer, 'invoices/get', { invoiceId });
  const page = await (await fetch(invoice.pageUrl)).text();
  return page.replace(/<style>.*<\/style>/s, '').replace(/<[^>]+>|\s+/g, ' ');
}

section('Read closely', () => {
  closely(
    'payment hold · 402 of a start on the free tier too, and for a project that is not there',
    BILLING,
    async () => {
      const payer = await makePayer({ tier: 'free' });
      const who = { key: payer.scoped.key };
      const { apiProjectId } = await uploadedProject(who);
      for (const model of MODELS) expectRefusal(await start(model, apiProjectId, who), 403);
      await must('/portal/billing/hold', { userId: payer.userId, hold: true }, target.adminKey);
      for (const model of MODELS) {
        expectHeld(await start(model, apiProjectId, who));
        expectHeld(await start(model, 'project_that_nobody_has', who));
      }
    },
  );

  closely(
    'payment hold · 402 of a start while a declined final invoice keeps the downgrade waiting',
    MOVING,
    async () => {
      const payer = await makePayer();
      const who = { key: payer.scoped.key };
      await spend(payer, 'service-2');
      const { apiProjectId } = await uploadedProject(who);
      await rehearse({ restorationDelayMs: 1000, declinePayments: true });
      try {
        const { generationId } = (await start('service-2', apiProjectId, who)).json;
        await bill(payer, 'downgrade');
        await settled({ apiProjectId, generationId }, who);
        await expect.poll(async () => (await accountOf(payer)).paymentHold, { timeout: 10_000 }).toBe(true);
        expectHeld(await start('service-2', apiProjectId, who));
      } finally {
        await rehearse({ restorationDelayMs: 0, declinePayments: false });
      }
    },
  );

  closely('errors · every paymentFailed has the same billing metadata (pay, downgrade)', MOVING, async () => {
    const payer = await makePayer();
    await rehearse({ declinePayments: true });
    try {
      for (let time = 0; time < 4; time++) await spend(payer, 'service-2');
      const [{ invoiceId, total }] = await invoicesOf(payer);
      for (const refused of [await tryBill(payer, 'invoices/pay', { invoiceId }), await tryBill(payer, 'downgrade')]) {
        expectHeld(refused);
        const { since, payAt, ...rest } = refused.json.billing;
        expect(rest).toEqual({ invoiceId, amount: total });
        expectIsoTime(since);
        expect(payAt).toBe(`${payer.baseUrl}/portal/billing/invoices/pay`);
      }
    } finally {
      await rehearse({ declinePayments: false });
    }
  });

  closely(
    'rate limits · "depend on plan": another one on each tier, from the upgrade on',
    [...BILLING, 'second'],
    async () => {
      const payer = await makePayer({ dear: true, tier: 'free' });
      const free = await limitOf(payer);
      expect(await limitOf(await makePayer({ dear: true }))).toBeGreaterThan(free);
      await addCard(payer);
      await bill(payer, 'upgrade');
      expect(await limitOf(payer)).toBeGreaterThan(free);
    },
  );

  closely(
    '"smaller totals are not charged": the invoice says what becomes of them',
    [...BILLING, 'prices'],
    async () => {
      const payer = await makePayer();
      await spend(payer, 'service-2');
      await bill(payer, 'downgrade');
      const [{ invoiceId, total }] = await invoicesOf(payer);
      expect(total).toBe(0);
      const page = await pageOf(payer, invoiceId);
      expect(page).toContain('$0.30 is not charged');
      expect(page).toContain('only charged if the account returns to the developer tier');
    },
  );

  closely(
    'first account · of a service with prices: the rules hold for it too, and the start says what to do',
    ['own'],
    async () => {
      const service = await startOwnService({ prices: { 'service-2': 5000, 'service-3.5': 50_000 } });
      try {
        const { baseUrl, adminKey, apiKey, said } = service;
        const owner = (call: string, body: object = {}) => post(`/portal/billing/${call}`, body, adminKey, baseUrl);
        expect((await owner('account')).json).toMatchObject({
          tier: 'free',
          paymentMethod: null,
          credit: 0,
          hold: null,
        });
        for (const call of ['payment_method', 'upgrade']) expect(said.join()).toContain(`/portal/billing/${call}`);
        const { apiProjectId } = await uploadedProject({ key: apiKey, baseUrl });
        const refused = await start('service-2', apiProjectId, { key: apiKey, baseUrl });
        expect([refused.status, refused.json.code]).toEqual([403, 'paidPlanRequired']);
        expectRefusal(await owner('upgrade'), 402);
        await owner('payment_method', { paymentMethod: { label: 'Card of the owner' } });
        expect((await owner('upgrade')).json).toMatchObject({ tier: 'developer', credit: 5 * USD });
        expect((await post(START['service-2'], { apiProjectId }, apiKey, baseUrl)).status).toBe(200);
      } finally {
        await service.stop();
      }
    },
  );

  closely('keys · an address that guesses them waits, a key that works does not', ['own'], async () => {
    const service = await startOwnService({});
    try {
      const { baseUrl, apiKey } = service;
      const statuses: number[] = [];
      for (let guess = 0; guess < FAILED_KEYS_A_MINUTE + 5; guess++) {
        statuses.push((await post(LIST_PROJECTS, {}, `${apiKey}${guess}`, baseUrl)).status);
        expect((await post(LIST_PROJECTS, {}, apiKey, baseUrl)).status).toBe(200);
      }
      expect(statuses.slice(0, FAILED_KEYS_A_MINUTE)).toEqual(new Array(FAILED_KEYS_A_MINUTE).fill(401));
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await service.stop();
    }
  });
});
