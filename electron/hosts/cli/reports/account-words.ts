/** An account at a Cleartake service, and its invoices, in lines for a person. */

import type { PortalInvoiceView } from '../../../../shared/contract/account/portal.ts';
import { formatUsd, type MicroUsd } from '../../../../shared/domain/money.ts';
import type { PortalAccount } from '../../../core/api/portal.ts';
import { localTimeOf } from './local-time.ts';
import { table } from './table.ts';

const SUMS = {
  usage: 'Usage',
  carriedIn: 'Carried in',
  credit: 'Credit used',
  carriedOut: 'Carried to the next invoice',
  total: 'Total',
};

export function creditInWords(credit: MicroUsd): string {
  return `Credit left: ${formatUsd(credit)} USD`;
}

/** The account, line by line. */
export function accountInWords(account: PortalAccount): string[] {
  const { alerts, hold, nextThreshold, spendLimit, usage } = account;
  return [
    ...(account.paymentHold ? holdWords(hold) : []),
    `Plan: ${account.tier}`,
    ...(account.downgradeAskedAt === null
      ? []
      : ['The account changes to the free plan once running restorations end and invoices are paid.']),
    `Payment method: ${account.paymentMethod?.label ?? 'none'}`,
    ...(account.billingCountry === null ? [] : [`Billing country: ${account.billingCountry}`]),
    `Used this month: ${formatUsd(account.spentThisMonth)} USD`,
    `Not invoiced yet: ${formatUsd(account.unbilled)} USD (and ${formatUsd(account.carried)} USD carried over)`,
    `Held for running restorations: ${formatUsd(account.held)} USD`,
    creditInWords(account.credit),
    ...(nextThreshold === null
      ? []
      : [`Next early invoice: at ${formatUsd(nextThreshold)} USD of usage (${formatUsd(usage.lifetime)} USD so far)`]),
    spendLimit === null ? 'Spend limit: none' : `Spend limit: ${formatUsd(spendLimit)} USD a month`,
    ...(alerts.length === 0 ? ['Alerts: none'] : []),
    ...alerts.map(
      ({ amount, reachedAt }) =>
        `Alert at ${formatUsd(amount)} USD${reachedAt === null ? '' : `, reached ${localTimeOf(reachedAt)}`}`,
    ),
  ];
}

function holdWords(hold: PortalAccount['hold']): string[] {
  const since = hold?.since ?? null;
  return [
    ...(since === null ? [] : [`On hold since ${localTimeOf(since)}: recordings wait, and nothing is lost.`]),
    hold?.invoiceId == null
      ? 'The service’s operator put this account on hold. Ask them to release it.'
      : `A payment of ${formatUsd(hold.amount)} USD was declined. Replace the payment method with \`cleartake portal payment NAME --yes\`, or run \`cleartake portal pay ${hold.invoiceId} --yes\`.`,
  ];
}

/** An invoice with its lines and sums. */
export function invoiceInWords(invoice: PortalInvoiceView): string[] {
  const lines = invoice.lines.map((line) => [
    line.modelKey,
    String(line.generations),
    String(line.billableSeconds),
    formatUsd(line.pricePerSecond),
    formatUsd(line.amount),
  ]);
  const sums = (Object.keys(SUMS) as (keyof typeof SUMS)[]).map(
    (name) => `${SUMS[name]}: ${formatUsd(invoice[name])} USD`,
  );
  return [
    `Invoice ${invoice.number}, usage of ${invoice.month}`,
    ...table(['Model', 'Restorations', 'Seconds', 'USD a second', 'USD'], lines),
    ...sums,
  ];
}
