/** An account at a Cleartake service, and its invoices, in lines for a person. */

import type { PortalInvoiceView } from '../../../../shared/contract/account/portal.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import type { PortalAccount } from '../../../core/api/portal.ts';
import { PORTAL } from '../strings/portal.ts';
import { localTimeOf } from './local-time.ts';
import { table } from './table.ts';

/** The account, line by line. */
export function accountInWords(account: PortalAccount): string[] {
  const { alerts, hold, nextThreshold, spendLimit, usage } = account;
  return [
    ...(account.paymentHold ? holdWords(hold) : []),
    PORTAL.plan(account.tier),
    ...(account.downgradeAskedAt === null ? [] : [PORTAL.leaving]),
    PORTAL.payment(account.paymentMethod?.label ?? null),
    ...(account.billingCountry === null ? [] : [PORTAL.country(account.billingCountry)]),
    PORTAL.month(formatUsd(account.spentThisMonth)),
    PORTAL.unbilled(formatUsd(account.unbilled), formatUsd(account.carried)),
    PORTAL.held(formatUsd(account.held)),
    PORTAL.credit(formatUsd(account.credit)),
    ...(nextThreshold === null ? [] : [PORTAL.next(formatUsd(usage.lifetime), formatUsd(nextThreshold))]),
    spendLimit === null ? PORTAL.noLimit : PORTAL.limit(formatUsd(spendLimit)),
    ...(alerts.length === 0 ? [PORTAL.noAlerts] : []),
    ...alerts.map(({ amount, reachedAt }) =>
      PORTAL.alert(formatUsd(amount), reachedAt === null ? null : localTimeOf(reachedAt)),
    ),
  ];
}

function holdWords(hold: PortalAccount['hold']): string[] {
  const since = hold?.since ?? null;
  return [
    ...(since === null ? [] : [PORTAL.hold(localTimeOf(since))]),
    hold?.invoiceId == null ? PORTAL.heldByOwner : PORTAL.toPay(formatUsd(hold.amount), hold.invoiceId),
  ];
}

/** An invoice with its lines and sums. */
export function invoiceInWords(invoice: PortalInvoiceView): string[] {
  const lines = invoice.lines.map((line) => [
    ...[line.modelKey, String(line.generations), String(line.billableSeconds)],
    ...[formatUsd(line.pricePerSecond), formatUsd(line.amount)],
  ]);
  const sums = (['usage', 'carriedIn', 'credit', 'carriedOut', 'total'] as const).map(
    (name) => `${PORTAL.sums[name]}: ${formatUsd(invoice[name])} USD`,
  );
  return [PORTAL.invoice(invoice.number, invoice.month), ...table(PORTAL.lineColumns, lines), ...sums];
}
