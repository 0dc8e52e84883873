import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { busyScene, OVER_STUDIO, STUDIO, WAITING_SCENE } from '../harness/fake-desk/scenes.ts';
import { openConnection } from './open-connection.ts';
import { openDesk } from './open-desk.tsx';

beforeEach(() => page.viewport(1280, 760));

test('shortcuts open the pages, and the address follows', { tags: 'long' }, async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  await expect.element(page.getByRole('button', { name: 'Pause all' })).toBeVisible();
  await userEvent.keyboard('{Control>}3{/Control}');
  await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible();
  expect(window.location.hash).toBe('#/history');
  await userEvent.keyboard('{Control>}4{/Control}');
  await expect.element(page.getByRole('heading', { name: 'Costs' })).toBeVisible();
  await userEvent.keyboard('{Control>}5{/Control}');
  await expect.element(page.getByRole('heading', { name: 'Connections' })).toBeVisible();
  await userEvent.keyboard('{Control>}6{/Control}');
  await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await userEvent.keyboard('{Control>}1{/Control}');
  await expect.element(page.getByRole('grid', { name: 'Queue' })).toBeInTheDocument();
});

test('the question mark opens the shortcuts', async () => {
  openDesk((fake) => fake.seed(WAITING_SCENE));
  await expect.element(page.getByRole('button', { name: 'Start 3' })).toBeVisible();
  await userEvent.keyboard('{Shift>}?{/Shift}');
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent(/Switch between original and result.*Move up or down in the queue/);
});

test('the history is searched while typing, newest first', { tags: 'long' }, async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('navigation').getByRole('link', { name: 'History' }).click();
  await expect.element(page.getByText('11 recordings')).toBeVisible();
  await page.getByRole('textbox').fill('interview');
  await expect.element(page.getByText('2 of 11 recordings')).toBeVisible();
  const names = [...document.querySelectorAll('[role="grid"] [data-job] b')].map((name) => name.textContent);
  expect(names).toEqual(['ep-042 interview.mp4', 'ep-041 interview, two speakers.m4a']);
  await page.getByRole('textbox').fill('no such thing');
  await expect.element(page.getByText('No matches')).toBeVisible();
});

test('a service is added with its prices; its key is never shown', { tags: 'long' }, async () => {
  openDesk();
  await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('button', { name: 'Add service' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Add service' }).click();
  await expect.element(form).toMatchTextContent(/Enter a name.*Enter a complete address.*Enter the API key/);
  await form.getByRole('textbox', { name: 'Name' }).fill('Studio');
  await form.getByRole('textbox', { name: 'Address' }).fill('api.example.com');
  await form.getByLabelText(/^API key/).fill('key-that-nobody-sees');
  await form.getByRole('textbox', { name: 'Service 2.0' }).fill('0.018');
  await form.getByRole('button', { name: 'Add service' }).click();
  await expect.element(form).toMatchTextContent(/Start the address with https/);
  await form.getByRole('textbox', { name: 'Address' }).fill('https://me:secret@api.example.com');
  await expect.element(form).toMatchTextContent(/Remove the user name and password from the address/);
  await form.getByRole('textbox', { name: 'Address' }).fill('https://api.example.com/v1');
  await expect.element(form).not.toMatchTextContent(/Remove the user name|Start the address/);
  await form.getByRole('button', { name: 'Add service' }).click();
  const card = page.getByRole('article', { name: 'Studio' });
  await expect.element(card).toMatchTextContent(/0\.018 USD per minute/);
  await expect.element(card).toMatchTextContent(/https:\/\/api\.example\.com/);
  await expect.element(card).toMatchTextContent(/Stored, never shown/);
  // Tested without being asked.
  await expect.element(card.getByRole('status')).toMatchTextContent(/isn’t responding|didn’t respond/);
  expect(document.body.textContent).not.toContain('key-that-nobody-sees');
  await card.getByRole('button', { name: 'Use for new recordings' }).click();
  await expect.element(card).toMatchTextContent(/Used for new recordings/);
});

test('another address asks for the key again and is tested anew, and an answer says what prices are missing', {
  tags: 'long',
}, async () => {
  const { fake } = openDesk((desk) => desk.addConnection(STUDIO));
  fake.answerTests({ ok: true, sentence: 'Answers. Ready to restore.' });
  await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
  const card = page.getByRole('article', { name: 'Studio' });
  await card.getByRole('button', { name: 'Test' }).click();
  await expect.element(card.getByRole('status')).toMatchTextContent(/Ready to restore\. Its prices aren’t all set/);
  fake.answerTests({ ok: false, sentence: 'Nothing answers there.' });
  await card.getByRole('button', { name: 'Edit…' }).click();
  const form = page.getByRole('dialog');
  expect(form.getByLabelText(/^API key/).query()).toBeNull();
  await form.getByRole('textbox', { name: 'Address' }).fill('https://new.example.com');
  await expect.element(form).toMatchTextContent(/A key is sent only to the host it was entered for/);
  await form.getByLabelText(/^API key/).fill('another-key-0123');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(card.getByRole('status')).toMatchTextContent('Nothing answers there.');
  await expect.element(card).toMatchTextContent(/Stored, never shown/);
  expect(fake.keysKeptIn).toHaveLength(1);
});

test('a connection’s name and prices can be edited, but not those of the built-in one', { tags: 'long' }, async () => {
  openDesk((fake) => fake.addConnection(STUDIO));
  await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('article', { name: 'Studio' }).getByRole('button', { name: 'Edit…' }).click();
  const form = page.getByRole('dialog');
  await expect.element(form.getByRole('textbox', { name: 'Service 2.0' })).toHaveValue('0.018');
  await form.getByRole('textbox', { name: 'Name' }).fill('Studio two');
  await form.getByRole('textbox', { name: 'Service 3.5' }).fill('0.03');
  await form.getByRole('button', { name: 'Save changes' }).click();
  const card = page.getByRole('article', { name: 'Studio two' });
  await expect.element(card).toMatchTextContent(/0\.03 USD per minute/);
  await expect.element(card).toMatchTextContent(/0\.018 USD per minute/);
  await openConnection('This computer');
  const builtIn = page.getByRole('article', { name: 'This computer' });
  expect(builtIn.getByRole('button', { name: 'Edit…' }).elements()).toHaveLength(0);
});

test('a connection in use can’t be removed: the page says what is unfinished and what is held', async () => {
  openDesk((fake) => {
    fake.addConnection({ ...STUDIO, chosen: false });
    fake.seed(busyScene(Date.now()));
    fake.seed([{ id: 'later', name: 'later.wav', durationSeconds: 20, ...OVER_STUDIO }]);
  });
  await openConnection('Studio');
  await page.getByRole('article', { name: 'Studio' }).getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Studio is still in use' });
  await expect
    .element(dialog)
    .toMatchTextContent(
      /1 recording in the queue isn’t finished there.*1\.4298 USD is held.*1 recording that you haven’t started/,
    );
  expect(dialog.getByRole('button', { name: 'Remove' }).elements()).toHaveLength(0);
});

test('of two connections with the same name, only the one with recordings is in use', async () => {
  const other = { id: 'b', baseUrl: 'https://other.example.com' };
  openDesk((fake) => {
    fake.addConnection(STUDIO);
    fake.addConnection({ ...STUDIO, ...other, chosen: false });
    fake.seed([{ id: 'later', name: 'later.wav', durationSeconds: 20, ...OVER_STUDIO }]);
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
  await page
    .getByRole('navigation', { name: 'Connections' })
    .getByRole('link', { name: /^Studio/ })
    .last()
    .click();
  const card = page.getByRole('article', { name: 'Studio' }).filter({ hasText: other.baseUrl });
  await card.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: `Remove Studio · ${other.baseUrl}?` });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(page.getByRole('article', { name: 'Studio' })).toMatchTextContent(/api\.example\.com/);
});

test('testing a connection gives a plain answer', async () => {
  openDesk();
  await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('article', { name: 'This computer' }).getByRole('button', { name: 'Test' }).click();
  await expect.element(page.getByText('Answers. Ready to restore.')).toBeVisible();
});

test('dragging files over the window shows the drop overlay', async () => {
  openDesk((fake) => fake.seed(WAITING_SCENE));
  await expect.element(page.getByRole('button', { name: 'Start 3' })).toBeVisible();
  const transfer = new DataTransfer();
  transfer.items.add(new File(['x'], 'a.wav'));
  window.dispatchEvent(new DragEvent('dragenter', { dataTransfer: transfer }));
  await expect.element(page.getByTestId('drop-zone')).toBeVisible();
  window.dispatchEvent(new DragEvent('dragleave', { dataTransfer: transfer }));
  await expect.poll(() => page.getByTestId('drop-zone').elements().length).toBe(0);
});
