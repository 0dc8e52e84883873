/** An invoice as a page to read and print: one HTML file without script. All text is escaped. */

import { createHash } from 'node:crypto';
import { modelOf } from '../../../../shared/domain/models.ts';
import { formatUsd, type MicroUsd } from '../../../../shared/domain/money.ts';
import { monthBegins } from '../../rules/billing/calendar.ts';
import type { BilledLine } from '../../rules/billing/invoices.ts';
import type { Invoice } from '../../store/billing-port.ts';
import { INVOICE_STYLE } from './invoice-style.ts';

/** The page may load, run, frame and send nothing; its one style is allowed by its hash. */
export const INVOICE_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(INVOICE_STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const REASONS: Readonly<Record<Invoice['reason'], string>> = {
  threshold: 'Usage reached a threshold',
  'month-end': 'End of the month',
  final: 'Final invoice of the developer tier',
};

/** @param accountName as the account's owner wrote it */
export function renderInvoice(invoice: Invoice, accountName: string): string {
  const title = `Invoice ${invoice.number}`;
  const { usage, carriedIn, credit, carriedOut, lines } = invoice;
  // The same number of decimals in a column aligns the decimal points.
  const amounts = [usage, carriedIn, credit, carriedOut, ...lines.map(({ amount }) => amount)];
  const decimals = Math.max(...amounts.map(decimalsOf));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${escapeHtml(accountName)}</title>
<style>${INVOICE_STYLE}</style>
</head>
<body>
<main>
<header>
<p class="issuer">Cleartake<span>Speech restoration service</span></p>
<h1>${title}</h1>
<p class="status ${invoice.status}">${statusText(invoice)}</p>
</header>
<dl class="facts">
<div><dt>Billed to</dt><dd>${escapeHtml(accountName)}</dd></div>
<div><dt>Usage in</dt><dd>${formatDate(monthBegins(invoice.month), { month: 'long', year: 'numeric' })}</dd></div>
<div><dt>Issued</dt><dd>${formatDay(invoice.issuedAt)}</dd></div>
<div><dt>Reason</dt><dd>${REASONS[invoice.reason]}</dd></div>
</dl>
${renderLines(invoice.lines, decimals)}
<table class="sums">
<tbody>
${renderSums(invoice, decimals)}
</tbody>
<tfoot><tr><th scope="row">Total <small>USD</small></th><td>${formatAmount(invoice.total)}</td></tr></tfoot>
</table>
<footer>
${renderCarried(invoice)}<p>Generations are billed by the second, with a minimum of 60 seconds each. Failed and cancelled generations are free. All times are UTC.</p>
<p class="reference">${escapeHtml(invoice.invoiceId)}<br>${escapeHtml(invoice.userId)}</p>
</footer>
</main>
</body>
</html>
`;
}

function renderLines(lines: readonly BilledLine[], decimals: number): string {
  if (lines.length === 0) return '<p class="empty">Nothing was charged since the invoice before.</p>';
  return `<table class="lines">
<thead><tr><th scope="col">Model</th><th scope="col">Generations</th><th scope="col">Billed time</th><th scope="col">Per second</th><th scope="col">Amount</th></tr></thead>
<tbody>
${lines.map((line) => renderLine(line, decimals)).join('\n')}
</tbody>
</table>`;
}

function renderLine(line: BilledLine, decimals: number): string {
  const { model, generations, billableSeconds, pricePerSecond, amount } = line;
  const cells = [
    ['Generations', formatCount(generations)],
    ['Billed time', `${formatCount(billableSeconds)} s`],
    ['Per second', formatAmount(pricePerSecond)],
    ['Amount', formatAmount(amount, decimals)],
  ];
  const values = cells.map(([label, text]) => `<td data-label="${label}">${text}</td>`).join('');
  return `<tr><th scope="row">${escapeHtml(modelOf(model).label)}</th>${values}</tr>`;
}

function renderSums({ usage, carriedIn, credit, carriedOut }: Invoice, decimals: number): string {
  const rows: (readonly [string, MicroUsd])[] = [['Usage', usage]];
  if (carriedIn !== 0) rows.push(['Carried from the invoice before', carriedIn]);
  if (credit !== 0) rows.push(['Promotional credit', 0 - credit]);
  if (carriedOut !== 0) rows.push(['Carried to the next invoice', 0 - carriedOut]);
  return rows
    .map(([label, amount]) => `<tr><th scope="row">${label}</th><td>${formatAmount(amount, decimals)}</td></tr>`)
    .join('\n');
}

/** What carrying over means, on invoices that do (service specification, "Limits": smaller totals are not charged). */
function renderCarried({ carriedOut, reason }: Invoice): string {
  if (carriedOut === 0) return '';
  const later =
    reason === 'final'
      ? 'It is only charged if the account returns to the developer tier, as part of a later total.'
      : 'It is added to the next invoice, and charged when a total reaches 0.50 USD.';
  return `<p>${formatAmount(carriedOut)} is not charged with this invoice: only whole cents and totals of at least 0.50 USD are. ${later}</p>\n`;
}

function statusText({ status, total, paidAt }: Invoice): string {
  if (total === 0) return 'Nothing to pay';
  if (status === 'paid') return `Paid on ${formatDay(paidAt ?? 0)}`;
  return status === 'open' ? 'Payment under way' : 'Payment declined';
}

/** Exact to the micro-dollar: as many decimals as needed, and at least `decimals`. */
export function formatAmount(amount: MicroUsd, decimals = 2): string {
  const [whole, fraction] = formatUsd(Math.abs(amount), decimals).split('.');
  return `${amount < 0 ? '−' : ''}$${formatCount(Number(whole))}.${fraction}`;
}

function decimalsOf(amount: MicroUsd): number {
  return formatUsd(amount).split('.')[1]?.length ?? 0;
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

function formatDay(milliseconds: number): string {
  return formatDate(milliseconds, { dateStyle: 'medium' });
}

function formatDate(milliseconds: number, options: Intl.DateTimeFormatOptions): string {
  return new Date(milliseconds).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
