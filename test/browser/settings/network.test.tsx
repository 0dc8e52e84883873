import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 860));

test('a proxy is entered with its user, a password that is never shown, and what doesn’t go to it', {
  tags: 'long',
}, async () => {
  const open = openDesk((fake) => fake.keepKeysIn({ kind: 'keychain', sentence: 'In the keychain.' }));
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  const proxy = page.getByRole('region', { name: 'Proxy', exact: true });
  await expect.element(proxy.getByText('Services are reached directly.')).toBeInTheDocument();
  await proxy.getByText('This one').click();
  const address = proxy.getByRole('textbox', { name: 'Address' });
  await address.fill('http://anna:secret@proxy.example:3128');
  await userEvent.keyboard('{Enter}');
  await expect.element(address).toHaveAccessibleDescription(/without a user and a password/);
  expect(open.fake.preferences.proxy).toBe('automatic');
  await address.fill('proxy.example:3128');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => open.fake.preferences.proxy).toBe('http://proxy.example:3128');
  await proxy.getByRole('textbox', { name: 'User name' }).fill('anna');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => open.fake.preferences.proxyUser).toBe('anna');
  await proxy.getByRole('textbox', { name: 'Without the proxy' }).fill('.studio.example');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => open.fake.preferences.proxyExceptions).toBe('.studio.example');
  const password = proxy.getByLabelText('Password', { exact: true });
  await password.fill('geheim');
  await proxy.getByRole('button', { name: 'Keep password' }).click();
  await expect.element(proxy.getByText('A password is kept.')).toBeVisible();
  await expect.element(password).toHaveValue('');
  await proxy.getByRole('button', { name: 'Forget password' }).click();
  await expect.poll(() => open.fake.network.hasPassword).toBe(false);
  await proxy.getByText('None', { exact: true }).click();
  await expect.poll(() => open.fake.preferences.proxy).toBe('none');
  expect(JSON.stringify(open.fake.preferences)).not.toContain('geheim');
});

test('a company’s CA file is named by its path in a browser', async () => {
  const open = openDesk();
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  const field = page.getByRole('textbox', { name: 'Path of the CA file' });
  await field.fill('/etc/studio/authority.pem');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => open.fake.preferences.certificateFile).toBe('/etc/studio/authority.pem');
});
