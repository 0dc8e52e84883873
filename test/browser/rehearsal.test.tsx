import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openConnection } from './open-connection.ts';
import { openDesk } from './open-desk.tsx';
import { findingsIn } from './surfaces.ts';

beforeEach(() => page.viewport(1280, 860));

const panel = () => page.getByRole('article');
const banner = () => page.getByRole('region', { name: 'Rehearsal', exact: true });
const goTo = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click();

async function openRehearsal() {
  const opened = openDesk();
  await openConnection('This computer', 'Rehearsal');
  await expect.element(panel().getByRole('status')).toMatchTextContent('No rehearsal is on.');
  opened.takeCalls();
  return opened;
}

test('failures are added and removed, and calls are slowed', { tags: 'long' }, async () => {
  const { takeCalls } = await openRehearsal();
  await expect.element(panel().getByText(/Nothing is really paid/)).toBeVisible();
  await panel().getByLabelText('What fails').selectOptions('Uploads');
  await panel().getByLabelText('How', { exact: true }).selectOptions('503: not available');
  await panel().getByRole('textbox', { name: 'How often' }).fill('3');
  await panel().getByRole('button', { name: 'Add failure' }).click();
  const row = panel().getByRole('listitem');
  await expect.element(row).toMatchTextContent(/Uploads · 503: not available.*3 more times/);
  await panel().getByRole('textbox', { name: 'Delay per call (s)' }).fill('1.5');
  await panel().getByRole('textbox', { name: 'Maximum calls per minute' }).fill('30');
  await panel().getByRole('button', { name: 'Apply' }).click();
  await expect.element(panel().getByRole('status')).toMatchTextContent('A rehearsal is on.');
  expect(await findingsIn(document.body, 'rehearsal')).toEqual([]);
  expect(document.activeElement?.textContent, 'the focus stays').toMatch(/^Apply/);
  await row.getByRole('button', { name: 'Remove: Uploads · 503: not available' }).click();
  await expect.element(panel().getByText('No call is set to fail.')).toBeVisible();
  const change = (words: string) => `rehearsal.change {"connectionId":"built-in","change":${words}}`;
  expect(takeCalls()).toEqual([
    change('{"faults":[{"path":"/storage/uploads/*","kind":"503","times":3}]}'),
    change('{"latencyMs":1500,"restorationDelayMs":0,"rateLimitPerMinute":30}'),
    change('{"faults":[]}'),
  ]);
});

test('links expire and the clock moves at once, and it is said', async () => {
  const { takeCalls } = await openRehearsal();
  await panel().getByRole('button', { name: 'Expire all links' }).click();
  await expect.element(panel().getByRole('status')).toMatchTextContent('have expired');
  await panel().getByRole('combobox', { name: 'Move the clock forward' }).selectOptions('5 days');
  await panel().getByRole('button', { name: 'Move the clock forward' }).click();
  await expect.element(panel().getByRole('status')).toMatchTextContent('forward by 5 days');
  expect(takeCalls()).toEqual([
    'rehearsal.change {"connectionId":"built-in","change":{"expireLinks":true}}',
    'rehearsal.change {"connectionId":"built-in","change":{"moveClockMs":432000000}}',
  ]);
});

test('a banner stays over every place until the rehearsal is ended', { tags: 'long' }, async () => {
  await openRehearsal();
  await panel().getByRole('button', { name: 'Add failure' }).click();
  await expect.element(panel().getByRole('status')).toMatchTextContent('A rehearsal is on.');
  for (const place of ['Desk', 'Listen', 'History', 'Costs', 'Connections', 'Settings']) {
    await goTo(place);
    await expect.element(banner()).toMatchTextContent(/the built-in service is slow or fails on purpose/);
  }
  await banner().getByRole('button', { name: 'End rehearsal' }).click();
  await expect.element(banner()).not.toBeInTheDocument();
});

test('the banner is there when the desk opens on a rehearsal, and names another service', async () => {
  openDesk((fake) => {
    fake.addConnection({
      ...{ id: 'studio', kind: 'remote', name: 'Studio', baseUrl: 'https://studio.example', headerStyle: 'bearer' },
      ...{ prices: { 'service-2': 0, 'service-3.5': 0 }, caps: { day: null, month: null }, hasKey: true },
      ...{ chosen: false, parked: null, isReached: null, billingPage: null, rehearsal: 'on', color: null, label: null },
    });
  });
  await expect.element(banner()).toMatchTextContent(/Studio is slow or fails on purpose/);
});
