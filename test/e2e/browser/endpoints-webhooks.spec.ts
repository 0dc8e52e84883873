/** Connections › Webhooks sends each of its calls to a real service. */

import { expect, test } from '@playwright/test';
import { freePort } from '../../harness/remote/listen.ts';
import { createEndpointProof } from '../../harness/service/endpoint-proof.ts';
import { openPlace, type Place } from './endpoints-place.ts';

/** Nobody listens there, so that deliveries fail. */
const ADDRESS = 'https://127.0.0.1:9/hooks';

test.describe.configure({ timeout: 180_000 });

let place: Place;

test.beforeEach(async () => {
  place = await openPlace();
});
test.afterEach(() => place.close());

test('endpoints are added, tested, changed, stopped, recovered, given another secret and removed; events are resent', async ({
  page,
}) => {
  const proof = createEndpointProof('desk', import.meta.filename, place.record);
  const { open, panel } = await place.studio(page);
  await proof.step('/portal/webhooks/endpoints/list', () => open('Webhooks'));
  const list = panel.getByRole('list', { name: 'Endpoints' });
  const adding = panel.getByRole('form', { name: 'Add an endpoint' });
  await adding.getByLabel('Address').fill(ADDRESS);
  await proof.step('/v1/webhooks/configure', () => adding.getByRole('button', { name: 'Add endpoint' }).click());
  await expect(list).toContainText(ADDRESS);
  const tests = panel.getByRole('form', { name: 'Send a test event' });
  await proof.step('/v1/webhooks/send_test_event', () =>
    tests.getByRole('button', { name: 'Send test event' }).click(),
  );
  await expect(tests.getByRole('status')).toContainText(`To ${ADDRESS}`);

  await list.getByRole('button', { name: 'Recover…' }).click();
  await proof.step('/portal/webhooks/endpoints/recover', () =>
    page.getByRole('menuitem', { name: 'The last hour' }).click(),
  );
  await proof.step('/portal/webhooks/endpoints/disable', () => list.getByRole('button', { name: 'Disable' }).click());
  await proof.step('/portal/webhooks/endpoints/enable', () => list.getByRole('button', { name: 'Enable' }).click());
  const choose = async (what: string, address = ADDRESS) => {
    await list.getByRole('button', { name: `More for ${address}`, exact: true }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  await choose('New signing secret…');
  await proof.step('/portal/webhooks/endpoints/rotate_secret', () =>
    panel.getByRole('button', { name: 'Make new secret' }).click(),
  );
  const secret = await panel.getByLabel('New signing secret', { exact: true }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await panel.getByRole('button', { name: 'Done' }).click();
  expect(await page.content()).not.toContain(secret);
  await choose('Show signing secret…');
  await proof.step('/portal/webhooks/endpoints/secret', () =>
    panel.getByRole('button', { name: 'Show secret' }).click(),
  );
  await expect(panel.getByLabel('Signing secret', { exact: true })).toHaveValue(secret);
  await panel.getByRole('button', { name: 'Done' }).click();
  expect(await page.content()).not.toContain(secret);
  await choose('Edit…');
  const edit = panel.getByRole('form', { name: 'Edit the endpoint' });
  await edit.getByLabel('Address').fill(`${ADDRESS}/new`);
  await edit.getByLabel('Queued').click();
  await proof.step('/portal/webhooks/endpoints/update', () => edit.getByRole('button', { name: 'Save' }).click());
  await expect(list).toContainText('Live · Processing, Failed, Completed');

  await proof.step('/portal/webhooks/deliveries/list', () => panel.getByRole('tab', { name: 'Deliveries' }).click());
  await proof.step('/portal/webhooks/messages/resend', () =>
    panel.getByRole('button', { name: 'Resend' }).first().click(),
  );
  await panel.getByRole('tab', { name: 'Receiver' }).click();
  await panel.getByLabel('Receive events on this computer').click();
  await panel.getByLabel('Port').fill(String(await freePort()));
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await panel.getByRole('button', { name: 'Deliver events here' }).click();
  await expect(panel).toContainText('The signing secret of this service is stored.');

  await panel.getByRole('tab', { name: 'Endpoints' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await choose('Remove…', `${ADDRESS}/new`);
  await proof.step('/portal/webhooks/endpoints/remove', () =>
    panel.getByRole('button', { name: 'Remove', exact: true }).click(),
  );
  await expect(list.getByRole('listitem')).toHaveCount(1);
  expect(proof.missing()).toEqual([]);
});
