import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeDesk } from '../harness/fake-desk/fake-desk.ts';
import { portalHoldScene, portalScene } from '../harness/fake-desk/portal-scene.ts';
import { STUDIO } from '../harness/fake-desk/scenes.ts';
import { openConnection } from './open-connection.ts';
import { openDesk } from './open-desk.tsx';
import { findingsIn, settled } from './surfaces.ts';

beforeEach(() => page.viewport(1280, 860));

const panel = () => page.getByRole('article');
const pressIn = (name: string | RegExp) => panel().getByRole('button', { name }).click();
const tab = (name: string) => panel().getByRole('tab', { name }).click();
const rowOf = (name: RegExp) => panel().getByRole('row', { name });

async function openAccount(seed: (fake: FakeDesk) => void = portalScene) {
  const opened = openDesk(seed);
  await openConnection('Studio service', 'Account');
  await expect.element(panel().getByText('Used this month')).toBeVisible();
  opened.takeCalls();
  return opened;
}

test('an account shows plan, payment, limit, alerts and how far the next invoice is', async () => {
  await openAccount();
  await expect.element(panel().getByText('41.20 USD')).toBeVisible();
  await expect.element(panel().getByText('50.00 USD a month, 82 % used')).toBeVisible();
  await expect.element(panel().getByText(/25\.00 USD, reached .* · 50\.00 USD$/)).toBeVisible();
  await expect.element(panel().getByText(/^71\.08 USD of 100\.00 USD until the next early invoice/)).toBeVisible();
  expect(panel().getByRole('region', { name: 'This account is on hold' }).elements()).toEqual([]);
});

test('a hold is told first; paying asks before it charges, and recordings continue', { tags: 'long' }, async () => {
  const { fake, takeCalls } = await openAccount(portalHoldScene);
  const hold = panel().getByRole('region', { name: 'This account is on hold' });
  await expect.element(hold).toMatchTextContent(/A payment of 12\.40 USD was declined on .*nothing is lost/);
  await hold.getByRole('button', { name: 'Pay 12.40 USD now' }).click();
  const question = panel().getByRole('region', { name: 'Charge 12.40 USD to this account now?' });
  await expect.element(question).toMatchTextContent('It is charged to Studio card.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(takeCalls()).toEqual([]);

  fake.portal.declines = true;
  await hold.getByRole('button', { name: 'Pay 12.40 USD now' }).click();
  await question.getByRole('button', { name: 'Pay 12.40 USD now' }).click();
  await expect.element(question.getByRole('alert')).toBeVisible();
  fake.portal.declines = false;
  await question.getByRole('button', { name: 'Pay 12.40 USD now' }).click();
  await expect.element(panel().getByRole('status')).toMatchTextContent('no longer on hold');
  expect(hold.elements()).toEqual([]);
  const paid = 'portal.pay {"connectionId":"r","invoiceId":"inv_3"}';
  expect(takeCalls()).toEqual([paid, paid]);
});

test('another payment method pays what is open, and a card number is refused before it leaves the page', {
  tags: 'long',
}, async () => {
  const { fake, takeCalls } = await openAccount(portalHoldScene);
  await pressIn('Replace the payment method');
  const field = panel().getByRole('textbox', { name: 'Name of the payment method' });
  await field.fill('4242 4242 4242 4242');
  await pressIn('Save and pay 12.40 USD now');
  await expect.element(panel().getByText('This looks like a card number. Enter a name instead.')).toBeVisible();
  expect(takeCalls()).toEqual([]);
  await field.fill('Other card');
  await pressIn('Save and pay 12.40 USD now');
  await expect.element(panel().getByText('Other card')).toBeVisible();
  expect(fake.portal.account).toMatchObject({ paymentMethod: { label: 'Other card' }, hold: null });
  expect(takeCalls()).toEqual(['portal.setPaymentMethod {"connectionId":"r","label":"Other card"}']);
});

test('the price of another payment method, and of leaving, has every unpaid invoice', async () => {
  await openAccount((fake) => {
    portalHoldScene(fake);
    fake.portal.account = { ...fake.portal.account, unpaid: 20_000_000 };
  });
  await pressIn('Replace the payment method');
  await expect.element(panel().getByRole('button', { name: 'Save and pay 20.00 USD now' })).toBeVisible();
  await pressIn('Cancel');
  await pressIn('Change to free: Plan');
  await expect.element(panel().getByText(/about 23\.724 USD\./)).toBeVisible();
});

test('while a payment is under way nothing else is begun, and it can’t be sent away unheard', async () => {
  const { fake, takeCalls } = await openAccount(portalHoldScene);
  const bank = Promise.withResolvers<void>();
  fake.portal.beforeAnswer = () => bank.promise;
  await pressIn('Pay 12.40 USD now');
  const question = panel().getByRole('region', { name: 'Charge 12.40 USD to this account now?' });
  const pay = question.getByRole('button', { name: 'Pay 12.40 USD now' });
  await pay.dblClick();
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await expect.element(panel().getByRole('button', { name: 'Change: Alerts' })).toBeDisabled();
  bank.resolve();
  await expect.element(panel().getByRole('status')).toMatchTextContent('no longer on hold');
  await expect.element(panel().getByRole('button', { name: 'Change: Alerts' })).toBeEnabled();
  expect(takeCalls()).toEqual(['portal.pay {"connectionId":"r","invoiceId":"inv_3"}']);
});

test('a user who was added isn’t offered again when the list can’t be read afterward', async () => {
  const { fake } = await openAccount();
  await tab('Users');
  fake.portal.beforeAnswer = () => {
    fake.portal.refusal = { code: 'notFound', userMessage: 'The service couldn’t read the account.' };
  };
  await panel().getByRole('textbox', { name: 'Name' }).fill('Grace');
  await pressIn('Add user');
  await expect.element(panel().getByRole('alert')).toMatchTextContent('couldn’t read the account');
  expect(panel().getByRole('button', { name: 'Add user' }).elements()).toEqual([]);
  fake.portal.refusal = null;
  await pressIn('Try again');
  await expect.element(rowOf(/^Grace Free/)).toBeVisible();
});

test('limit, alerts and plan are changed; what is no amount is refused, and the free plan asks first', {
  tags: 'long',
}, async () => {
  const { takeCalls } = await openAccount();
  await pressIn('Change: Spend limit');
  const limit = panel().getByRole('textbox', { name: /^Monthly spend limit/ });
  await limit.fill('0');
  await pressIn('Save');
  await expect.element(panel().getByText(/^Enter amounts above 0/)).toBeVisible();
  await limit.fill('80');
  await pressIn('Save');
  await expect.element(panel().getByText('80.00 USD a month, 51 % used')).toBeVisible();
  await expect.element(panel().getByRole('button', { name: 'Change: Spend limit' })).toHaveFocus();
  await pressIn('Change: Alerts');
  await pressIn('50, 80 and 100 % of the limit');
  await expect.element(panel().getByRole('textbox')).toHaveValue('40 64 80');
  await panel().getByRole('textbox').fill('80 40 40');
  await pressIn('Save');
  await expect.element(panel().getByText('40.00 USD · 80.00 USD')).toBeVisible();
  await pressIn('Change to free: Plan');
  await expect.element(panel().getByText(/about 3\.724 USD\. Nothing new can be restored/)).toBeVisible();
  await pressIn('Change to free');
  await expect.element(panel().getByRole('button', { name: 'Change to developer: Plan' })).toBeVisible();
  for (const name of ['Change: Spend limit', 'Change: Alerts'])
    await expect
      .element(panel().getByRole('button', { name }))
      .toHaveAccessibleDescription('Available on the developer plan.');
  expect(takeCalls()).toEqual([
    'portal.setSpendLimit {"connectionId":"r","limit":80000000}',
    'portal.setAlerts {"connectionId":"r","amounts":[40000000,80000000]}',
    'portal.setTier {"connectionId":"r","tier":"free"}',
  ]);
});

test('invoices, usage, audit log and users are listed; one invoice adds up; a user is added', {
  tags: 'long',
}, async () => {
  const { fake } = await openAccount();
  await tab('Invoices');
  await expect.element(rowOf(/^Invoice 3 .* 12\.40 USD Paid/)).toBeVisible();
  await pressIn('Show invoice 2');
  const invoice = panel().getByRole('region', { name: 'Invoice 2' });
  await expect.element(invoice).toMatchTextContent(/Usage8\.00 USD.*Credit used−4\.00 USD.*Total4\.00 USD/);
  await pressIn('All invoices');
  await tab('Usage');
  await expect.element(rowOf(/gen_81c6f0b27 Service 3\.5 key_2 910 1\.82$/)).toBeVisible();
  await tab('Audit log');
  await expect.element(rowOf(/billing\.invoice\.paid.* inv_3 The service$/)).toBeVisible();
  await tab('Users');
  await expect.element(rowOf(/^owner Runs the service Developer/)).toBeVisible();
  await panel().getByRole('textbox', { name: 'Name' }).fill('Grace');
  await panel().getByRole('textbox', { name: 'Billing country (optional)' }).fill('Germany');
  await pressIn('Add user');
  await expect.element(panel().getByText('Enter two letters, such as DE.').last()).toBeVisible();
  await panel().getByRole('textbox', { name: 'Billing country (optional)' }).fill('de');
  await pressIn('Add user');
  await expect.element(rowOf(/^Grace Free/)).toBeVisible();
  expect(fake.portal.users.at(-1)).toMatchObject({ name: 'Grace', tier: 'free' });
});

test('long lists grow page by page', { tags: 'long' }, async () => {
  await openAccount((fake) => {
    portalScene(fake);
    const [first] = fake.portal.usage;
    if (first === undefined) throw new Error('the scene has usage');
    fake.portal.usage = Array.from({ length: 120 }, (_, index) => ({ ...first, generationId: `gen_${index}` }));
  });
  await tab('Usage');
  await expect.poll(() => panel().getByRole('row').elements().length).toBe(51);
  await pressIn('Show more');
  await expect.poll(() => panel().getByRole('row').elements().length).toBe(101);
  await pressIn('Show more');
  await expect.poll(() => panel().getByRole('row').elements().length).toBe(121);
  expect(panel().getByRole('button', { name: 'Show more' }).elements()).toEqual([]);
});

test('a refusal is said and can be tried again; an empty account says so', { tags: 'long' }, async () => {
  const { fake } = openDesk((desk) => {
    desk.addConnection({ ...STUDIO, name: 'Studio service' });
    desk.portal.refusal = { code: 'keyMayNot', userMessage: 'This needs an active admin key.' };
  });
  await openConnection('Studio service', 'Account');
  await expect.element(panel().getByRole('alert')).toMatchTextContent('This needs an active admin key.');
  fake.portal.refusal = null;
  await pressIn('Try again');
  await expect.element(panel().getByRole('button', { name: 'Change to developer: Plan' })).toBeVisible();
  await tab('Invoices');
  await expect.element(panel().getByText('No invoices yet.')).toBeVisible();
});

test('all tabs pass axe and have room for longer words', { tags: 'long', timeout: 120_000 }, async () => {
  await page.viewport(900, 600);
  const found: string[] = [];
  for (const name of ['Billing', 'Invoices', 'Usage', 'Audit log', 'Users']) {
    const { close } = await openAccount(portalHoldScene);
    await tab(name);
    await settled();
    found.push(...(await findingsIn(document.querySelector('article') ?? document.body, name)));
    close();
  }
  expect(found).toEqual([]);
});

test('all forms and questions pass axe and have room for longer words', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  await page.viewport(900, 600);
  const found: string[] = [];
  const lookAt = async (name: string) => {
    await settled();
    found.push(...(await findingsIn(document.querySelector('article') ?? document.body, name)));
  };
  for (const name of [
    'Change to free: Plan',
    'Replace: Payment method',
    'Remove: Payment method',
    'Change: Spend limit',
    'Change: Alerts',
  ]) {
    const { close } = await openAccount();
    await pressIn(name);
    await lookAt(name);
    close();
  }
  const held = await openAccount(portalHoldScene);
  await pressIn('Pay 12.40 USD now');
  await lookAt('pay');
  held.close();
  const invoices = await openAccount();
  await tab('Invoices');
  await pressIn('Show invoice 2');
  await lookAt('one invoice');
  invoices.close();
  const refused = await openAccount();
  await pressIn('Change: Spend limit');
  await panel().getByRole('textbox').fill('nothing');
  await pressIn('Save');
  await expect.element(panel().getByText(/^Enter amounts above 0/)).toBeVisible();
  await lookAt('an amount that is none');
  refused.close();
  expect(found).toEqual([]);
});
