/** Connections › Account sends each of its calls to a real service. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { writeTone } from '../../fixtures/tone.ts';
import { createEndpointProof } from '../../harness/service/endpoint-proof.ts';
import { openPlace, type Place } from './endpoints-place.ts';

test.describe.configure({ timeout: 180_000 });

/** Micro-USD a second: 1.20 USD for each recording. The ninth reaches the threshold of 10 USD, which the credit doesn't cover. */
const PRICES = { 'service-2': 20_000, 'service-3.5': 20_000 };
const RECORDINGS = 10;

let place: Place;
let folder: string;

test.beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-prices-'));
  const config = path.join(folder, 'service.json');
  writeFileSync(config, JSON.stringify({ prices: PRICES }));
  place = await openPlace(['--rehearsal', '--config', config]);
});
test.afterEach(async () => {
  await place.close();
  rmSync(folder, { recursive: true, force: true });
});

test('plan, payment, country, limit and alerts are set; a declined invoice is paid; usage, log and users are read', async ({
  page,
}) => {
  const proof = createEndpointProof('desk', import.meta.filename, place.record);
  const { vendor } = place;
  const { open, panel } = await place.studio(page);
  const edit = (what: string) => panel.getByRole('button', { name: what }).click();
  const save = () => panel.getByRole('button', { name: 'Save' }).click();
  await proof.step('/portal/billing/account', () => open('Account'));
  await edit('Add: Payment method');
  await panel.getByLabel('Name of the payment method').fill('Studio card');
  await proof.step('/portal/billing/payment_method', save);
  await edit('Change to developer: Plan');
  await proof.step('/portal/billing/upgrade', () =>
    panel.getByRole('button', { name: 'Change to developer', exact: true }).click(),
  );
  await edit('Change: Billing country');
  await panel.getByRole('textbox', { name: 'Billing country' }).fill('de');
  await proof.step('/portal/billing/country', save);
  await expect(panel.getByText('DE', { exact: true })).toBeVisible();
  await edit('Change: Spend limit');
  await panel.getByLabel('Monthly spend limit').fill('50');
  await proof.step('/portal/billing/spend_limit', save);
  await edit('Change: Alerts');
  await panel.getByLabel('Alerts at monthly usage').fill('25');
  await proof.step('/portal/billing/alerts', save);

  // Another program of the account restores meanwhile, and its bank declines.
  const post = async (call: string, body: object) => {
    const headers = { authorization: `Bearer ${vendor.adminKey}`, 'content-type': 'application/json' };
    const answer = await fetch(vendor.baseUrl + call, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.json();
  };
  await post('/portal/rehearsal', { declinePayments: true });
  const source = path.join(folder, 'take.wav');
  writeTone(source, { seconds: 1 });
  const bytes = readFileSync(source);
  for (let take = 1; take <= RECORDINGS; take++) {
    const project = { originalFileName: `take ${take}.wav`, contentType: 'audio/wav' };
    const { apiProjectId, uploadMethod, uploadUrl } = await post('/v1/create_project', project);
    await fetch(uploadUrl, { method: uploadMethod, headers: { 'content-type': 'audio/wav' }, body: bytes });
    await post('/v1/service-2.0-generation', { apiProjectId });
  }
  await expect
    .poll(async () => (await post('/portal/billing/account', {})).paymentHold, { timeout: 60_000 })
    .toBe(true);
  await post('/portal/rehearsal', { declinePayments: false });

  await panel.getByRole('button', { name: 'Look again' }).click();
  const hold = panel.getByRole('region', { name: 'This account is on hold' });
  await hold.getByRole('button', { name: /^Pay .* now$/ }).click();
  await proof.step('/portal/billing/invoices/pay', () =>
    panel
      .getByRole('region', { name: /^Charge .* to this account now/ })
      .getByRole('button', { name: /^Pay .* now$/ })
      .click(),
  );
  await expect(panel.getByRole('status')).toContainText('no longer on hold');
  const tab = (name: string) => panel.getByRole('tab', { name }).click();
  await proof.step('/portal/billing/invoices/list', () => tab('Invoices'));
  await proof.step('/portal/billing/invoices/get', () => panel.getByRole('button', { name: 'Show invoice 1' }).click());
  await proof.step('/portal/billing/usage/list', () => tab('Usage'));
  await expect(panel.getByRole('row').nth(RECORDINGS - 1)).toBeVisible();
  await proof.step('/portal/audit/list', () => tab('Audit log'));
  await expect(panel).toContainText('billing.country.set');
  await proof.step('/portal/users/list', () => tab('Users'));
  await panel.getByLabel('Name').fill('Grace');
  await proof.step('/portal/users/create', () => panel.getByRole('button', { name: 'Add user' }).click());
  await expect(panel.getByRole('row', { name: /^Grace/ })).toBeVisible();
  await tab('Billing');
  await edit('Change to free: Plan');
  await proof.step('/portal/billing/downgrade', () =>
    panel.getByRole('button', { name: 'Change to free', exact: true }).click(),
  );
  await expect(panel.getByRole('button', { name: 'Change to developer: Plan' })).toBeVisible();
  expect(proof.missing()).toEqual([]);
});
