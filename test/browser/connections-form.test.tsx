/** Adding and removing services in a small window: nothing typed is lost, what is wrong and what was found are in sight, and the focus stays. */

import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { STUDIO } from '../harness/fake-desk/scenes.ts';
import { openConnection } from './open-connection.ts';
import { openDesk } from './open-desk.tsx';

beforeEach(() => page.viewport(900, 600));

const SLOW = { timeout: 60_000 };
const dialog = () => page.getByRole('dialog');
const goTo = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
const add = () => page.getByRole('button', { name: 'Add service' });

test(
  'a form that is refused leads to the first field that is wrong, and a click beside it loses nothing',
  SLOW,
  async () => {
    openDesk();
    await goTo('Connections');
    await add().click();
    const name = dialog().getByRole('textbox', { name: 'Name' });
    // Whole, although the form is longer than the window.
    await expect.element(dialog().getByRole('button', { name: 'Add service' })).toBeInViewport({ ratio: 1 });
    await dialog().getByRole('button', { name: 'Add service' }).click();
    await expect.element(name).toHaveFocus();
    await expect.element(name).toBeInViewport();
    await name.fill('Studio');
    await dialog().getByRole('button', { name: 'Add service' }).click();
    await expect.element(dialog().getByRole('textbox', { name: 'Address' })).toHaveFocus();
    (document.querySelector('.mantine-Modal-inner') as HTMLElement).click();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect.element(name).toHaveValue('Studio');
  },
);

test('colors are chosen where they are seen', SLOW, async () => {
  openDesk();
  await goTo('Connections');
  await add().click();
  await dialog().getByTitle('Violet').click();
  await expect.element(dialog().getByRole('radio', { name: 'Violet' })).toBeChecked();
  for (const radio of dialog().getByRole('radio').elements()) {
    const swatch = radio.closest('label');
    if (swatch?.title === undefined || swatch.title === '') continue;
    expect(swatch.getBoundingClientRect().top).toBeLessThanOrEqual(radio.getBoundingClientRect().top);
    expect(swatch.getBoundingClientRect().bottom).toBeGreaterThanOrEqual(radio.getBoundingClientRect().bottom);
  }
});

test('a new service and what its test found come into sight, below many others', SLOW, async () => {
  const { fake } = openDesk((desk) => {
    for (let index = 0; index < 8; index++) desk.addConnection({ ...STUDIO, id: `s${index}`, name: `Studio ${index}` });
  });
  fake.answerTests({ ok: false, sentence: 'Nothing responds.' });
  await goTo('Connections');
  await add().click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill('The new one');
  await dialog().getByRole('textbox', { name: 'Address' }).fill('https://new.example');
  await dialog()
    .getByLabelText(/^API key/)
    .fill('ctk_0123456789');
  await userEvent.keyboard('{Enter}');
  const said = page.getByRole('article', { name: 'The new one' }).getByRole('status');
  await expect.element(said).toMatchTextContent('Nothing responds.');
  await expect.element(said).toBeInViewport();
  const entry = page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: /^The new one/ });
  await expect.element(entry).toBeInViewport();
});

test('the focus isn’t lost with a connection that is removed', SLOW, async () => {
  openDesk((desk) => desk.addConnection({ ...STUDIO, id: 's1', name: 'Unused' }));
  await openConnection('Unused');
  await page.getByRole('article', { name: 'Unused' }).getByRole('button', { name: 'Remove' }).click();
  await dialog().getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => page.getByRole('article', { name: 'Unused' }).elements().length).toBe(0);
  await expect.element(add()).toHaveFocus();
});
