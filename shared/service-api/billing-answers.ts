/** Reads what Cleartake's own service answers about billing. */

import { z } from 'zod';
import { INVOICE_REASONS, INVOICE_STATUSES } from '../domain/costs/service-invoices.ts';
import { MODEL_IDS } from '../domain/models.ts';

const micro = z.number().int();

const account = z.object({
  paymentMethod: z.object({ label: z.string() }).nullable(),
  spendLimit: micro.nullable(),
  usage: z.object({ lifetime: micro, month: micro }),
  unbilled: micro,
  credit: micro,
  carried: micro,
  nextThreshold: micro.nullable(),
});
export type BillingAccount = z.infer<typeof account>;

/** @returns null when it is something else */
export function readBillingAccount(body: unknown): BillingAccount | null {
  return account.safeParse(body).data ?? null;
}

const usage = z.object({
  usage: z.array(
    z.object({
      generationId: z.string(),
      modelKey: z.enum(MODEL_IDS),
      billableSeconds: z.number().int(),
      amount: micro,
      recordedAt: z.iso.datetime(),
    }),
  ),
  next: z.string().nullable(),
});
export type UsagePage = z.infer<typeof usage>;

/** One page of what was metered, newest first; null when it is something else. */
export function readUsage(body: unknown): UsagePage | null {
  return usage.safeParse(body).data ?? null;
}

const invoice = z.object({
  invoiceId: z.string(),
  number: z.number().int(),
  reason: z.enum(INVOICE_REASONS),
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  issuedAt: z.iso.datetime(),
  status: z.enum(INVOICE_STATUSES),
  usage: micro,
  carriedIn: micro,
  credit: micro,
  carriedOut: micro,
  total: micro,
});

const invoices = z.object({ invoices: z.array(invoice), next: z.string().nullable() });
export type InvoicesPage = z.infer<typeof invoices>;

/** One page of invoices, newest first; null when it is something else. */
export function readInvoices(body: unknown): InvoicesPage | null {
  return invoices.safeParse(body).data ?? null;
}
