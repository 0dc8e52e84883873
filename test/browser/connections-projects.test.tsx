import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FOREIGN } from '../harness/fake-desk/space-scene.ts';
import { openDesk } from './open-desk.tsx';

beforeEach(() => page.viewport(1280, 860));

test('projects that only the service knows are shown, chosen and brought in; another look finds nothing more', async () => {
  const { fake } = openDesk((desk) => void desk.care.foreign.push(...FOREIGN));
  await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
  const open = page.getByRole('button', { name: 'Look for projects…' }).first();
  await open.click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('status')).toMatchTextContent('3 projects that aren’t here');
  await expect.element(dialog.getByText('Service 2.0, complete · Service 3.5, processing')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^harbour/ }).click();
  await dialog.getByRole('checkbox', { name: /^Download/ }).click();
  await dialog.getByRole('button', { name: 'Bring in 2' }).click();
  await expect.element(dialog.getByRole('status')).toMatchTextContent('2 recordings brought in. They are on the desk.');
  expect(fake.care.broughtIn).toEqual([{ projectIds: ['p1', 'p3'], download: false }]);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  fake.care.foreign.length = 0;
  await open.click();
  await expect
    .element(dialog.getByRole('status'))
    .toMatchTextContent('Nothing is missing: 7 projects of the service are here.');
});
