/** Connections told apart by color and label wherever they are named, and what their forms keep, forget and explain. */

import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HEADER_STYLES } from '../../shared/service-api/routes.ts';
import { costScene } from '../harness/fake-desk/cost-scene.ts';
import { ACCOUNT_KEYS, keyScene } from '../harness/fake-desk/key-scene.ts';
import { OVER_STUDIO, STUDIO } from '../harness/fake-desk/scenes.ts';
import { FOREIGN } from '../harness/fake-desk/space-scene.ts';
import { openConnection } from './open-connection.ts';
import { openDesk } from './open-desk.tsx';
import { findingsIn, settled } from './surfaces.ts';

beforeEach(() => page.viewport(1280, 860));

const SLOW = { timeout: 60_000 };
const MARKED = { ...STUDIO, color: 'violet', label: 'client' } as const;
const goTo = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
/** Colors that are shown within an element. */
const colorsIn = (element: Element) =>
  [...element.querySelectorAll('[data-color]')].map((each) => each.getAttribute('data-color'));

test('a color and a label are chosen by name, shown on the card and in the bar, and taken away', {
  tags: 'long',
  ...SLOW,
}, async () => {
  const { fake } = openDesk((desk) => desk.addConnection(STUDIO));
  await goTo('Connections');
  const card = page.getByRole('article', { name: 'Studio' });
  await card.getByRole('button', { name: 'Edit…' }).click();
  const form = page.getByRole('dialog');
  await expect.element(form.getByRole('radio', { name: 'None' })).toBeChecked();
  (form.getByRole('radio', { name: 'None' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(form.getByRole('radio', { name: 'Cyan' })).toBeChecked();
  await expect.element(form.getByRole('group', { name: /Color/ })).toMatchTextContent(/Color.*Cyan/);
  await form.getByRole('textbox', { name: 'Label (optional)' }).fill(' client ');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(card.getByText('client')).toBeVisible();
  expect(fake.connections.at(-1)).toMatchObject({ color: 'cyan', label: 'client' });
  expect(card.element().getAttribute('data-color')).toBe('cyan');
  await expect.element(page.getByRole('banner').getByRole('button', { name: /Studio \(client\)/ })).toBeVisible();

  await openConnection('This computer');
  const builtIn = page.getByRole('article', { name: 'This computer' });
  await builtIn.getByRole('button', { name: 'Color and label…' }).click();
  (form.getByRole('radio', { name: 'Blue' }).element() as HTMLElement).click();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => builtIn.element().getAttribute('data-color')).toBe('blue');
  await openConnection('Studio');

  await card.getByRole('button', { name: 'Edit…' }).click();
  await expect.element(form.getByRole('radio', { name: 'Cyan' })).toBeChecked();
  (form.getByRole('radio', { name: 'None' }).element() as HTMLElement).click();
  await form.getByRole('textbox', { name: 'Label (optional)' }).fill('');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(card.getByText('client')).not.toBeInTheDocument();
  expect(fake.connections.at(-1)).toMatchObject({ color: null, label: null });
});

test('History and Costs show the color and label in rows and filters', { tags: 'long', ...SLOW }, async () => {
  openDesk((fake) => {
    fake.addConnection(MARKED);
    fake.seed([
      { id: 'old', name: 'old.wav', durationSeconds: 20, started: true, state: { kind: 'done' }, ...OVER_STUDIO },
    ]);
    fake.putCosts(costScene(Date.now()));
  });
  await page.viewport(1440, 900);
  await goTo('History');
  const row = page.getByRole('row').filter({ hasText: 'old.wav' });
  await expect.element(row).toMatchTextContent(/Studio ?, ?client/);
  expect(colorsIn(row.element())).toEqual(['violet', 'violet']);
  await page.getByRole('button', { name: /^Connection/ }).click();
  await page.getByRole('checkbox', { name: /^Studio ?, ?client/ }).click();
  await expect.element(page.getByRole('button', { name: /Connection.*Studio \(client\)/ }).first()).toBeVisible();
  await userEvent.keyboard('{Escape}');

  await goTo('Costs');
  await page.getByRole('combobox', { name: 'Connection' }).click();
  await expect.element(page.getByRole('option', { name: /^Studio ?, ?client/ })).toBeVisible();
  await page.getByRole('option', { name: /^Studio ?, ?client/ }).click();
  await expect.element(page.getByRole('combobox', { name: 'Connection' })).toHaveValue('Studio (client)');
  await page.getByText('By connection').click();
  await expect.element(page.getByRole('rowheader', { name: /^Studio ?, ?client/ })).toBeVisible();
});

test('rows and the choice of another connection on the desk show both', SLOW, async () => {
  openDesk((fake) => {
    fake.addConnection({ ...MARKED, chosen: false });
    fake.seed([{ id: 'one', name: 'one.wav', durationSeconds: 20, ...OVER_STUDIO }]);
  });
  const row = page.getByRole('row', { name: /one\.wav/ });
  await expect.element(row).toMatchTextContent(/Studio \(client\)/);
  expect(colorsIn(row.element())).toEqual(['violet']);
  await row.getByRole('button', { name: /^Actions|^More/ }).click();
  await page.getByRole('menuitem', { name: 'Move to connection…' }).click();
  const radio = page.getByRole('dialog').getByRole('radio', { name: /^Studio ?, ?client/ });
  await expect.element(radio).toBeVisible();
});

test('the form offers every key header of the specification', { tags: 'long', ...SLOW }, async () => {
  const { fake } = openDesk((desk) => desk.addConnection(STUDIO));
  await goTo('Connections');
  await page.getByRole('article', { name: 'Studio' }).getByRole('button', { name: 'Edit…' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Key header' }).click();
  const offered = page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);
  expect(offered).toHaveLength(HEADER_STYLES.length);
  expect(offered.join('\n').toLowerCase()).toMatch(/authorization: bearer[\s\S]*\nx-api-key[\s\S]*\nxi-api-key/);
  await page.getByRole('option', { name: /^xi-api-key/i }).click();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => fake.connections.at(-1)?.headerStyle).toBe('xi-api-key');
});

test('another host empties prices, billing page and key in the form; another path keeps them', {
  tags: 'long',
  ...SLOW,
}, async () => {
  const billingPage = 'https://example.com/billing';
  const { fake } = openDesk((desk) => desk.addConnection({ ...MARKED, billingPage }));
  fake.answerTests({ ok: false, sentence: 'This connection has no key yet. Enter it first.' });
  await goTo('Connections');
  const card = page.getByRole('article', { name: 'Studio' });
  await card.getByRole('button', { name: 'Edit…' }).click();
  const form = page.getByRole('dialog');
  const address = form.getByRole('textbox', { name: 'Address' });
  const [price, pageField] = [
    form.getByRole('textbox', { name: 'Service 2.0' }),
    form.getByRole('textbox', { name: /^Billing page/ }),
  ];
  await address.fill('https://api.example.com/eu');
  await expect.element(price).toHaveValue('0.018');
  await expect.element(pageField).toHaveValue(billingPage);
  expect(form.getByLabelText(/^API key/).query()).toBeNull();
  await address.fill('https://other.example');
  await expect.element(price).toHaveValue('');
  await expect.element(pageField).toHaveValue('');
  await expect.element(form.getByLabelText(/^API key/)).toHaveValue('');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(card.getByRole('status')).toMatchTextContent('has no key yet');
  expect(fake.connections.at(-1)).toMatchObject({
    ...{ name: 'Studio', color: 'violet', label: 'client', headerStyle: STUDIO.headerStyle },
    ...{ baseUrl: 'https://other.example', hasKey: false, billingPage: null },
    prices: { 'service-2': null, 'service-3.5': null },
  });
});

test('a healthy answer says whether the prices are known, and a failure doesn’t', {
  tags: 'long',
  ...SLOW,
}, async () => {
  const { fake } = openDesk((desk) => desk.addConnection(STUDIO));
  await goTo('Connections');
  const card = page.getByRole('article', { name: 'Studio' });
  const said = card.getByRole('status');
  fake.answerTests({ ok: true, sentence: 'Healthy.' });
  await card.getByRole('button', { name: 'Test' }).click();
  await expect
    .element(said)
    .toMatchTextContent('Healthy. Its prices aren’t all set: quotes say “unknown” until they are.');
  await card.getByRole('button', { name: 'Edit…' }).click();
  await page.getByRole('textbox', { name: 'Service 3.5' }).fill('0.03');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(said).toMatchTextContent('Healthy. Its prices are set.');
  fake.answerTests({ ok: false, sentence: 'Nothing responds.' });
  await card.getByRole('button', { name: 'Test' }).click();
  await expect.element(said).toMatchTextContent(/^Nothing responds\.$/);
});

test('a button that can’t be pressed says why, by keyboard too, and keeps the focus', {
  tags: 'long',
  ...SLOW,
}, async () => {
  const { fake } = openDesk((desk) => void desk.care.foreign.push(...FOREIGN));
  await goTo('Connections');
  await page.getByRole('button', { name: 'Look for projects…' }).first().click();
  const dialog = page.getByRole('dialog');
  const bringIn = dialog.getByRole('button', { name: /^Bring in/ });
  await expect.element(bringIn).not.toHaveAttribute('aria-disabled');
  await dialog.getByRole('checkbox', { name: 'All' }).click();
  await expect.element(bringIn).toHaveAttribute('aria-disabled', 'true');
  await expect.element(bringIn).toHaveAccessibleDescription('Select at least one project.');
  (dialog.getByRole('button', { name: 'Close', exact: true }).last().element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('tooltip')).toMatchTextContent('Select at least one project.');
  await userEvent.keyboard('{Enter}');
  expect(fake.care.broughtIn).toEqual([]);
  expect(document.activeElement).toBe(bringIn.element());
  await settled();
  expect(await findingsIn(dialog.element() as HTMLElement, 'projects')).toEqual([]);
});

test('an endpoint’s key is chosen from the account’s keys by name, prefix and state', {
  tags: 'long',
  ...SLOW,
}, async () => {
  const { fake } = openDesk(keyScene);
  await openConnection('Studio service', 'Webhooks');
  const panel = page.getByRole('article');
  const choice = panel.getByRole('combobox', { name: 'API key' });
  await expect.element(choice).toHaveValue('This connection’s key (Producer desk)');
  await choice.click();
  const options = page.getByRole('listbox').getByRole('option');
  await expect
    .element(options.first())
    .toMatchTextContent(/This connection’s key.*Producer desk · ctk_Hs6yE1oM… · Scoped · Active/);
  expect(options.elements()).toHaveLength(ACCOUNT_KEYS.length);
  const revoked = page.getByRole('option', { name: /^Old laptop/ });
  await expect.element(revoked).toMatchTextContent(/Revoked: it gets no events/);
  await expect.element(revoked).toHaveAttribute('data-combobox-disabled');
  await page.getByRole('option', { name: /^Newsroom/ }).click();
  await expect.element(choice).toHaveValue('Newsroom · ctk_Jx81vTzc…');
  (panel.getByRole('radio', { name: 'Test' }).element() as HTMLElement).click();
  await panel.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example/ct');
  await panel.getByRole('button', { name: 'Add endpoint' }).click();
  await expect.element(panel.getByRole('list', { name: 'Endpoints' })).toMatchTextContent(/Test.*Key Newsroom/);
  expect(fake.webhooks.endpoints).toMatchObject([{ apiKeyId: 'key_1', mode: 'test' }]);
  expect(await findingsIn(panel.element() as HTMLElement, 'endpoints')).toEqual([]);
});

test('where the keys can’t be listed, an id can be typed', SLOW, async () => {
  const { fake } = openDesk((desk) => {
    keyScene(desk);
    desk.accountKeys.refusal = { code: 'keyMayNot', userMessage: 'This API key doesn’t have permission for this.' };
  });
  await openConnection('Studio service', 'Webhooks');
  const panel = page.getByRole('article');
  await panel.getByRole('textbox', { name: 'API key ID' }).fill('key_77');
  await panel.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example/ct');
  await panel.getByRole('button', { name: 'Add endpoint' }).click();
  await expect.element(panel.getByRole('list', { name: 'Endpoints' })).toMatchTextContent(/Key key_77/);
  expect(fake.webhooks.endpoints).toMatchObject([{ apiKeyId: 'key_77', mode: 'live' }]);
});

test('a connection and its tab are in the address; what was added is shown, and what isn’t there is the chosen one', {
  tags: 'long',
  ...SLOW,
}, async () => {
  openDesk((desk) => desk.addConnection({ ...STUDIO, chosen: false }));
  await goTo('Connections');
  const list = page.getByRole('navigation', { name: 'Connections' });
  await expect.element(page.getByRole('article', { name: 'This computer' })).toBeVisible();
  await expect.element(list.getByRole('link', { name: /^This computer/ })).toMatchTextContent(/Free/);
  await expect.element(list.getByRole('link', { name: /^Studio/ })).toMatchTextContent('0.018 USD a minute');
  await openConnection('Studio', 'Webhooks');
  expect(window.location.hash).toBe('#/connections/r/webhooks');
  await expect.element(list.getByRole('link', { name: /^Studio/ })).toHaveAttribute('aria-current', 'page');
  window.history.back();
  await expect.element(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  // The built-in service has no keys to look after.
  window.location.hash = '#/connections/built-in/keys';
  await expect.element(page.getByRole('article', { name: 'This computer' })).toBeVisible();
  await expect.element(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  expect(page.getByRole('tab', { name: 'API keys' }).elements()).toEqual([]);
  window.location.hash = '#/connections/gone';
  await expect.element(page.getByRole('article', { name: 'This computer' })).toBeVisible();

  await page.getByRole('button', { name: 'Add service' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name' }).fill('Client X');
  await form.getByRole('textbox', { name: 'Address' }).fill('https://client-x.example');
  await form.getByLabelText(/^API key/).fill('key-that-nobody-sees');
  await form.getByRole('button', { name: 'Add service' }).click();
  await expect.element(page.getByRole('article', { name: 'Client X' })).toBeVisible();
  await expect.element(list.getByRole('link', { name: /^Client X/ })).toMatchTextContent('No prices set');
});

test('the list says what keeps a connection from working', SLOW, async () => {
  openDesk((desk) => {
    const parked = { ...{ retryable: false }, code: 'paymentFailed', userMessage: 'A payment failed.' } as const;
    desk.addConnection({ ...STUDIO, parked });
    desk.addConnection({ ...STUDIO, id: 'keyless', name: 'Client X', chosen: false, hasKey: false });
    desk.addConnection({ ...STUDIO, id: 'silent', name: 'Far away', chosen: false, isReached: false });
    desk.addConnection({ ...STUDIO, id: 'unasked', name: 'New one', chosen: false });
  });
  await goTo('Connections');
  const list = page.getByRole('navigation', { name: 'Connections' });
  await expect.element(list.getByRole('link', { name: /^Studio/ })).toMatchTextContent('On hold');
  await expect.element(list.getByRole('link', { name: /^Client X/ })).toMatchTextContent('No API key');
  await expect.element(list.getByRole('link', { name: /^Far away/ })).toMatchTextContent('Not answering');
  // Green is only what has answered.
  const tones = [...list.element().querySelectorAll('[data-tone]')].map((dot) => dot.getAttribute('data-tone'));
  expect(tones).toEqual(['unknown', 'held', 'refused', 'silent', 'unknown']);
  await expect.element(page.getByRole('article', { name: 'Studio' })).toMatchTextContent('A payment failed.');
});
