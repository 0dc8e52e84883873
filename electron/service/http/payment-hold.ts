/** Payment holds at the calls that they block (service specification, "Generation endpoints", rule 3, and "Errors"). */

import { payInvoice } from '../../../shared/service-api/operations/portal-billing.ts';
import { holdView, paymentFailed } from '../rules/billing/refusals.ts';
import type { Refusal } from '../rules/refusal.ts';
import type { ServiceParts } from './service-parts.ts';

type HoldParts = Pick<ServiceParts, 'store' | 'baseUrl'>;

/** @throws refusal 402 while the account is held */
export async function requireNoHold(parts: HoldParts, userId: string): Promise<void> {
  if ((await parts.store.billing.paymentHold(userId)) !== null) throw await heldRefusal(parts, userId);
}

/** The refusal of a held account, with the invoice to pay. */
export async function heldRefusal({ store, baseUrl }: HoldParts, userId: string): Promise<Refusal> {
  const hold = (await store.billing.paymentHold(userId)) ?? { since: null, invoice: null };
  return paymentFailed(hold, payAt(baseUrl));
}

/** The hold of an account for who asks after it; null without one. */
export async function tellHold({ store, baseUrl }: HoldParts, userId: string) {
  const hold = await store.billing.paymentHold(userId);
  return hold === null ? null : holdView(hold, payAt(baseUrl));
}

function payAt(baseUrl: HoldParts['baseUrl']): string {
  return `${baseUrl()}${payInvoice.path}`;
}
