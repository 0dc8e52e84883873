/** Restoring, testing a connection and rehearsing send each of their calls to a real service. */

import path from 'node:path';
import { expect, test } from '@playwright/test';
import { ENDPOINTS } from '../../../build/service-reference/endpoints.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { createEndpointProof } from '../../harness/service/endpoint-proof.ts';
import { openPlace, type Place } from './endpoints-place.ts';

test.describe.configure({ timeout: 180_000 });

let place: Place;

test.beforeEach(async () => {
  place = await openPlace(['--rehearsal']);
});
test.afterEach(() => place.close());

/** Calls of a command of the page, such as `queue.start`. */
const callsOf = (command: string) =>
  Object.entries(ENDPOINTS).flatMap(([call, { desk }]) =>
    'calls' in desk && desk.calls.includes(command) ? [call] : [],
  );

test('a connection is tested and rehearsed, and a recording restored by both models', async ({ page }) => {
  const proof = createEndpointProof('desk', import.meta.filename, place.record);
  const { open, panel } = await place.studio(page);
  await proof.step('/v1/list_projects', () => panel.getByRole('button', { name: 'Test' }).click());
  await proof.step('/portal/rehearsal', () => open('Rehearsal'));
  await expect(panel).toContainText('No rehearsal is on.');
  await panel.getByRole('button', { name: 'Use for new recordings' }).click();

  const source = path.join(place.folder, 'take.wav');
  writeTone(source, { seconds: 1 });
  await page.getByRole('link', { name: 'Desk' }).click();
  await page.getByTestId('file-input').setInputFiles(source);
  const row = page.getByTestId('queue-row');
  await expect(row).toContainText('take.wav');
  await page.getByRole('button', { name: /^Preset/ }).click();
  await page.getByRole('checkbox', { name: 'Service 3.5' }).check();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await proof.step([...callsOf('queue.start'), ...callsOf('queue.watch')], async () => {
    await page
      .getByRole('button', { name: /^Start/ })
      .first()
      .click();
    await expect(row).toHaveAttribute('data-state', 'done', { timeout: 90_000 });
  });
  expect(proof.missing()).toEqual([]);
});
