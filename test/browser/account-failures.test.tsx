/** What the tabs of a connection say when it can't be read, and how the admin key is entered there; long lists of deliveries. */

import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeDesk } from '../harness/fake-desk/fake-desk.ts';
import { keyScene } from '../harness/fake-desk/key-scene.ts';
import { seedWebhooks } from '../harness/fake-desk/webhook-scene.ts';
import { openConnection } from './open-connection.ts';
import { openDesk } from './open-desk.tsx';

beforeEach(() => page.viewport(900, 600));

const SLOW = { timeout: 60_000 };
const panel = () => page.getByRole('article');
const press = (name: string) => panel().getByRole('button', { name, exact: true }).click();
const REFUSAL = { code: 'keyMayNot', userMessage: 'This needs an active admin key.' } as const;

async function open(tab: string, seed: (fake: FakeDesk) => void) {
  const opened = openDesk(seed);
  await openConnection('Studio service', tab);
  return opened;
}

function refused(fake: FakeDesk): void {
  keyScene(fake);
  seedWebhooks(fake);
  for (const each of fake.connections) Object.assign(each, { rehearsal: 'off' });
  fake.accountKeys.hasAdminKey = false;
  fake.accountKeys.refusesAll = true;
  fake.accountKeys.refusal = REFUSAL;
  fake.portal.refusal = REFUSAL;
}

for (const [tab, shown] of [
  ['API keys', 'Newsroom'],
  ['Webhooks', 'https://hooks.northfield.example/ct'],
  ['Account', 'Not invoiced yet'],
  ['Rehearsal', 'What fails'],
] as const) {
  test(`${tab} says in its place why nothing can be read, and takes the admin key there`, {
    tags: 'long',
    ...SLOW,
  }, async () => {
    const { fake } = await open(tab, refused);
    const alert = panel().getByRole('alert');
    await expect.element(alert).toMatchTextContent('This needs an active admin key.');
    const again = alert.getByRole('button', { name: 'Try again' });
    const { scrollWidth, clientWidth } = again.element().querySelector('.mantine-Button-label') as HTMLElement;
    expect(scrollWidth, 'its words aren’t cut off').toBeLessThanOrEqual(clientWidth);
    await panel().getByLabelText('Admin key').fill('ctk_admin-0123456789');
    await press('Save admin key');
    await expect.element(panel().getByText(shown, { exact: true }).first()).toBeVisible();
    expect(fake.accountKeys.hasAdminKey).toBe(true);
    expect(panel().getByRole('alert').elements()).toEqual([]);
  });
}

test('a failure that another key doesn’t mend asks for none, and the answer before stays in sight', SLOW, async () => {
  const { fake } = await open('Webhooks', (desk) => {
    keyScene(desk);
    seedWebhooks(desk);
  });
  await expect.element(panel().getByText('https://hooks.northfield.example/ct')).toBeVisible();
  fake.accountKeys.refusesAll = true;
  fake.accountKeys.refusal = { code: 'accountChangeUncertain', userMessage: 'The service didn’t answer.' };
  await panel().getByRole('button', { name: 'Disable' }).first().click();
  await expect.element(panel().getByRole('alert')).toMatchTextContent('The service didn’t answer.');
  await expect.element(panel().getByText('https://hooks.northfield.example/ct')).toBeVisible();
  expect(panel().getByLabelText('Admin key').elements()).toEqual([]);
});

test('deliveries name their endpoint, are filtered by state, and more than a hundred are reached', {
  tags: 'long',
  ...SLOW,
}, async () => {
  await open('Webhooks', (desk) => {
    keyScene(desk);
    seedWebhooks(desk);
    const [first] = desk.webhooks.deliveries;
    if (first === undefined) throw new Error('the scene has deliveries');
    for (let index = 0; index < 150; index++)
      desk.webhooks.deliveries.push({ ...first, deliveryId: `more_${index}`, status: 'failed', nextAttemptAt: null });
  });
  await panel().getByRole('tab', { name: 'Deliveries' }).click();
  const table = panel().getByRole('region', { name: 'Deliveries' });
  await expect.element(table.getByText('hooks.northfield.example/ct').first()).toBeVisible();
  expect(table.getByRole('row').elements()).toHaveLength(101);
  await press('Show more');
  await expect.poll(() => table.getByRole('row').elements().length).toBe(154);
  await panel().getByText('Waiting', { exact: true }).first().click();
  await expect.poll(() => table.getByRole('row').elements().length).toBe(2);
});
