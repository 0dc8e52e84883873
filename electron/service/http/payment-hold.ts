/** Payment holds at the calls that they block (service specification, "Generation endpoints", rule 3, and "Errors"). */

import { payInvoice } from '../../../shared/service-api/operations/portal-billing.ts';
import { holdView, type PaymentHold, paymentFailed, withdrawalDeclined } from '../rules/billing/refusals.ts';
import type { Refusal } from '../rules/refusal.ts';
import type { ServiceParts } from './service-parts.ts';

type PaymentHoldParts = Pick<ServiceParts, 'store' | 'baseUrl'>;

/** A hold that ended meanwhile. */
const ENDED_HOLD: PaymentHold = { since: null, invoice: null };

/** @throws refusal 402 while the account is held */
export async function requireNoHold(parts: PaymentHoldParts, userId: string): Promise<void> {
  if ((await parts.store.billing.paymentHold(userId)) !== null) throw await paymentHoldRefusal(parts, userId);
}

/** The refusal of a held account, with the invoice to pay. */
export async function paymentHoldRefusal({ store, baseUrl }: PaymentHoldParts, userId: string): Promise<Refusal> {
  return paymentFailed((await store.billing.paymentHold(userId)) ?? ENDED_HOLD, payAt(baseUrl));
}

/** The refusal of a call whose withdrawal was declined. @param invoice the declined one; the account's oldest by default */
export async function declinedRefusal(
  { store, baseUrl }: PaymentHoldParts,
  userId: string,
  invoice?: PaymentHold['invoice'],
): Promise<Refusal> {
  const hold = (await store.billing.paymentHold(userId)) ?? ENDED_HOLD;
  return withdrawalDeclined(invoice === undefined ? hold : { ...hold, invoice }, payAt(baseUrl));
}

/** The hold of an account as its 402 says it; null without one. */
export async function holdOf({ store, baseUrl }: PaymentHoldParts, userId: string) {
  const hold = await store.billing.paymentHold(userId);
  return hold === null ? null : holdView(hold, payAt(baseUrl));
}

function payAt(baseUrl: PaymentHoldParts['baseUrl']): string {
  return `${baseUrl()}${payInvoice.path}`;
}
