/** The account behind a connection to Cleartake's own service: plan, payments, invoices, usage, audit log and users. Others have no such calls. */

import { oc } from '@orpc/contract';
import { z } from 'zod';
import { LONGEST_PAYMENT_LABEL } from '../domain/costs/payment-label.ts';
import { INVOICE_REASONS, INVOICE_STATUSES } from '../domain/costs/service-invoices.ts';
import { MODEL_IDS } from '../domain/models.ts';
import { refusals } from './refusals.ts';

const connectionId = z.string().min(1).max(100);
const identifier = z.string().min(1).max(200);
/** Micro-USD. */
const micro = z.number().int();
/** Micro-USD that a person enters: at most a billion dollars. */
const amount = micro.min(1).max(1_000_000_000_000_000);
const plan = z.enum(['free', 'developer']);

const accountView = z.object({
  userId: z.string(),
  plan,
  /** Two capital letters, or null. */
  country: z.string().nullable(),
  paymentMethod: z.string().nullable(),
  /** Why calls on projects and generations are refused; null when they aren't. Times are ISO 8601, here and below. */
  hold: z
    .object({
      since: z.string().nullable(),
      /** The oldest declined invoice; null when whoever runs the service holds the account. */
      invoiceId: z.string().nullable(),
      amount: micro.nullable(),
    })
    .nullable(),
  /** The free plan was asked for and follows once nothing runs and every invoice is paid. */
  leavingSince: z.string().nullable(),
  /** Of a calendar month (UTC); null for none. */
  spendLimit: micro.nullable(),
  alerts: z.array(z.object({ amount: micro, reachedAt: z.string().nullable() })),
  lifetime: micro,
  month: micro,
  monthSeconds: z.number(),
  held: micro,
  unbilled: micro,
  /** Of open and declined invoices: what another payment method pays at once. */
  unpaid: micro,
  credit: micro,
  carried: micro,
  /** Lifetime usage at which the next invoice comes early; null after the last one. */
  nextThreshold: micro.nullable(),
});
export type PortalAccountView = z.infer<typeof accountView>;

const invoice = {
  invoiceId: z.string(),
  number: z.number(),
  reason: z.enum(INVOICE_REASONS),
  month: z.string(),
  issuedAt: z.string(),
  paidAt: z.string().nullable(),
  status: z.enum(INVOICE_STATUSES),
  usage: micro,
  carriedIn: micro,
  credit: micro,
  carriedOut: micro,
  total: micro,
};
const invoiceSummary = z.object(invoice);
export type PortalInvoiceSummaryView = z.infer<typeof invoiceSummary>;

const invoiceView = z.object({
  ...invoice,
  lines: z.array(
    z.object({
      model: z.enum(MODEL_IDS),
      generations: z.number(),
      seconds: z.number(),
      pricePerSecond: micro,
      amount: micro,
    }),
  ),
});
export type PortalInvoiceView = z.infer<typeof invoiceView>;

const usageView = z.object({
  generationId: z.string(),
  /** Id of the API key that started it. */
  by: z.string(),
  model: z.enum(MODEL_IDS),
  seconds: z.number(),
  amount: micro,
  at: z.string(),
});
export type PortalUsageView = z.infer<typeof usageView>;

const auditView = z.object({
  auditId: z.string(),
  at: z.string(),
  action: z.string(),
  target: z.string(),
  /** Id of the API key that did it; null for what the service did by itself. */
  by: z.string().nullable(),
  /** As the service noted them, in one line of JSON; empty without any. */
  details: z.string(),
});
export type PortalAuditView = z.infer<typeof auditView>;

const userView = z.object({
  userId: z.string(),
  name: z.string(),
  plan,
  /** Runs the service: its admin keys reach every account. */
  operator: z.boolean(),
  createdAt: z.string(),
});
export type PortalUserView = z.infer<typeof userView>;

const ofConnection = z.object({ connectionId });
/** ISO 3166-1. */
const country = z.string().regex(/^[A-Z]{2}$/);
const ofInvoice = ofConnection.extend({ invoiceId: identifier });
const page = ofConnection.extend({
  limit: z.number().int().min(1).max(500).default(100),
  /** The `next` of the page before. */
  before: identifier.optional(),
});
const next = z.string().nullable();
const changed = z.object({ account: accountView });

export const portalContract = {
  account: oc.errors(refusals).input(ofConnection).output(changed),
  /** Newest first, as the lists that follow. */
  invoices: oc
    .errors(refusals)
    .input(page)
    .output(z.object({ invoices: z.array(invoiceSummary), next })),
  invoice: oc
    .errors(refusals)
    .input(ofInvoice)
    .output(z.object({ invoice: invoiceView })),
  /** Opens the invoice's page in the person's browser. Its address is signed, so the page of the desk doesn't get it. */
  openInvoice: oc.errors(refusals).input(ofInvoice).output(z.void()),
  usage: oc
    .errors(refusals)
    .input(page)
    .output(z.object({ usage: z.array(usageView), next })),
  audit: oc
    .errors(refusals)
    .input(page)
    .output(z.object({ entries: z.array(auditView), next })),
  users: oc
    .errors(refusals)
    .input(ofConnection)
    .output(z.object({ users: z.array(userView) })),
  createUser: oc
    .errors(refusals)
    .input(
      ofConnection.extend({
        name: z.string().trim().min(1).max(100),
        plan,
        country: country.optional(),
      }),
    )
    .output(userView),
  /** Going to the free plan issues and charges the final invoice. */
  setPlan: oc.errors(refusals).input(ofConnection.extend({ plan })).output(changed),
  /** What is unpaid is charged at once when one is set. Null removes it. */
  setPaymentMethod: oc
    .errors(refusals)
    .input(ofConnection.extend({ label: z.string().trim().min(1).max(LONGEST_PAYMENT_LABEL).nullable() }))
    .output(changed),
  /** Of the billing address: it chooses at which usage invoices come early. */
  setCountry: oc.errors(refusals).input(ofConnection.extend({ country })).output(changed),
  setSpendLimit: oc
    .errors(refusals)
    .input(ofConnection.extend({ limit: amount.nullable() }))
    .output(changed),
  /** Replaces all of them. */
  setAlerts: oc
    .errors(refusals)
    .input(ofConnection.extend({ amounts: z.array(amount).max(20) }))
    .output(changed),
  /** Charges a declined invoice again. One that is paid stays as it is. */
  pay: oc.errors(refusals).input(ofInvoice).output(changed),
};
