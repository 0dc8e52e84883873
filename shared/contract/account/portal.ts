/** The account behind a connection to Cleartake's own service: plan, payments, invoices, usage, audit log and users. Others have no such calls. */

import { z } from 'zod';
import { LONGEST_PAYMENT_LABEL } from '../../domain/costs/payment-label.ts';
import type { AnswerOf } from '../../service-api/operation.ts';
import * as accounts from '../../service-api/operations/portal-accounts.ts';
import { listAudit } from '../../service-api/operations/portal-audit.ts';
import * as billing from '../../service-api/operations/portal-billing.ts';
import { call } from '../refusals.ts';

const connectionId = z.string().min(1).max(100);
const identifier = z.string().min(1).max(200);
/** Micro-USD that a person enters: at most a billion dollars. */
const amount = z.number().int().min(1).max(1_000_000_000_000_000);
const tier = z.enum(['free', 'developer']);
/** Without its page, whose address is signed. */
const invoice = billing.getInvoice.answer.shape.invoice.omit({ pageUrl: true });

export type PortalAccountView = AnswerOf<typeof billing.billingAccount>;
export type PortalInvoiceView = z.infer<typeof invoice>;
export type PortalUsageView = AnswerOf<typeof billing.listUsage>['usage'][number];
export type PortalAuditView = AnswerOf<typeof listAudit>['entries'][number];
export type PortalUserView = AnswerOf<typeof accounts.createUser>;

const ofConnection = z.object({ connectionId });
/** ISO 3166-1. */
const billingCountry = z.string().regex(/^[A-Z]{2}$/);
const ofInvoice = ofConnection.extend({ invoiceId: identifier });
const page = ofConnection.extend({
  limit: z.number().int().min(1).max(500).default(100),
  /** The `next` of the page before. */
  before: identifier.optional(),
});
const changed = z.object({ account: billing.billingAccount.answer });

export const portalContract = {
  account: call.input(ofConnection).output(changed),
  /** Newest first, as the lists that follow. */
  invoices: call.input(page).output(billing.listInvoices.answer),
  invoice: call.input(ofInvoice).output(z.object({ invoice })),
  /** Opens the invoice's page in the person's browser. Its address is signed, so the page of the desk doesn't get it. */
  openInvoice: call.input(ofInvoice).output(z.void()),
  usage: call.input(page).output(billing.listUsage.answer),
  audit: call.input(page).output(listAudit.answer),
  users: call.input(ofConnection).output(accounts.listUsers.answer),
  createUser: call
    .input(
      ofConnection.extend({
        name: z.string().trim().min(1).max(100),
        tier,
        billingCountry: billingCountry.optional(),
      }),
    )
    .output(accounts.createUser.answer),
  /** Going to the free plan issues and charges the final invoice. */
  setTier: call.input(ofConnection.extend({ tier })).output(changed),
  /** What is unpaid is charged at once when one is set. Null removes it. */
  setPaymentMethod: call
    .input(ofConnection.extend({ label: z.string().trim().min(1).max(LONGEST_PAYMENT_LABEL).nullable() }))
    .output(changed),
  /** It chooses at which usage invoices come early. */
  setBillingCountry: call.input(ofConnection.extend({ billingCountry })).output(changed),
  setSpendLimit: call.input(ofConnection.extend({ limit: amount.nullable() })).output(changed),
  /** Replaces all of them. */
  setAlerts: call.input(ofConnection.extend({ amounts: z.array(amount).max(20) })).output(changed),
  /** Charges a declined invoice again. One that is paid stays as it is. */
  pay: call.input(ofInvoice).output(changed),
};
