/** What a dialog of keys never loses: the secret that is shown once, the focus, and what was searched for. */

import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FAKE_SECRET } from '../harness/fake-desk/key-handlers.ts';
import { keyScene } from '../harness/fake-desk/key-scene.ts';
import { openConnection } from './open-connection.ts';
import { openDesk } from './open-desk.tsx';

beforeEach(() => page.viewport(1280, 860));

const dialog = () => page.getByRole('dialog');
/** The list. */
const panel = () => page.getByRole('article');
const rowOf = (label: string) => panel().getByRole('row', { name: new RegExp(`^${label}`) });
const press1 = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

async function openKeys() {
  const opened = openDesk(keyScene);
  await openConnection('Studio service', 'API keys');
  return opened;
}

async function more(label: string, item: string): Promise<void> {
  await panel()
    .getByRole('button', { name: `More for ${label}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a secret that is shown once survives Escape and is closed by its own button alone until it is copied', {
  tags: 'long',
}, async () => {
  await openKeys();
  await rowOf('Newsroom').getByRole('button', { name: 'Rotate Newsroom' }).click();
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await press1('Rotate');
  await expect.element(dialog().getByLabelText('New secret')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.element(dialog().getByLabelText('New secret')).toHaveValue(FAKE_SECRET);
  document.execCommand('copy');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => dialog().elements().length).toBe(0);
});

test('while a key is rotated the dialog can’t be left, and neither while its secret is unseen', {
  tags: 'long',
}, async () => {
  let answer: () => void = () => undefined;
  const { fake } = await openKeys();
  fake.accountKeys.waitFor = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await rowOf('Newsroom').getByRole('button', { name: 'Rotate Newsroom' }).click();
  await press1('Rotate');
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  answer();
  await expect.element(dialog().getByLabelText('New secret')).toHaveValue(FAKE_SECRET);
});

test('the focus returns to the button of the key, and the search stays', { tags: 'long' }, async () => {
  await openKeys();
  await panel().getByRole('textbox', { name: 'Find a key' }).fill('news');
  await rowOf('Newsroom').getByRole('button', { name: 'Rotate Newsroom' }).click();
  await press1('Cancel');
  await expect.element(rowOf('Newsroom').getByRole('button', { name: 'Rotate Newsroom' })).toHaveFocus();
  await expect.element(panel().getByRole('textbox', { name: 'Find a key' })).toHaveValue('news');
  await more('Newsroom', 'Deactivate…');
  await press1('Deactivate');
  await expect.element(rowOf('Newsroom').getByRole('button', { name: 'More for Newsroom' })).toHaveFocus();
  await panel().getByRole('button', { name: 'Create key…' }).click();
  await press1('Cancel');
  await expect.element(panel().getByRole('button', { name: 'Create key…' })).toHaveFocus();
});

test('stopping the key that a connection restores with says so first', async () => {
  await openKeys();
  await more('Producer desk', 'Revoke…');
  await expect.element(dialog().getByText(/^This connection, which restores with this key/)).toBeVisible();
  await press1('Cancel');
  await more('Newsroom', 'Revoke…');
  expect(
    dialog()
      .getByText(/^This connection, which restores/)
      .elements(),
  ).toEqual([]);
});

test('an older listing that answers last doesn’t replace a newer one', { tags: 'long' }, async () => {
  let answerOlder: () => void = () => undefined;
  const { fake } = await openKeys();
  const { accountKeys } = fake;
  await expect.element(rowOf('Newsroom')).toBeVisible();
  async function listAgain(): Promise<void> {
    await rowOf('Producer desk')
      .getByRole('button', { name: /^Rotate/ })
      .click();
    await press1('Cancel');
    await expect.poll(() => dialog().elements().length).toBe(0);
  }

  accountKeys.listAfter = new Promise<void>((resolve) => {
    answerOlder = resolve;
  });
  await listAgain();
  accountKeys.listAfter = Promise.resolve();
  accountKeys.keys = accountKeys.keys.map((key) => (key.label === 'Newsroom' ? { ...key, label: 'Night desk' } : key));
  await listAgain();
  await expect.element(rowOf('Night desk')).toBeVisible();
  answerOlder();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.element(rowOf('Night desk')).toBeVisible();
  expect(rowOf('Newsroom').elements()).toEqual([]);
});
