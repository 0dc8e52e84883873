import { chromium } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from '../../../harness/chromium.ts';
import { makeKey, makeUser } from '../../../harness/service/accounts.ts';
import { COST, type Customer, customerOf, startCustomer } from '../../../harness/service/billing-account.ts';
import { movableClock } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

const HOSTILE = `<img src=x onerror="document.title='broken'">&amp;'"`;

/** The signed address of the page of the account's first invoice. */
async function invoicePage(customer: Customer): Promise<string> {
  await customer.portal('payment_method', { paymentMethod: { label: 'Card' } });
  await customer.generate();
  await customer.generate();
  await until(async () => (await customer.portal('invoices/list')).body.invoices[0]?.status === 'paid');
  const [{ invoiceId }] = (await customer.portal('invoices/list')).body.invoices;
  return (await customer.portal('invoices/get', { invoiceId })).body.invoice.pageUrl;
}

test('an invoice is a page behind a signed address that needs no key and ends after two hours', async () => {
  const clock = movableClock();
  const customer = await startCustomer({ clock });
  const address = await invoicePage(customer);
  const page = await fetch(address);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('cache-control')).toBe('private, no-store');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|script-src/);
  expect(await page.text()).toMatch(/Paid on/);

  const head = await fetch(address, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await fetch(address, { method: 'POST' })).status).toBe(405);
  expect((await fetch(address, { headers: { 'x-api-key': customer.adminKey } })).status).toBe(200);
  expect((await fetch(address.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(403);
  expect((await fetch(address.replace('/invoices/inv_', '/downloads/inv_'))).status).toBe(404);
  clock.move(2 * 60 * 60 * 1000 - 60_000);
  expect((await fetch(address)).status).toBe(200);
  clock.move(60_001);
  expect((await fetch(address)).status).toBe(403);
});

test('the page works in light and dark mode, runs no scripts and shows hostile names as text', {
  tags: 'long',
}, async () => {
  const { service, dataDirectory } = await startCustomer();
  const { userId, admin } = await makeUser(service, HOSTILE);
  const child = await makeKey(service, { userId, scopes: ['read', 'write'] });
  const address = await invoicePage(customerOf(service, dataDirectory, userId, admin.key, child.key));

  const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGUMENTS });
  onTestFinished(() => browser.close());
  const grounds: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 390, height: 800 } });
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(address);
    expect(await page.title()).toContain(HOSTILE);
    expect(await page.locator('dd').first().textContent()).toBe(HOSTILE);
    expect(await page.locator('img, script, link').count()).toBe(0);
    expect(await page.locator('tfoot td').textContent()).toBe(`$${((2 * COST) / 1_000_000).toFixed(2)}`);
    grounds.push(await page.evaluate('getComputedStyle(document.querySelector("main")).backgroundColor'));
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    // The style is let in by the policy, and nothing else was asked for.
    expect(said).toEqual([]);
    expect(requested.filter((url) => url !== address && !url.endsWith('/favicon.ico'))).toEqual([]);
    await page.close();
  }
  expect(grounds).toEqual(['rgb(255, 255, 255)', 'rgb(25, 28, 34)']);
});
