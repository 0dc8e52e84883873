import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';
import { scriptedService } from '../../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';
import { COST, startCustomer } from '../../../harness/service/billing-account.ts';
import { movableClock } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

const MONTH_MS = 31 * 24 * 3600_000;

async function deskOver(baseUrl: string, key: string) {
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const { id: connectionId } = await client.connections.add({
    ...{ name: 'Studio', baseUrl, headerStyle: 'bearer' as const, key },
    prices: { 'service-2': 10_000, 'service-3.5': 20_000 },
  });
  return { client, connectionId };
}

test('invoices of a real service are fetched and laid beside the ledger, one after the other without a gap', {
  tags: 'long',
}, async () => {
  const clock = movableClock();
  const customer = await startCustomer({ clock });
  await customer.generate();
  await customer.generate();
  clock.move(MONTH_MS);
  await customer.generate();
  clock.move(MONTH_MS);
  await customer.portal('downgrade');
  const issued = async () => (await customer.portal('invoices/list')).body.invoices.length;
  await until(async () => (await issued()) === 2);

  const { client, connectionId } = await deskOver(customer.service.baseUrl, customer.adminKey);
  const from = clock.now() - 3 * MONTH_MS;
  const { invoices } = await client.costs.invoices({ connectionId, from, to: clock.now() + MONTH_MS });
  expect(invoices.map(({ number, usage }) => [number, usage])).toEqual([
    [2, COST],
    [1, 2 * COST],
  ]);
  for (const { invoiceId, number, usage } of invoices) {
    const compared = await client.costs.reconcileInvoice({ connectionId, invoiceId });
    // Each generation is on one invoice: what was metered in its time is what it bills. None of them is in this desk's ledger.
    expect(compared).toMatchObject({ invoiced: usage, charged: 0, matched: 0, found: usage / COST });
    expect(compared.discrepancies.every(({ kind }) => kind === 'missing-here')).toBe(true);
    expect(compared.notes.some((note) => note.includes('Ask the service'))).toBe(false);
    expect(compared.notes.some((note) => note.includes('first invoice'))).toBe(number === 1);
  }
  expect((await client.costs.invoices({ connectionId, from: 0, to: from })).invoices).toEqual([]);
  await expect(client.costs.reconcileInvoice({ connectionId, invoiceId: 'inv_none' })).rejects.toMatchObject({
    data: { code: 'notFound' },
  });
});

test('a service that has no invoices to tell of is refused in words', async () => {
  const service = await scriptedService();
  const { client, connectionId } = await deskOver(service.baseUrl, SCRIPTED_KEY);
  await expect(client.costs.invoices({ connectionId, from: 0, to: 1 })).rejects.toMatchObject({
    data: { userMessage: expect.stringMatching(/\w/) },
  });
});
