import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { costScene } from '../../harness/fake-desk/cost-scene.ts';
import { STUDIO } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 800));

/** Clicks and keys are events within the page: on a busy computer each walk of the real pointer takes seconds. */
async function click(locator: Locator): Promise<void> {
  await expect.element(locator.first()).toBeInTheDocument();
  (locator.first().element() as HTMLElement).click();
}

const button = (name: string | RegExp, within: Pick<Locator, 'getByRole'> = page) =>
  within.getByRole('button', { name });
const main = () => page.getByRole('main');
const says = (words: RegExp) => expect.element(main()).toMatchTextContent(words);

test('a free service says that nothing is paid, and nothing of invoices and payment methods', async () => {
  openDesk((fake) => {
    const scene = costScene(Date.now());
    const nothing = {
      unbilled: 0,
      credit: 0,
      carried: 0,
      nextThreshold: 1_000_000,
      spendLimit: null,
      paymentMethod: null,
    };
    const charges = scene.charges.map((one) => ({ ...one, charged: 0, refunded: 0, short: 0, addedByMinimum: 0 }));
    fake.putCosts({ ...scene, charges, accounts: { 'built-in': { ...nothing, usage: { lifetime: 0, month: 0 } } } });
  });
  await click(page.getByRole('navigation').getByRole('link', { name: 'Costs' }));
  await says(/60-second minimum0\.00 USDNothing was paid for/);
  await says(/This service is free: there is nothing to invoice\./);
  // Restorations that cost nothing are no bars.
  await says(/Nothing was charged in this time\./);
  await expect.element(main()).not.toMatchTextContent(/next invoice comes|payment method/);
});

test('Costs shows a month, its chart, its shows and its ledger, each with the same figures', {
  tags: 'long',
}, async () => {
  openDesk((fake) => {
    fake.addConnection(STUDIO);
    fake.putCosts(costScene(Date.now()));
    const caps = { day: null, month: 120_000_000 };
    fake.spend([
      { connectionId: STUDIO.id, connection: STUDIO.name, day: 0, month: 97_000_000, held: 2_340_000, caps },
    ]);
  });
  await click(page.getByRole('navigation').getByRole('link', { name: 'Costs' }));
  // What history saved, what the minimum added, and the next invoice.
  await says(/Charged83\.20 USD114 restorations/);
  await says(/Held now2\.34 USD/);
  await says(/Saved by history14\.28 USD11 results you already had/);
  await says(/60-second minimum3\.06 USDAdded for 64 restorations under a minute/);
  await says(/83\.20 USD of 100\.00 USD/);
  await says(/0\.36 USD is below the minimum of 0\.50 USD/);
  await says(/99\.34 USD of 120\.00 USD.*80\s% is reached/);
  await says(/By month and model USD, cap 120\.00/);
  await says(/3\.5 · .*0\.09since.*3\.5 · .*0\.12.* to /);
  // What the more expensive model cost where it was not preferred.
  await expect
    .element(page.getByRole('row', { name: /Open Line/ }))
    .toMatchTextContent(/Service 3\.5 in 3 of 12.*Could have saved 4\.7925 USD/);

  await click(button('Show as a table'));
  const table = page.getByRole('table', { name: 'By month and model' });
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent(/32\.448.*50\.752.*83\.20/);
  await expect.element(table.getByRole('row').nth(2)).toMatchTextContent(/92\.40/);
  await click(button('Earlier'));
  await says(/Charged92\.40 USD/);
  await click(button('Later'));
  await expect.element(button('Later')).toBeDisabled();

  await click(page.getByText('Ledger', { exact: true }));
  const ledger = page.getByRole('table', { name: 'Ledger' });
  await expect.element(ledger.getByRole('row').nth(1)).toMatchTextContent(/Release.*caller 400\.wav.*−0\.03/);
  await click(page.getByRole('combobox', { name: 'Lines' }));
  await click(page.getByRole('option', { name: 'Refund' }));
  await expect.element(ledger.getByRole('row').nth(1)).toMatchTextContent(/Refund.*caller 395\.wav/);
  await expect.poll(() => ledger.getByRole('row').elements().length).toBe(2);
});

test('an address shows the ledger of one batch, whenever that was, and its scrolling keys work', {
  tags: 'long',
}, async () => {
  const { fake } = openDesk((desk) => {
    desk.addConnection(STUDIO);
    desk.putCosts(costScene(Date.now()));
  });
  await click(page.getByRole('navigation').getByRole('link', { name: 'Costs' }));
  await click(page.getByText('By batch', { exact: true }));
  const link = page.getByRole('link', { name: /^Costs of / }).first();
  await expect.element(link).toBeInTheDocument();
  const [, batchId = ''] = (link.element().getAttribute('href') ?? '').split('batch=');
  await click(link);
  await expect.element(page.getByRole('heading', { name: 'Costs of a batch' })).toBeVisible();
  await expect.poll(() => fake.ledgerFilters.at(-1)).toEqual({ batchId: decodeURIComponent(batchId) });
  const ledger = page.getByRole('table', { name: 'Ledger' });
  await expect.element(ledger.getByRole('row').nth(1)).toBeVisible();
  const rules = ['scrollable-region-focusable', 'aria-required-children', 'aria-required-parent'];
  const { passes, violations } = await axe.run(ledger.element(), { runOnly: rules });
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(passes.map(({ id }) => id)).toContain('scrollable-region-focusable');
  const rows = ledger.getByRole('rowgroup').element() as HTMLElement;
  rows.focus();
  await userEvent.keyboard('{PageDown}');
  await expect.poll(() => rows.parentElement?.scrollTop).toBeGreaterThan(100);
  await click(button('All costs'));
  await says(/Charged83\.20 USD/);
});

test('without any costs the page says so', async () => {
  openDesk();
  await expect.element(page.getByRole('heading', { name: 'Drop recordings or folders here' })).toBeVisible();
  const pressed = { key: '4', code: 'Digit4', ctrlKey: true, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new KeyboardEvent('keydown', pressed));
  await expect.element(page.getByRole('heading', { name: 'Nothing has been charged yet' })).toBeVisible();
  await expect.element(page.getByText(/This service doesn’t say how much it has billed/)).toBeVisible();
  // No chart without a bar.
  await expect.element(page.getByRole('region', { name: 'By month and model' })).not.toBeInTheDocument();
});

test('a CSV invoice is compared once its columns are named, and what differs is listed with what to do', {
  tags: 'long',
}, async () => {
  const { fake } = openDesk((desk) => {
    desk.addConnection(STUDIO);
    desk.putCosts(costScene(Date.now()));
  });
  await click(page.getByRole('navigation').getByRole('link', { name: 'Costs' }));
  const panel = page.getByRole('region', { name: 'Invoice and ledger' });
  await expect.element(button('Compare a file…', panel)).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('section[aria-label="Invoice and ledger"] input[type="file"]');
  if (input === null) throw new Error('No field for a file');
  const chosen = new DataTransfer();
  chosen.items.add(new File(['Generation ID,when,Total\ng-1,2026-10-14,0.84'], 'invoice.csv'));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  const form = page.getByRole('dialog', { name: 'Which column is which?' });
  await expect.element(form.getByRole('combobox', { name: 'Amount (USD)' })).toHaveValue('Total');
  await click(button('Compare', form));
  await expect.element(panel).toMatchTextContent(/Agree 214.*Differ 2.*Invoice 71\.52 USD, ledger 72\.36 USD/);
  await expect
    .element(panel)
    .toMatchTextContent(/Not on the invoice.*caller 3\.wav.*0\.84 USD.*Check again when the next/);
  await click(button('Show the charge for Open Line – caller 3.wav in the ledger', panel));
  await expect.element(page.getByText(/Only the line that/)).toBeVisible();
  const [at, connectionId] = [1_792_000_000_000, STUDIO.id];
  await expect.poll(() => fake.ledgerFilters).toEqual([{ from: at, to: at + 1, connectionId }]);
  await expect.element(page.getByRole('radio', { name: 'Ledger' })).toBeChecked();
  await click(button('All lines'));
  await expect.element(page.getByText(/Only the line that/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('radio', { name: 'Ledger' })).toBeChecked();
  expect(fake.reconciled).toMatchObject([{ generationId: 'Generation ID', amount: 'Total' }]);
});

test('invoices of the service are fetched for the period, explained, and compared one by one', {
  tags: 'long',
}, async () => {
  openDesk((desk) => {
    desk.addConnection(STUDIO);
    desk.putCosts(costScene(Date.now()));
  });
  await click(page.getByRole('navigation').getByRole('link', { name: 'Costs' }));
  const panel = page.getByRole('region', { name: 'Invoice and ledger' });
  await click(button('Fetch invoices', panel));
  const list = panel.getByRole('list', { name: 'Invoices of the service' });
  await expect.element(list).toMatchTextContent(/Invoice 2.*end of month.*paid.*Invoice 1.*at a threshold.*open/);
  await click(button('Compare invoice 1 with the ledger', panel));
  const first = panel.getByRole('region', { name: 'Invoice 1' });
  await expect.element(first).toMatchTextContent(/Credit used.*5\.00 USD.*Total.*66\.52 USD/);
  await expect.element(first).toMatchTextContent(/first invoice.*billing threshold.*promotional credit/);
  await expect.element(panel).toMatchTextContent(/Agree 214/);
  await click(button('Compare invoice 2 with the ledger', panel));
  await expect.element(panel).toMatchTextContent(/less than the minimum of 0\.50 USD/);
});

test('a period without an invoice says when one comes', { tags: 'long' }, async () => {
  openDesk((desk) => {
    desk.addConnection(STUDIO);
    desk.putCosts({ ...costScene(Date.now()), invoices: [] });
  });
  await click(page.getByRole('navigation').getByRole('link', { name: 'Costs' }));
  await click(button('Fetch invoices'));
  await expect.element(page.getByText(/has no invoice for this period yet/)).toBeVisible();
});
