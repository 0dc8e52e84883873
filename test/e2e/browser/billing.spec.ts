/** A batch whose payment fails in the middle, at a real service with prices: mended on the page, finished, each recording paid once. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { type LocalVendor, startVendor } from '../../harness/cli/local-vendor.ts';
import { type BrowserDesk, startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { connectDesk } from '../../harness/desk/desk-over-socket.ts';
import { openConnection } from '../../harness/desk-page/open-connection.ts';
import { addStudio, openStudioTab, studioPanel } from './studio-connection.ts';

test.describe.configure({ timeout: 180_000 });

const RECORDINGS = 10;
/** Micro-USD a second: 1.20 USD for each recording. Four use the credit up, the fifth reaches the first threshold. */
const PRICES = { 'service-2': 20_000, 'service-3.5': 20_000 };

let desk: BrowserDesk;
let vendor: LocalVendor;
let folder: string;

test.beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-billing-'));
  const config = path.join(folder, 'service.json');
  writeFileSync(config, JSON.stringify({ prices: PRICES }));
  vendor = await startVendor(path.join(folder, 'vendor'), ['--rehearsal', '--config', config]);
  desk = await startBrowserDesk();
});
test.afterEach(async () => {
  await desk.stop();
  await vendor.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('ten recordings whose payment is declined in the middle wait, are paid for on the page, and finish, each paid once', async ({
  page,
}) => {
  await addStudio(page, desk, vendor, '1.20');
  const panel = studioPanel(page);
  await openStudioTab(page, 'Account');
  await panel.getByRole('button', { name: 'Add: Payment method' }).click();
  await panel.getByLabel('Name of the payment method').fill('Studio card');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('button', { name: 'Change to developer: Plan' }).click();
  await panel.getByRole('button', { name: 'Change to developer', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Change to free: Plan' })).toBeVisible();
  await openStudioTab(page, 'Rehearsal');
  await panel.getByLabel('Decline every payment').click();
  await expect(panel.getByLabel('Decline every payment')).toBeChecked();

  const { client, upload, close } = await connectDesk(desk);
  const { connections } = await client.connections.list();
  const connectionId = connections.find(({ name }) => name === 'Studio')?.id ?? '';
  const paths: string[] = [];
  for (let take = 1; take <= RECORDINGS; take++) {
    const source = path.join(folder, `take-${take}.wav`);
    writeTone(source, { seconds: 1, frequency: 200 + 10 * take });
    paths.push(await upload(source));
  }
  const preset = { ...DEFAULT_BATCH_PRESET, models: ['service-2' as const], output: { kind: 'library' as const } };
  await client.queue.add({ paths, preset, start: true, connectionId });
  const totals = async () => (await client.queue.list({ offset: 0, limit: RECORDINGS })).totals;

  await page.getByRole('link', { name: 'Desk' }).click();
  await expect(page.getByTestId('queue-row').filter({ hasText: 'Waiting for billing' }).first()).toBeVisible({
    timeout: 60_000,
  });
  const { done, failed } = await totals();
  expect(failed).toBe(0);
  expect(done).toBeLessThan(RECORDINGS);

  await page.getByRole('region', { name: 'Rehearsal', exact: true }).getByRole('button').click();
  await openConnection(page, 'Studio', 'Account');
  const hold = panel.getByRole('region', { name: 'This account is on hold' });
  await expect(hold).toContainText('nothing is lost');
  await hold.getByRole('button', { name: /^Pay .* now$/ }).click();
  await panel
    .getByRole('region', { name: /^Charge .* to this account now/ })
    .getByRole('button', { name: /^Pay .* now$/ })
    .click();
  await expect(panel.getByRole('status')).toContainText('no longer on hold');

  await expect.poll(async () => (await totals()).done, { timeout: 90_000 }).toBe(RECORDINGS);
  const { lines } = await client.costs.ledger({ filter: {} });
  const charges = lines.filter(({ kind }) => kind === 'charge');
  expect(charges).toHaveLength(RECORDINGS);
  expect(new Set(charges.map(({ generationId }) => generationId)).size).toBe(RECORDINGS);
  expect(charges.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(RECORDINGS * 60 * PRICES['service-2']);
  close();
});
