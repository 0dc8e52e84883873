import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeDesk } from '../../harness/fake-desk/fake-desk.ts';
import { busyScene, OVER_STUDIO, STUDIO } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { figures, row } from '../queue/queue-page.ts';
import { message, openMessages } from './messages.ts';

beforeEach(() => page.viewport(1280, 760));

const RECOVERED = { id: 'n1', kind: 'recovered', sentence: 'The store was brought back.', at: 1 } as const;
const UNBACKED = { id: 'n2', kind: 'unbacked', sentence: 'Backups cannot be written.', at: 2 } as const;

test('the newest notice is shown above the queue, the others behind it; all are announced, and dismissed for good', async () => {
  const open = openDesk((fake) => {
    fake.seed(busyScene(Date.now()));
    fake.addNotice(RECOVERED);
    fake.addNotice(UNBACKED);
  });
  const newest = message('Backups can’t be written');
  await expect.element(newest).toMatchTextContent('Backups cannot be written.');
  await expect.element(page.getByTestId('announcement')).toMatchTextContent(/brought back\. Backups cannot/);
  expect(newest.element().getBoundingClientRect().bottom).toBeLessThan(row('j1').getBoundingClientRect().top);
  const older = message('Your data was recovered');
  await expect.element(older).not.toBeInTheDocument();
  await openMessages();
  await expect.element(older).toMatchTextContent('The store was brought back.');
  await userEvent.keyboard('{Escape}');
  await expect.element(older).not.toBeInTheDocument();
  await newest.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(newest).not.toBeInTheDocument();
  // The next one takes its place, and Tab leads to its button.
  await expect.element(older).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(older.getByRole('button', { name: 'Dismiss' })).toHaveFocus();
  expect(open.fake.notices.map(({ id }) => id)).toEqual(['n1']);
  await userEvent.keyboard('{Enter}');
  await expect.element(older).not.toBeInTheDocument();
  expect(document.activeElement).not.toBe(document.body);
});

test('the empty desk shows notices too', async () => {
  openDesk((fake) => fake.addNotice(RECOVERED));
  const notice = page.getByRole('region', { name: 'Your data was recovered' });
  await expect.element(notice).toMatchTextContent('The store was brought back.');
  await expect.element(page.getByRole('heading', { name: 'Drop recordings or folders here' })).toBeVisible();
});

/** Three recordings are processing or waiting on a separate service. */
function seedStudio(fake: FakeDesk): void {
  fake.addConnection(STUDIO);
  const onStudio = new Set(['j3', 'j4', 'j10']);
  fake.seed(busyScene(Date.now()).map((job) => (onStudio.has(job.id ?? '') ? { ...job, ...OVER_STUDIO } : job)));
}

test('a billing problem is shown once at the top, and its rows wait', async () => {
  const open = openDesk(seedStudio);
  await expect.poll(() => figures('j3')).toContain('86 %');
  open.fake.park('r', 'paymentFailed');
  const banner = page.getByRole('region', { name: 'Studio has paused new restorations' });
  await expect
    .element(banner)
    .toMatchTextContent(/a payment failed.*3 recordings are waiting. Cleartake checks again every minute/);
  await expect.element(page.getByTestId('announcement')).toMatchTextContent(/a payment failed/);
  expect(row('j3').textContent).toContain('Waiting for billing');
  expect(
    page
      .getByText(/a payment failed/)
      .elements()
      .filter((each) => each.closest('[data-job]') !== null),
  ).toHaveLength(0);
  open.fake.park('r', null);
  await expect.element(banner).not.toBeInTheDocument();
  await expect.poll(() => figures('j3')).toContain('86 %');
});

test('a missing key is asked for at once, and everything continues when it is entered', async () => {
  openDesk((fake) => {
    seedStudio(fake);
    fake.keepKeysIn({ kind: 'memory', sentence: 'Keys are kept until Cleartake closes.' });
    fake.park('r', 'keyMissing');
  });
  const banner = page.getByRole('region', { name: 'Studio has no API key' });
  await expect
    .element(banner)
    .toMatchTextContent(/asks for the key each time it starts.*3 recordings are waiting and continue/);
  await expect.element(page.getByRole('button', { name: /Studio · no API key$/ })).toBeVisible();
  expect(row('j3').textContent).toContain('Waiting for an API key');
  await expect.element(page.getByTestId('announcement')).toMatchTextContent(/Studio has no API key/);
  await banner.getByRole('button', { name: 'Enter key…' }).click();
  await page
    .getByRole('dialog', { name: 'API key for Studio' })
    .getByLabelText('API key', { exact: true })
    .fill('a-key-0123456789');
  await userEvent.keyboard('{Enter}');
  await expect.element(banner).not.toBeInTheDocument();
  await expect.poll(() => figures('j3')).toContain('86 %');
  await expect.element(page.getByRole('button', { name: /Studio · Start uses This computer$/ })).toBeVisible();
});

test('a payment hold of this computer’s own service is lifted from its banner', async () => {
  openDesk((fake) => {
    fake.seed(busyScene(Date.now()));
    fake.park('built-in', 'paymentFailed');
  });
  const banner = page.getByRole('region', { name: 'This computer has paused new restorations' });
  await expect.element(banner).toMatchTextContent(/Its account is on hold/);
  await expect.element(page.getByRole('link', { name: /^Open/ })).not.toBeInTheDocument();
  await banner.getByRole('button', { name: 'Lift hold' }).click();
  await expect.element(banner).not.toBeInTheDocument();
});

/** Billing has stopped a service with this billing page. */
const seedStopped = (billingPage: string | null) => (fake: FakeDesk) => {
  fake.addConnection({ ...STUDIO, billingPage });
  fake.seed(busyScene(Date.now()));
  fake.park('r', 'paymentFailed');
};

test('in a browser, the banner of another service has a link to its billing', async () => {
  const billingPage = 'https://example.com/billing';
  openDesk(seedStopped(billingPage), { info: { host: 'browser' } });
  const link = page.getByRole('link', { name: 'Open billing' });
  await expect.element(link).toHaveAttribute('href', billingPage);
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect.element(link).toHaveAttribute('target', '_blank');
});

test('in a window, the desk opens the billing page of the banner’s service', async () => {
  const inWindow = openDesk(seedStopped('https://example.com/billing'), { info: { host: 'desktop' } });
  await page.getByRole('button', { name: 'Open billing' }).click();
  await expect.poll(() => inWindow.fake.billingOpened).toEqual(['r']);
});

test('the banner of a Cleartake service leads to its account', async () => {
  openDesk(seedStopped(null));
  await page.getByRole('button', { name: 'Open billing' }).click();
  await expect.poll(() => location.hash).toMatch(/^#\/connections\/r\/account/);
});

test('a service without an account here has no button for it', async () => {
  openDesk((fake) => {
    fake.portal.refusal = { code: 'notFound', userMessage: 'There is nothing at this address.' };
    seedStopped(null)(fake);
  });
  await expect.element(page.getByRole('region', { name: 'Studio has paused new restorations' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Open billing' })).not.toBeInTheDocument();
});

test('a second blocked connection is shown as soon as the first', async () => {
  const open = openDesk((fake) => {
    fake.addConnection({ ...STUDIO, id: 'a', name: 'Archive', chosen: false });
    seedStudio(fake);
    fake.change('j5', (job) => ({ ...job, connectionId: 'a', connection: 'Archive' }));
  });
  await expect.poll(() => figures('j4')).toContain('44 %');
  open.fake.park('r', 'paymentFailed');
  await expect.element(page.getByRole('region', { name: 'Studio has paused new restorations' })).toBeVisible();
  open.fake.park('a', 'keyRefused');
  await openMessages();
  await expect.element(page.getByRole('region', { name: 'Archive rejected the API key' })).toBeVisible();
});

test('a rejected key is distinguished from a missing one, and can be replaced or tried again', async () => {
  const open = openDesk(seedStudio);
  await expect.poll(() => figures('j4')).toContain('44 %');
  open.fake.park('r', 'keyRefused');
  const banner = page.getByRole('region', { name: 'Studio rejected the API key' });
  await expect.element(banner.getByRole('button', { name: 'Try now' })).toBeVisible();
  await expect.poll(() => row('j4').textContent).toContain('Waiting for a working API key');
  row('j4').querySelector<HTMLElement>('button:not([data-row-menu])')?.click();
  const dialog = page.getByRole('dialog', { name: 'API key for Studio' });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Actions for harbour 03.flac' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Try now' })).toBeVisible();
});

test('with two connections of the same name, a row asks for the key of its own, by address', async () => {
  const other = { id: 'b', baseUrl: 'https://other.example.com' };
  openDesk((fake) => {
    seedStudio(fake);
    fake.addConnection({ ...STUDIO, ...other, chosen: false });
    fake.change('j4', (job) => ({ ...job, connectionId: other.id }));
    fake.park('r', 'keyMissing');
    fake.park('b', 'keyRefused');
  });
  await expect.poll(() => row('j4').textContent).toContain('Waiting for a working API key');
  expect(row('j3').textContent).toContain('Waiting for an API key');
  const first = page.getByRole('region', { name: `Studio · ${STUDIO.baseUrl} has no API key` });
  const second = page.getByRole('region', { name: `Studio · ${other.baseUrl} rejected the API key` });
  await expect.element(first).toMatchTextContent(/2 recordings are waiting/);
  await expect.element(second).toMatchTextContent(/1 recording is waiting/);
  row('j4').querySelector<HTMLElement>('button:not([data-row-menu])')?.click();
  const dialog = page.getByRole('dialog', { name: `API key for Studio · ${other.baseUrl}` });
  await dialog.getByLabelText('API key', { exact: true }).fill('a-key-0123456789');
  await userEvent.keyboard('{Enter}');
  await expect.element(second).not.toBeInTheDocument();
  await expect.poll(() => figures('j4')).toContain('44 %');
  await expect.element(first).toBeVisible();
  expect(row('j3').textContent).toContain('Waiting for an API key');
});
