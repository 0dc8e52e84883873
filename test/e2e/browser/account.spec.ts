/** The account at a real service, from the page: its test, API keys, webhooks, a rehearsal, and a recording restored in it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { DEFAULT_PATHS } from '../../../shared/service-api/routes.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { type LocalVendor, startVendor } from '../../harness/cli/local-vendor.ts';
import { type BrowserDesk, startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { connectDesk } from '../../harness/desk/desk-over-socket.ts';
import { addStudio, closeDialog, openStudioTab, studioPanel } from './studio-connection.ts';

test.describe.configure({ timeout: 120_000 });

let desk: BrowserDesk;
let vendor: LocalVendor;
let folder: string;

test.beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-account-'));
  vendor = await startVendor(path.join(folder, 'vendor'), ['--rehearsal']);
  desk = await startBrowserDesk();
});
test.afterEach(async () => {
  await desk.stop();
  await vendor.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a service is added and tested, a key rotated, an endpoint configured and tested', { tag: '@walk' }, async ({
  page,
}) => {
  await addStudio(page, desk, vendor);
  await expect(studioPanel(page).getByRole('status')).toContainText('The service responds and accepts the key.');

  await openStudioTab(page, 'API keys');
  const dialog = page.getByRole('dialog');
  const panel = studioPanel(page);
  const rotating = panel.getByRole('button', { name: /^Rotate / }).first();
  await rotating.click();
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
  const secret = await dialog.getByLabel('New secret', { exact: true }).inputValue();
  const works = async (key: string) =>
    (
      await fetch(vendor.baseUrl + DEFAULT_PATHS.listProjects, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{}',
      })
    ).status;
  expect([await works(secret), await works(vendor.apiKey)]).toEqual([200, 401]);
  await closeDialog(page);
  await expect(dialog).toHaveCount(0);
  expect(await page.content()).not.toContain(secret);

  await openStudioTab(page, 'Webhooks');
  const adding = panel.getByRole('form', { name: 'Add an endpoint' });
  await adding.getByLabel('Address').fill('https://hooks.example.com/cleartake');
  await adding.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(panel.getByRole('list', { name: 'Endpoints' })).toContainText('https://hooks.example.com/cleartake');
  const tests = panel.getByRole('form', { name: 'Send a test event' });
  await tests.getByRole('button', { name: 'Send test event' }).click();
  await expect(tests.getByRole('status')).toContainText('To https://hooks.example.com/cleartake');
});

test('in a rehearsal starts are refused with 402 under a banner; ended, a recording is restored by both models, once each', async ({
  page,
}) => {
  await addStudio(page, desk, vendor);
  await expect(studioPanel(page).getByRole('status')).toContainText('accepts the key');
  await openStudioTab(page, 'Rehearsal');
  const panel = studioPanel(page);
  await panel.getByLabel('How often').fill('1000');
  await panel.getByRole('button', { name: 'Add failure' }).click();
  await expect(panel.getByRole('listitem')).toContainText('Starts · 402: a payment failed');
  const banner = page.getByRole('region', { name: 'Rehearsal', exact: true });
  await expect(banner).toContainText('Studio is slow or fails on purpose');

  const source = path.join(folder, 'take.wav');
  writeTone(source, { seconds: 1 });
  const { client, upload, close } = await connectDesk(desk);
  const { connections } = await client.connections.list();
  const connectionId = connections.find(({ name }) => name === 'Studio')?.id ?? '';
  const preset = {
    ...DEFAULT_BATCH_PRESET,
    models: ['service-2' as const, 'service-3.5' as const],
    output: { kind: 'library' as const },
  };
  await client.queue.add({ paths: [await upload(source)], preset, start: true, connectionId });
  await page.getByRole('link', { name: 'Desk' }).click();
  const row = page.getByTestId('queue-row');
  await expect(row).toContainText('Waiting for billing', { timeout: 30_000 });
  await expect(banner).toBeVisible();
  await page.reload();
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'End rehearsal' }).click();
  await expect(banner).toHaveCount(0);
  await expect(row).toContainText('Done', { timeout: 60_000 });
  const { lines } = await client.costs.ledger({ filter: {} });
  expect(lines.filter(({ kind }) => kind === 'charge')).toHaveLength(2);
  close();
});
