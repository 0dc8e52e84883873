import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FAKE_SIGNING_SECRET } from '../harness/fake-desk/webhook-handlers.ts';
import { seedWebhooks } from '../harness/fake-desk/webhook-scene.ts';
import { openConnection } from './open-connection.ts';
import { openDesk } from './open-desk.tsx';
import { findingsIn } from './surfaces.ts';

beforeEach(() => page.viewport(1280, 860));

const SLOW = { timeout: 90_000 };

async function openWebhooks(seed = seedWebhooks) {
  const opened = openDesk(seed);
  await openConnection('This computer', 'Webhooks');
  return { ...opened, panel: page.getByRole('article') };
}

test('an endpoint is added, tested, disabled and enabled, and recovers what it missed', {
  tags: 'long',
  ...SLOW,
}, async () => {
  const { panel, fake, takeCalls } = await openWebhooks(() => undefined);
  await expect.element(panel.getByText('This account has no endpoints yet.')).toBeVisible();
  const form = panel.getByRole('form', { name: 'Add an endpoint' });
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await expect.element(form.getByText('Enter an address that begins with https://.')).toBeVisible();
  await userEvent.fill(form.getByRole('textbox', { name: 'Address' }), 'https://hooks.example/ct');
  await form.getByRole('checkbox', { name: 'Queued' }).click();
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await expect.element(panel.getByText('Events go to https://hooks.example/ct.')).toBeVisible();
  expect(fake.webhooks.endpoints).toMatchObject([
    {
      url: 'https://hooks.example/ct',
      mode: 'live',
      eventTypes: ['generation.processing', 'generation.failed', 'generation.completed'],
    },
  ]);

  const tests = panel.getByRole('form', { name: 'Send a test event' });
  await tests.getByRole('combobox', { name: 'Event' }).selectOptions('Failed');
  await userEvent.fill(tests.getByRole('textbox', { name: 'Project ID' }), 'prj_9');
  await tests.getByRole('button', { name: 'Send test event' }).click();
  await expect.element(tests.getByText('To https://hooks.example/ct')).toBeVisible();
  const sent = takeCalls().at(-1);
  expect(sent).toContain('"eventType":"generation.failed"');
  expect(sent).toContain('"samplePayload":{"apiProjectId":"prj_9"}');

  const list = panel.getByRole('list', { name: 'Endpoints' });
  await list.getByRole('button', { name: 'Recover…' }).click();
  await page.getByRole('menuitem', { name: 'The last 7 days' }).click();
  await expect.element(panel.getByText('Nothing was missed.')).toBeVisible();
  const [, since = ''] = /webhooks\.recover .*"since":"([^"]+)"/.exec(takeCalls().join('\n')) ?? [];
  expect(Math.round((Date.now() - Date.parse(since)) / 3_600_000)).toBe(7 * 24);
  await list.getByRole('button', { name: 'Disable' }).click();
  await expect.element(list.getByText('Disabled')).toBeVisible();
  await list.getByRole('button', { name: 'Enable' }).click();
  await expect.element(list.getByText('Delivering')).toBeVisible();
});

test('a second press while messages are sent again sends nothing twice', { tags: 'long', ...SLOW }, async () => {
  const { panel, fake, takeCalls } = await openWebhooks();
  const sent = () => takeCalls().filter((call) => /webhooks\.(resend|recover) /.test(call)).length;
  const recovering = Promise.withResolvers<void>();
  fake.webhooks.sending = recovering.promise;
  const list = panel.getByRole('list', { name: 'Endpoints' });
  const recover = list.getByRole('button', { name: 'Recover…' }).first();
  await recover.click();
  await page.getByRole('menuitem', { name: 'The last 7 days' }).dblClick();
  await expect.element(recover).toBeDisabled();
  recovering.resolve();
  await expect.element(recover).toBeEnabled();
  expect(sent()).toBe(1);

  const resending = Promise.withResolvers<void>();
  fake.webhooks.sending = resending.promise;
  await panel.getByRole('tab', { name: 'Deliveries' }).click();
  const resend = panel
    .getByRole('region', { name: 'Deliveries' })
    .getByRole('button', { name: /^Resend/ })
    .first();
  await resend.dblClick();
  await expect.element(resend).toBeDisabled();
  resending.resolve();
  await expect.element(resend).toBeEnabled();
  expect(sent()).toBe(1);
});

test('an endpoint is edited, given another signing secret, shown once, and removed', {
  tags: 'long',
  ...SLOW,
}, async () => {
  const { panel, fake, takeCalls } = await openWebhooks();
  const address = 'https://hooks.northfield.example/ct';
  const choose = async (item: string, of = address) => {
    await panel.getByRole('button', { name: `More for ${of}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect.poll(() => document.querySelector('[role="menu"]')).toBeNull();
  };
  const looked = async (place: string) => expect(await findingsIn(panel.element() as HTMLElement, place)).toEqual([]);

  await choose('Edit…');
  const form = panel.getByRole('form', { name: 'Edit the endpoint' });
  await userEvent.fill(form.getByRole('textbox', { name: 'Address' }), 'http://hooks.example/ct');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(form.getByText('Enter an address that begins with https://.')).toBeVisible();
  await userEvent.fill(form.getByRole('textbox', { name: 'Address' }), `${address}/new`);
  await form.getByRole('checkbox', { name: 'Queued' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(panel.getByText(`Events go to ${address}/new.`)).toBeVisible();
  expect(fake.webhooks.endpoints[1]).toMatchObject({
    url: `${address}/new`,
    eventTypes: ['generation.queued', 'generation.failed', 'generation.completed'],
  });

  await choose('New signing secret…', `${address}/new`);
  await panel.getByRole('checkbox', { name: 'Stop the earlier secret at once' }).click();
  takeCalls();
  await panel.getByRole('button', { name: 'Make new secret' }).click();
  await expect.element(panel.getByLabelText('New signing secret', { exact: true })).toHaveValue(FAKE_SIGNING_SECRET);
  expect(takeCalls().join()).toContain('"immediately":true');
  await panel.getByRole('button', { name: 'Done' }).click();
  expect(document.documentElement.outerHTML).not.toContain(FAKE_SIGNING_SECRET);
  await choose('Show signing secret…', `${address}/new`);
  await expect.element(panel.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(document.documentElement.outerHTML).not.toContain(FAKE_SIGNING_SECRET);
  await looked('show the secret');
  await panel.getByRole('button', { name: /^Show secret/ }).click();
  await expect.element(panel.getByLabelText('Signing secret', { exact: true })).toHaveValue(FAKE_SIGNING_SECRET);
  await panel.getByRole('button', { name: /^Done/ }).click();
  expect(document.documentElement.outerHTML).not.toContain(FAKE_SIGNING_SECRET);
  await choose('Show signing secret…', 'https://127.0.0.1:4781/webhooks/built-in');
  await panel.getByRole('button', { name: /^Show secret/ }).click();
  await expect.element(panel.getByText('The receiver on this computer has the secret.')).toBeVisible();
  // The receiver on this computer gets its own without showing it.
  await choose('New signing secret…', 'https://127.0.0.1:4781/webhooks/built-in');
  await panel.getByRole('button', { name: 'Make new secret' }).click();
  await expect.element(panel.getByText('The receiver on this computer has the new secret.')).toBeVisible();

  await choose('Remove…', `${address}/new`);
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await choose('Remove…', `${address}/new`);
  await panel.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(panel.getByText(`${address}/new was removed.`)).toBeVisible();
  expect(fake.webhooks.endpoints).toHaveLength(2);
  await choose('New signing secret…', 'https://intake.oldtown.example');
  await looked('new secret');
});

test('the forms of one endpoint pass axe and have room for longer words', { tags: 'long', ...SLOW }, async () => {
  const { panel } = await openWebhooks();
  for (const [item, button] of [
    ['Edit…', 'Cancel'],
    ['Remove…', 'Cancel'],
  ] as const) {
    await panel.getByRole('button', { name: 'More for https://intake.oldtown.example' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect.poll(() => document.querySelector('[role="menu"]')).toBeNull();
    expect(await findingsIn(panel.element() as HTMLElement, item)).toEqual([]);
    await panel.getByRole('button', { name: new RegExp(`^${button}`) }).click();
  }
});

test('deliveries show their attempts and are sent again; the receiver shows what arrived and why others were refused', {
  tags: 'long',
  ...SLOW,
}, async () => {
  const { panel, fake, takeCalls } = await openWebhooks();
  await panel.getByRole('tab', { name: 'Deliveries' }).click();
  const table = panel.getByRole('region', { name: 'Deliveries' });
  await expect.element(table.getByText('The receiver answered 500; only 200 counts as delivered.')).toBeVisible();
  await expect.element(table.getByText('hooks.northfield.example/ct')).toBeVisible();
  const only = panel.getByRole('radiogroup', { name: 'Status' });
  await only.getByText('Delivered').click();
  await expect.poll(() => table.getByRole('row').elements().length).toBe(2);
  await only.getByText('All').click();
  await table.getByText('1 earlier attempt').click();
  await expect.element(table.getByRole('listitem')).toMatchTextContent(/only 200 counts as delivered/);
  expect(await findingsIn(panel.element() as HTMLElement, 'deliveries')).toEqual([]);
  await table
    .getByRole('button', { name: /^Resend/ })
    .first()
    .click();
  await expect.poll(() => takeCalls().join()).toContain('webhooks.resend');

  await panel.getByRole('tab', { name: /^Receiver/ }).click();
  await panel.getByRole('button', { name: 'Deliver events here' }).click();
  await expect.element(panel.getByText('The signing secret of this service is stored.')).toBeVisible();
  expect(fake.webhooks.signed.has('built-in')).toBe(true);
  await expect
    .element(panel.getByRole('region', { name: 'Arrived' }).getByText(/delivered 2 times, counted once/))
    .toBeVisible();
  await expect
    .element(panel.getByRole('region', { name: 'Refused' }).getByText(/The signature doesn’t match/))
    .toBeVisible();
  expect(await findingsIn(panel.element() as HTMLElement, 'receiver')).toEqual([]);
});

test('the receiver is off until it is switched on, and a secret goes in without being shown', {
  tags: 'long',
  ...SLOW,
}, async () => {
  const { panel, fake, takeCalls } = await openWebhooks(() => undefined);
  await panel.getByRole('tab', { name: 'Receiver' }).click();
  const toggle = panel.getByRole('switch', { name: 'Receive events on this computer' });
  await expect.element(toggle).not.toBeChecked();
  await expect.element(panel.getByText('https://127.0.0.1:4781')).not.toBeInTheDocument();
  await toggle.click();
  await expect.element(panel.getByText('https://127.0.0.1:4781/webhooks/built-in')).toBeVisible();
  await userEvent.fill(panel.getByLabelText('Signing secret', { exact: true }), 'whsec_planted');
  await panel.getByRole('button', { name: 'Store secret' }).click();
  await expect.element(panel.getByText('The signing secret of this service is stored.')).toBeVisible();
  expect(takeCalls().some((call) => call.startsWith('webhooks.setSigning'))).toBe(true);
  expect(document.body.textContent).not.toContain('whsec_planted');
  await userEvent.fill(
    panel.getByRole('textbox', { name: 'Address of your own proxy or tunnel' }),
    'https://me.example/ct',
  );
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(panel.getByText('https://me.example/ct/built-in')).toBeVisible();
  await toggle.click();
  await expect.poll(() => fake.webhooks.receiver.on).toBe(false);
});
