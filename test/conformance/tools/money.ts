/** Billing of accounts of the suite's own, through the portal. Money is integer micro-USD. */

import { inject } from 'vitest';
import { type MadeUser, makeUser } from './accounts.ts';
import { must, post, type Reply } from './client.ts';
import type { Model } from './work.ts';
import { type Ids, pause, restoredAgain, uploadedProject } from './work.ts';

export const USD = 1_000_000;
export const CENT = 10_000;

export interface Payer extends MadeUser {
  readonly baseUrl: string;
}

// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came
type Body = any;

const CARD = { paymentMethod: { label: 'Card of the conformance suite' } };

/** A developer who can pay, at the first service or at the second, where generations are dear. */
export async function makePayer(
  wish: { readonly dear?: boolean; readonly tier?: 'free' | 'developer'; readonly billingCountry?: string } = {},
): Promise<Payer> {
  const { second, baseUrl: first } = inject('target');
  const baseUrl = wish.dear === true && second !== null ? second.baseUrl : first;
  const { dear: _, ...fields } = wish;
  const payer = { ...(await makeUser({ tier: 'developer', ...fields, baseUrl })), baseUrl };
  if (wish.tier !== 'free') await bill(payer, 'payment_method', CARD);
  return payer;
}

export const addCard = (payer: Payer) => bill(payer, 'payment_method', CARD);

/** A billing call as the payer's own admin key makes it; it must succeed. */
export function bill(payer: Payer, call: string, body: object = {}): Promise<Body> {
  return must(`/portal/billing/${call}`, body, payer.admin.key, payer.baseUrl);
}

/** The same, whatever it answers. */
export function tryBill(payer: Payer, call: string, body: object = {}): Promise<Reply> {
  return post(`/portal/billing/${call}`, body, payer.admin.key, payer.baseUrl);
}

export function accountOf(payer: Payer): Promise<Body> {
  return bill(payer, 'account');
}

/** Oldest first, once every withdrawal under way has ended. */
export async function invoicesOf(payer: Payer): Promise<Body[]> {
  const until = performance.now() + 5000;
  for (;;) {
    const { invoices } = await bill(payer, 'invoices/list');
    const open = invoices.some(({ status }: { status: string }) => status === 'open');
    if (!open || performance.now() > until) return invoices.reverse();
    await pause(20);
  }
}

/** One metered generation from upload to end. */
export async function spend(payer: Payer, model: Model, medium?: Uint8Array): Promise<Ids> {
  const who = { key: payer.scoped.key, baseUrl: payer.baseUrl };
  const { apiProjectId } = await uploadedProject(who, medium);
  return restoredAgain(model, apiProjectId, who);
}

/** What was metered for a generation. */
export async function usageOf(payer: Payer, { generationId }: Ids): Promise<Body> {
  const { usage } = await bill(payer, 'usage/list');
  return usage.find((one: { generationId: string }) => one.generationId === generationId);
}
