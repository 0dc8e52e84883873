import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeModel } from '../../harness/fake-desk/model-handlers.ts';
import { WAITING_SCENE } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 860));

const place = () => page.getByRole('region', { name: 'Models' });

async function openPlace(): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await expect.element(place()).toBeInTheDocument();
  place().element().scrollIntoView();
}

test('a model of one’s own is added by its path, and listed with its speed', async () => {
  const { takeCalls } = openDesk();
  await openPlace();
  await expect.element(place().getByText('No models of your own.')).toBeVisible();
  await place().getByRole('textbox', { name: 'Path of the description' }).fill('/nets/GTCRN.json');
  takeCalls();
  await place().getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(place()).toMatchTextContent(/GTCRN.*16 kHz; 0\.08 s of processor for a second of sound/);
  expect(takeCalls()).toEqual(['models.add {"file":"/nets/GTCRN.json"}']);
  await expect.element(place().getByRole('button', { name: 'Remove GTCRN' })).toBeVisible();
});

test('a preset offers it as a third model of this computer', { tags: 'long' }, async () => {
  openDesk((desk) => {
    desk.putModels([fakeModel('GTCRN', 'Small and fast')]);
    desk.seed(WAITING_SCENE);
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /New preset/ }).click();
  const editor = page.getByRole('dialog');
  await expect.element(editor.getByRole('checkbox', { name: 'GTCRN' })).toBeVisible();
  await editor.getByRole('checkbox', { name: 'GTCRN' }).click();
  await expect.element(editor.getByRole('checkbox', { name: 'GTCRN' })).toBeChecked();
});

test('a model is removed after a question, and nothing is removed without an answer', async () => {
  const { takeCalls } = openDesk((desk) => desk.putModels([fakeModel('GTCRN', 'Small and fast')]));
  await openPlace();
  const remove = () => place().getByRole('button', { name: 'Remove GTCRN' });
  const question = () => page.getByRole('dialog');
  await remove().click();
  takeCalls();
  await question().getByRole('button', { name: 'Keep it' }).click();
  await expect.element(question()).not.toBeInTheDocument();
  expect(takeCalls()).toEqual([]);
  await remove().click();
  await question().getByRole('button', { name: 'Remove' }).click();
  await expect.element(place().getByText('No models of your own.')).toBeVisible();
  expect(takeCalls()).toEqual([expect.stringContaining('models.remove')]);
});
