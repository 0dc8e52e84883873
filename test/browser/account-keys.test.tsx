import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FAKE_SECRET } from '../harness/fake-desk/key-handlers.ts';
import { keyScene } from '../harness/fake-desk/key-scene.ts';
import { openConnection } from './open-connection.ts';
import { openDesk } from './open-desk.tsx';
import { findingsIn, lookInto } from './surfaces.ts';

beforeEach(() => page.viewport(1280, 860));

const dialog = () => page.getByRole('dialog');
/** The list. */
const panel = () => page.getByRole('article');
const rowOf = (label: string) => panel().getByRole('row', { name: new RegExp(`^${label}`) });
const pressIn = (name: string) => panel().getByRole('button', { name, exact: true }).click();
const press1 = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

async function openKeys(seed = keyScene) {
  const opened = openDesk(seed);
  await openConnection('Studio service', 'API keys');
  return opened;
}

test('keys are listed with their metadata, found and filtered', async () => {
  await openKeys();
  await expect
    .element(rowOf('Producer desk'))
    .toMatchTextContent(/In use.*ctk_Hs6yE1oM….*Scoped.*webhooks:write.*Active/);
  await expect.element(rowOf('Studio admin')).toMatchTextContent(/Signed in.*Admin keys can’t be rotated/);
  await expect.element(rowOf('Archive import')).toMatchTextContent(/limited: apiProjectIds \(1\)/);
  await expect.element(rowOf('Old laptop')).toMatchTextContent(/Revoked.*Revoked keys can’t be rotated/);
  await panel().getByText('Not active 1').click();
  expect(panel().getByRole('row').elements()).toHaveLength(2);
  await panel().getByText('All 5').click();
  await panel().getByRole('textbox', { name: 'Find a key' }).fill('generations');
  await expect.poll(() => panel().getByRole('row').elements().length).toBe(3);
  await panel().getByRole('textbox', { name: 'Find a key' }).fill('nobody');
  await expect.element(panel().getByText('No key matches.')).toBeVisible();
});

test('a rotation says first what stops; the secret is shown once, and used without being sent back', {
  tags: 'long',
}, async () => {
  const { takeCalls } = await openKeys();
  await rowOf('Newsroom').getByRole('button', { name: 'Rotate Newsroom' }).click();
  await expect.element(dialog().getByText(/^The old secret, ctk_Jx81vTzc…/)).toBeVisible();
  await expect.element(dialog().getByText(/^Restorations that are running/)).toBeVisible();
  takeCalls();
  await press1('Rotate');
  await expect.element(dialog().getByLabelText('New secret')).toHaveValue(FAKE_SECRET);
  await press1('Use it for this connection');
  await expect.element(dialog().getByRole('status')).toMatchTextContent('recordings continue with it');
  await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.element(rowOf('Newsroom')).toMatchTextContent('In use');
  const which = '{"connectionId":"r","keyId":"key_1"';
  expect(takeCalls()).toEqual([`keys.rotate ${which},"use":false}`, `keys.use ${which}}`, `keys.forget ${which}}`]);
  expect(document.body.textContent).not.toContain(FAKE_SECRET);
  expect(document.documentElement.outerHTML).not.toContain(FAKE_SECRET);
});

test('the key in use is swapped at once unless the person says otherwise', async () => {
  const { fake, takeCalls } = await openKeys();
  await rowOf('Producer desk')
    .getByRole('button', { name: /^Rotate/ })
    .click();
  await expect.element(dialog().getByRole('checkbox')).toBeChecked();
  takeCalls();
  await press1('Rotate');
  await expect.element(dialog().getByRole('status')).toMatchTextContent('recordings continue with it');
  expect(dialog().getByRole('button', { name: 'Use it for this connection' }).elements()).toEqual([]);
  expect(fake.accountKeys.used).toEqual(['key_2']);
});

test('an account whose key may not list keys asks for the admin key', async () => {
  const { fake } = await openKeys((desk) => {
    keyScene(desk);
    desk.accountKeys.hasAdminKey = false;
    desk.accountKeys.refusal = { code: 'keyMayNot', userMessage: 'This needs an active admin key.' };
  });
  await expect.element(panel().getByRole('alert')).toMatchTextContent('This needs an active admin key.');
  await pressIn('Save admin key');
  await expect.element(panel().getByText('Enter the admin key.')).toBeVisible();
  await panel().getByLabelText('Admin key').fill('ctk_admin-0123456789');
  await pressIn('Save admin key');
  await expect.element(rowOf('Newsroom')).toBeVisible();
  expect(fake.accountKeys.hasAdminKey).toBe(true);
  await pressIn('Forget admin key');
  await expect.element(panel().getByText('Read with this connection’s own key.')).toBeVisible();
});

async function more(label: string, item: string): Promise<void> {
  await panel()
    .getByRole('button', { name: `More for ${label}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a key is created with what it may do; its secret is shown once', { tags: 'long' }, async () => {
  const { fake, takeCalls } = await openKeys();
  await pressIn('Create key…');
  await press1('Create key');
  await expect.element(dialog().getByText('Enter a label.')).toBeVisible();
  await dialog().getByLabelText('Label').fill('Archive desk');
  await dialog()
    .getByRole('radio', { name: /^Only read/ })
    .click();
  takeCalls();
  await press1('Create key');
  await expect.element(dialog().getByLabelText('New secret')).toHaveValue(FAKE_SECRET);
  expect(takeCalls()).toEqual([
    'keys.create {"connectionId":"r","label":"Archive desk","role":"scoped","scopes":["read"]}',
  ]);
  await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.element(rowOf('Archive desk')).toBeVisible();
  expect(takeCalls().join()).toMatch(/^keys\.forget /);
  expect(document.documentElement.outerHTML).not.toContain(FAKE_SECRET);
  expect(fake.accountKeys.used).toEqual([]);
});

test('a key is limited, stopped, let go again and revoked; what stops is said first', { tags: 'long' }, async () => {
  const { fake, takeCalls } = await openKeys();
  await more('Newsroom', 'Limit calls…');
  await dialog().getByLabelText('Calls a minute').fill('0');
  await press1('Save');
  await expect.element(dialog().getByText('Enter a whole number above 0, or nothing.')).toBeVisible();
  await dialog().getByLabelText('Calls a minute').fill('90');
  await press1('Save');
  await expect.element(rowOf('Newsroom')).toMatchTextContent('90 calls a minute');
  await more('Newsroom', 'Deactivate…');
  await expect.element(dialog().getByText(/^They work again once you activate the key/)).toBeVisible();
  await press1('Deactivate');
  await expect.element(rowOf('Newsroom')).toMatchTextContent('Inactive');
  await more('Newsroom', 'Activate');
  await expect.element(rowOf('Newsroom')).not.toMatchTextContent('Inactive');
  await more('Newsroom', 'Revoke…');
  takeCalls();
  fake.accountKeys.refusal = { code: 'accountChangeUncertain', userMessage: 'The service didn’t confirm it.' };
  await press1('Revoke');
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('The service didn’t confirm it.');
  fake.accountKeys.refusal = null;
  await press1('Revoke');
  await expect.element(rowOf('Newsroom')).toMatchTextContent('Revoked');
  expect(takeCalls().at(-1)).toMatch(/^keys\.revoke /);
  expect(panel().getByRole('button', { name: 'More for Newsroom' }).elements()).toEqual([]);
});

test('the key that Cleartake is signed in with can’t be stopped, and says why', async () => {
  await openKeys();
  await panel().getByRole('button', { name: 'More for Studio admin' }).click();
  const revoke = page.getByRole('menuitem', { name: /^Revoke…/ });
  await expect.element(revoke).toBeDisabled();
  await expect.element(revoke).toMatchTextContent('Cleartake is signed in with this key');
});

test('at another service keys are rotated only, and the page says where others are made', {
  tags: 'long',
}, async () => {
  await openKeys((desk) => {
    keyScene(desk);
    desk.accountKeys.isOurs = false;
  });
  await expect.element(panel().getByText(/on the service’s own pages/)).toBeVisible();
  expect(
    panel()
      .getByRole('button', { name: /^More for|^Create key/ })
      .elements(),
  ).toEqual([]);
});

test('the list, the question and the secret pass axe and have room for longer words', {
  tags: 'long',
  timeout: 90_000,
}, async () => {
  await page.viewport(900, 600);
  openDesk(keyScene);
  await openConnection('Studio service', 'API keys');
  await expect.element(rowOf('Newsroom')).toBeVisible();
  const found = [
    ...(await lookInto('rotate', async () => {
      await rowOf('Producer desk')
        .getByRole('button', { name: /^Rotate/ })
        .click();
    })),
  ];
  for (const [place, reach] of [
    ['create', () => pressIn('Create key…')],
    ['limit', () => more('Newsroom', 'Limit calls…')],
    ['revoke', () => more('Newsroom', 'Revoke…')],
  ] as const) {
    found.push(
      ...(await lookInto(place, async () => {
        await reach();
        await expect.poll(() => document.querySelector('[role="menu"]')).toBeNull();
      })),
    );
  }
  await rowOf('Newsroom')
    .getByRole('button', { name: /^Rotate/ })
    .click();
  await press1('Rotate');
  await expect.element(dialog().getByLabelText('New secret')).toBeVisible();
  found.push(...(await findingsIn(dialog().element() as HTMLElement, 'secret')));
  await dialog()
    .getByRole('button', { name: /^Close/ })
    .click();
  await expect.poll(() => dialog().elements().length).toBe(0);
  found.push(...(await findingsIn(panel().element() as HTMLElement, 'keys')));
  expect(found).toEqual([]);
});
