import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openDesk } from './open-desk.tsx';

beforeEach(() => page.viewport(1280, 860));

async function goToSettings(): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
}

test('bandwidth is limited by a preset, by any other number, or not at all', async () => {
  const open = openDesk();
  await goToSettings();
  const uploads = page.getByRole('radiogroup', { name: 'Limit for uploads' });
  const field = page.getByRole('textbox', { name: 'Uploads in MB/s' });
  await expect.element(uploads.getByRole('radio', { name: 'No limit' })).toBeChecked();
  await uploads.getByText('5 MB/s').click();
  await expect.poll(() => open.fake.preferences.uploadLimit).toBe(5_000_000);
  await expect.element(field).toHaveValue('5 MB/s');
  await field.fill('2.5');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => open.fake.preferences.uploadLimit).toBe(2_500_000);
  await expect.element(page.getByTestId('announcement')).toMatchTextContent('Saved.');
  await field.fill('99999999');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^Enter 0.01 to 10,000 MB\/s/)).toBeVisible();
  await expect.element(field).toBeInvalid();
  expect(open.fake.preferences.uploadLimit).toBe(2_500_000);
  await field.fill('');
  await userEvent.tab();
  await expect.element(field).toBeValid();
  await expect.poll(() => open.fake.preferences.uploadLimit).toBeNull();
  await expect.element(uploads.getByRole('radio', { name: 'No limit' })).toBeChecked();
  expect(open.fake.preferences.downloadLimit).toBeNull();
});

test('the price limit for automatic retries is explained, saved, and may be zero', async () => {
  const open = openDesk();
  await goToSettings();
  await expect.element(page.getByText(/you pay for both/)).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Retry automatically up to' });
  await expect.element(field).toHaveValue('1.00 USD');
  await field.fill('0.25');
  await userEvent.tab();
  await expect.poll(() => open.fake.preferences.resendCeiling).toBe(250_000);
  await field.fill('');
  await userEvent.tab();
  await expect.element(page.getByText(/^Enter 0 to 1,000 USD/)).toBeVisible();
  await field.fill('0');
  await userEvent.tab();
  await expect.poll(() => open.fake.preferences.resendCeiling).toBe(0);
});

test('settings say how keys are stored, and warn about a file', async () => {
  const sentence = 'Keys are kept in a file that only your account can read.';
  openDesk((fake) => fake.keepKeysIn({ kind: 'file', sentence }));
  await goToSettings();
  const keys = page.getByRole('region', { name: 'API keys' });
  await expect.element(keys).toMatchTextContent(sentence);
  expect(keys.element().querySelector('[data-warn="true"]')).not.toBeNull();
  await expect.element(page.getByText('/home/me/.local/share/Cleartake')).toBeVisible();
});

test('without secure key storage, a key is forgotten or saved in a file, as the user chooses', async () => {
  const open = openDesk((fake) =>
    fake.keepKeysIn({ kind: 'memory', sentence: 'Keys are kept until Cleartake closes.' }),
  );
  await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
  const inFile = page.getByRole('checkbox', { name: 'Save the key in a file' });
  for (const [name, isInFile] of [
    ['Studio', false],
    ['Archive', true],
  ] as const) {
    await page.getByRole('button', { name: 'Add service' }).click();
    const form = page.getByRole('dialog', { name: 'New service' });
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByRole('textbox', { name: 'Address' }).fill('https://api.example.com');
    await form.getByLabelText(/^API key/).fill('a-key-0123456789');
    await expect.element(inFile).not.toBeChecked();
    await expect.element(form).toMatchTextContent(/asks for the key each time it starts/);
    if (isInFile) {
      await inFile.click();
      await expect.element(form).toMatchTextContent(/it isn’t encrypted/);
    }
    await form.getByRole('button', { name: 'Add service' }).click();
    await expect.element(form).not.toBeInTheDocument();
  }
  expect(open.fake.keysKeptIn).toEqual(['memory', 'file']);
});

const CLOSING_FIELD = 'While work runs';

test('in a window the answer to closing while work runs can be changed', async () => {
  const open = openDesk(undefined, { info: { host: 'desktop' } });
  await goToSettings();
  const field = page.getByRole('combobox', { name: CLOSING_FIELD });
  await expect.element(field).toHaveValue('ask');
  await userEvent.selectOptions(field, 'Pause and quit');
  await expect.poll(() => open.fake.preferences.whenClosed).toBe('quit');
});

test.each([
  ['a browser, whose tabs close without the desk', { host: 'browser' }],
  ['a Mac, where the app stays in the Dock', { host: 'desktop', platform: 'darwin' }],
] as const)('%s has no such setting', async (_where, info) => {
  openDesk(undefined, { info });
  await goToSettings();
  await expect.element(page.getByRole('heading', { name: 'API keys' })).toBeVisible();
  expect(page.getByRole('combobox', { name: CLOSING_FIELD }).query()).toBeNull();
});
