/** Connections › API keys sends each of its calls to a real service. */

import { expect, test } from '@playwright/test';
import { createEndpointProof } from '../../harness/service/endpoint-proof.ts';
import { openPlace, type Place } from './endpoints-place.ts';

test.describe.configure({ timeout: 180_000 });

let place: Place;

test.beforeEach(async () => {
  place = await openPlace();
});
test.afterEach(() => place.close());

test('keys are listed, created, rotated, limited, stopped, let go again and revoked', async ({ page }) => {
  const proof = createEndpointProof('desk', import.meta.filename, place.record);
  const { open, panel } = await place.studio(page);
  await proof.step(['/v1/api_keys/list', '/portal/keys/list'], () => open('API keys'));
  const dialog = page.getByRole('dialog');
  const row = panel.getByRole('row', { name: /^Newsroom/ });
  const works = (key: string) =>
    fetch(`${place.vendor.baseUrl}/v1/list_projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{}',
    }).then(({ status }) => status);
  const shown = () => dialog.getByLabel('New secret', { exact: true }).inputValue();
  const back = async () => {
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog).toHaveCount(0);
  };
  const choose = async (what: string) => {
    await row.getByRole('button', { name: 'More for Newsroom' }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };

  await panel.getByRole('button', { name: 'Create key…' }).click();
  await dialog.getByLabel('Label').fill('Newsroom');
  await proof.step('/portal/keys/create', () => dialog.getByRole('button', { name: 'Create key' }).click());
  const created = await shown();
  expect(await works(created)).toBe(200);
  await back();
  await row.getByRole('button', { name: 'Rotate Newsroom' }).click();
  await proof.step('/v1/api_keys/rotate', () => dialog.getByRole('button', { name: 'Rotate', exact: true }).click());
  const rotated = await shown();
  expect([await works(created), await works(rotated)]).toEqual([401, 200]);
  await back();
  for (const secret of [created, rotated]) expect(await page.content()).not.toContain(secret);

  await choose('Limit calls…');
  await dialog.getByLabel('Calls a minute').fill('60');
  await proof.step('/portal/keys/limit', () => dialog.getByRole('button', { name: 'Save' }).click());
  await expect(row).toContainText('60 calls a minute');
  await choose('Deactivate…');
  await proof.step('/portal/keys/deactivate', () => dialog.getByRole('button', { name: 'Deactivate' }).click());
  await expect(row).toContainText('Inactive');
  expect(await works(rotated)).toBe(403);
  await proof.step('/portal/keys/activate', () => choose('Activate'));
  await expect(row).toContainText('Active');
  expect(await works(rotated)).toBe(200);
  await choose('Revoke…');
  await expect(dialog).toContainText('A revoked key never works again.');
  await proof.step('/portal/keys/revoke', () => dialog.getByRole('button', { name: 'Revoke' }).click());
  await expect(row).toContainText('Revoked');
  expect(await works(rotated)).toBe(403);
  expect(proof.missing()).toEqual([]);
});
