/** Calls that a desk makes at its own service alone reach it: told by what that service writes down. */

import path from 'node:path';
import { expect, test } from '@playwright/test';
import { writeTone } from '../../fixtures/tone.ts';
import { type BrowserDesk, startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { connectDesk } from '../../harness/desk/desk-over-socket.ts';
import { editStore } from '../../harness/service/accounts.ts';
import { auditWitness, HOLD_BUILT_IN } from '../../harness/service/audit-witness.ts';
import { createEndpointProof } from '../../harness/service/endpoint-proof.ts';

test.describe.configure({ timeout: 240_000 });

let desk: BrowserDesk;

test.beforeEach(async () => {
  desk = await startBrowserDesk();
});
test.afterEach(() => desk.stop());

test('a hold is lifted, copies are removed, and a restoration is cancelled at the service on this computer', async ({
  page,
}) => {
  const witness = auditWitness(desk.dataDirectory);
  const proof = createEndpointProof('desk', import.meta.filename, witness);
  const rowOf = (name: string) => page.getByTestId('queue-row').filter({ hasText: name });
  async function add(name: string): Promise<void> {
    const source = path.join(desk.dataDirectory, name);
    writeTone(source, { seconds: 1, frequency: 200 + name.length * 40 });
    await page.getByTestId('file-input').setInputFiles(source);
    await expect(rowOf(name)).toBeVisible();
    await page
      .getByRole('button', { name: /^Start/ })
      .first()
      .click();
  }

  await page.goto(desk.url);
  await add('a.wav');
  await expect(rowOf('a.wav')).toHaveAttribute('data-state', 'done', { timeout: 60_000 });

  editStore({ dataDirectory: path.join(desk.dataDirectory, 'service') }, HOLD_BUILT_IN, Date.now());
  await add('on-hold.wav');
  await proof.step('/portal/billing/hold', () =>
    page.getByRole('button', { name: 'Lift hold' }).click({ timeout: 60_000 }),
  );
  await expect(rowOf('on-hold.wav')).toHaveAttribute('data-state', 'done', { timeout: 60_000 });

  await page.getByRole('link', { name: 'Settings' }).click();
  const space = page.getByRole('region', { name: 'Space', exact: true });
  await space.getByRole('button', { name: 'Look through the data folder' }).click();
  await space.getByRole('checkbox', { name: /^Copies that the built-in service keeps/ }).click();
  await space.getByRole('button', { name: /^Remove .*…$/ }).click();
  await proof.step('/portal/projects/delete', () =>
    page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click(),
  );

  // Slow, so that there is time to cancel.
  const { client, close } = await connectDesk(desk);
  await client.rehearsal.change({ connectionId: 'built-in', change: { restorationDelayMs: 120_000 } });
  close();
  await page.getByRole('link', { name: 'Desk' }).click();
  await add('to-be-cancelled.wav');
  const row = rowOf('to-be-cancelled.wav');
  await expect(row).toHaveAttribute('data-state', 'generating', { timeout: 60_000 });
  await expect.poll(() => witness.isProcessing(), { timeout: 60_000 }).toBe(true);
  await row.click({ button: 'right' });
  await proof.step('/portal/generations/cancel', () => page.getByRole('menuitem', { name: 'Cancel' }).click());
  await expect(row).toHaveAttribute('data-state', 'cancelled');
  expect(proof.missing()).toEqual([]);
});
