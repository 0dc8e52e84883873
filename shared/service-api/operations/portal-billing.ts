/** Portal calls on billing: extras of the local service. Amounts are integer micro-USD: 1,000,000 are one US dollar. */

import { z } from 'zod';
import { containsCardNumber, LONGEST_PAYMENT_LABEL } from '../../domain/costs/payment-label.ts';
import { INVOICE_REASONS, INVOICE_STATUSES } from '../../domain/costs/service-invoices.ts';
import { modelKey } from '../bodies.ts';
import { defineOperation } from '../operation.ts';

const identifier = z.string().min(1).max(200);
const ofUser = identifier.optional().describe("Another account, for operators; the caller's own without it.");
const onlyUser = z.object({ userId: ofUser });
const page = { limit: z.number().int().min(1).max(500).default(100), before: identifier.optional() };
const micro = z.number().int();
/** The most that an account can ever be charged. */
const MOST = Number.MAX_SAFE_INTEGER;
const time = z.iso.datetime();

const account = z.object({
  userId: z.string(),
  tier: z.enum(['free', 'developer']),
  billingCountry: z.string().nullable(),
  paymentMethod: z.object({ label: z.string(), addedAt: time }).nullable(),
  paymentHold: z
    .boolean()
    .describe(
      'create_project and the five calls on generations answer 402: a withdrawal was declined, or the operator set it.',
    ),
  hold: z
    .object({
      since: time.nullable(),
      invoiceId: z
        .string()
        .nullable()
        .describe('The oldest declined invoice; null when the operator holds the account.'),
      amount: micro.nullable(),
      payAt: z.string().nullable().describe('Address of the call that pays it.'),
    })
    .nullable()
    .describe('Why, as the 402 says it; null without a hold.'),
  downgradeAskedAt: time
    .nullable()
    .describe('The free tier was asked for and follows once nothing runs and every invoice is paid.'),
  spendLimit: micro.nullable().describe('Micro-USD a calendar month (UTC); null for none.'),
  alerts: z.array(z.object({ amount: micro, reachedAt: time.nullable().describe('In this calendar month.') })),
  usage: z.object({
    lifetime: micro.describe('Micro-USD ever charged to the account: what thresholds count.'),
    month: micro.describe('Micro-USD charged in this calendar month (UTC).'),
    billableSeconds: z.number().int().describe('Metered in this calendar month, also what was free of charge.'),
  }),
  unbilled: micro.describe('Micro-USD charged since the last invoice.'),
  unpaid: micro.describe('Micro-USD of open and declined invoices: what another payment method withdraws at once.'),
  held: micro.describe('Micro-USD that generations under way may cost at most.'),
  spentThisMonth: micro.describe('What the spend limit and the alerts count, beside what is held.'),
  credit: micro.describe('Micro-USD of promotional credit that is left.'),
  carried: micro.describe('Micro-USD that the last invoice left for the next one.'),
  nextThreshold: micro.nullable().describe('Lifetime usage at which the next invoice comes before the month ends.'),
});

const summary = {
  invoiceId: z.string(),
  userId: z.string(),
  number: z.number().int().describe('Of the account, from 1.'),
  reason: z.enum(INVOICE_REASONS),
  month: z.string().describe('The calendar month (UTC) of its usage, for example 2026-11.'),
  issuedAt: time,
  status: z.enum(INVOICE_STATUSES),
  usage: micro.describe('Micro-USD charged since the invoice before.'),
  carriedIn: micro,
  credit: micro.describe('Micro-USD of promotional credit that was used.'),
  carriedOut: micro.describe(
    'Micro-USD that is not charged but added to the next invoice: parts of a cent, or a total below 0.50 USD.',
  ),
  total: micro.describe('Micro-USD to pay, in whole cents: usage + carriedIn − credit − carriedOut.'),
  paidAt: time.nullable(),
};
const line = z.object({
  modelKey,
  generations: z.number().int(),
  billableSeconds: z.number().int(),
  pricePerSecond: micro,
  amount: micro,
});
const invoice = z.object({
  ...summary,
  lines: z.array(line),
  pageUrl: z
    .url()
    .refine((address) => /^https?:/.test(address))
    .describe('Signed; good for two hours.'),
});

const userNotFound = { 400: 'Invalid JSON body, or a field is missing or not valid.', 404: 'User not found.' };
const bank = { 503: { bankUnavailable: 'The bank did not answer; what was changed is kept (retryable).' } };
const developerTier = { ...userNotFound, 409: { developerTierRequired: 'The account is on the free tier.' } };
const fault = 'The change could not be made.';

export const billingAccount = defineOperation({
  path: '/portal/billing/account',
  summary: 'Read the plan, the settings and the balances of an account.',
  needs: ['admin'],
  body: onlyUser,
  answer: account,
  refusals: userNotFound,
  fault: 'The account could not be read.',
});

export const setPaymentMethod = defineOperation({
  path: '/portal/billing/payment_method',
  summary: 'Add, replace or remove the payment method. Adding one withdraws everything unpaid at once.',
  needs: ['admin'],
  body: z.object({
    userId: ofUser,
    paymentMethod: z
      .object({
        label: z
          .string()
          .trim()
          .min(1)
          .max(LONGEST_PAYMENT_LABEL)
          .refine((text) => !containsCardNumber(text), 'must not hold the number of a card')
          .describe('What people see of it. Never a card number: one with 12 digits or more is refused.'),
      })
      .nullable(),
  }),
  answer: account,
  refusals: { ...userNotFound, ...bank },
  fault,
});

export const upgrade = defineOperation({
  path: '/portal/billing/upgrade',
  summary: 'Go to the developer tier, at once and without a charge. The first upgrade gives a credit of 5 USD.',
  needs: ['admin'],
  body: onlyUser,
  answer: account,
  refusals: { ...userNotFound, 402: { paymentMethodRequired: 'There is no payment method.' } },
  fault,
});

export const downgrade = defineOperation({
  path: '/portal/billing/downgrade',
  summary:
    'Go to the free tier. The final invoice for all unbilled usage is issued and must be paid first. While something runs, nothing more can be started, and the final invoice follows when it ends.',
  needs: ['admin'],
  body: onlyUser,
  answer: account,
  refusals: {
    ...userNotFound,
    402: { paymentFailed: 'An invoice could not be withdrawn; the tier is as it was.' },
    ...bank,
  },
  fault,
});

export const setBillingCountry = defineOperation({
  path: '/portal/billing/country',
  summary: 'Set the country of the billing address, which decides the next thresholds.',
  needs: ['admin'],
  body: z.object({
    userId: ofUser,
    billingCountry: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .describe('Two capital letters (ISO 3166-1).'),
  }),
  answer: account,
  refusals: userNotFound,
  fault,
});

export const setSpendLimit = defineOperation({
  path: '/portal/billing/spend_limit',
  summary: 'Limit what a calendar month (UTC) may cost. A start that could exceed it answers 402.',
  needs: ['admin'],
  body: z.object({ userId: ofUser, limit: micro.min(0).max(MOST).nullable().describe('Micro-USD; null for none.') }),
  answer: account,
  refusals: developerTier,
  fault,
});

export const setAlerts = defineOperation({
  path: '/portal/billing/alerts',
  summary: 'Replace the budget alerts: amounts of usage that are noted when a calendar month (UTC) reaches them.',
  needs: ['admin'],
  body: z.object({ userId: ofUser, amounts: z.array(micro.min(1).max(MOST)).max(20).describe('Micro-USD.') }),
  answer: account,
  refusals: developerTier,
  fault,
});

export const setPaymentHold = defineOperation({
  path: '/portal/billing/hold',
  summary: 'Put an account on hold, or release all of its holds. For operators.',
  needs: ['admin'],
  body: z.object({ userId: ofUser, hold: z.boolean() }),
  answer: account,
  refusals: { ...userNotFound, 403: { operatorRequired: 'The caller is no operator.' } },
  fault,
});

export const listInvoices = defineOperation({
  path: '/portal/billing/invoices/list',
  summary: 'List the invoices of an account, newest first.',
  needs: ['admin'],
  body: z.object({ userId: ofUser, ...page }),
  answer: z.object({ invoices: z.array(z.object(summary)), next: z.string().nullable() }),
  refusals: { ...userNotFound, 404: 'User not found, or no such invoice `before`.' },
  fault: 'The invoices could not be listed.',
});

const invoiceNotFound = { 400: 'Invalid JSON body, or invoiceId missing.', 404: 'Invoice not found.' };

export const getInvoice = defineOperation({
  path: '/portal/billing/invoices/get',
  summary: 'Read an invoice, with the address of its page.',
  needs: ['admin'],
  body: z.object({ invoiceId: identifier }),
  answer: z.object({ invoice }),
  refusals: invoiceNotFound,
  fault: 'The invoice could not be read.',
});

export const payInvoice = defineOperation({
  path: '/portal/billing/invoices/pay',
  summary: 'Try to withdraw an invoice again. A paid one does not change.',
  needs: ['admin'],
  body: z.object({ invoiceId: identifier }),
  answer: z.object({ invoice }),
  refusals: { ...invoiceNotFound, 402: { paymentFailed: 'The withdrawal was declined.' }, ...bank },
  fault: 'The invoice could not be withdrawn.',
});

const notBefore = { ...userNotFound, 404: 'User not found, or no such entry `before`.' };

export const listLedger = defineOperation({
  path: '/portal/billing/ledger/list',
  summary: 'List the ledger of an account, newest first. The postings of an entry sum to 0.',
  needs: ['admin'],
  body: z.object({ userId: ofUser, ...page }),
  answer: z.object({
    entries: z.array(
      z.object({
        entryId: z.string(),
        kind: z.enum(['hold', 'release', 'charge', 'credit', 'invoice', 'payment']),
        reference: z.string().describe('Identifier of the generation, invoice or account that it is about.'),
        month: z.string(),
        createdAt: time,
        postings: z.array(
          z.object({ account: z.string(), amount: micro.describe('A debit is positive, a credit negative.') }),
        ),
      }),
    ),
    next: z.string().nullable(),
  }),
  refusals: notBefore,
  fault: 'The ledger could not be read.',
});

export const listUsage = defineOperation({
  path: '/portal/billing/usage/list',
  summary: 'List what was metered in an account, newest first: one row for each complete generation.',
  needs: ['admin'],
  body: z.object({ userId: ofUser, ...page }),
  answer: z.object({
    usage: z.array(
      z.object({
        generationId: z.string(),
        apiKeyId: z.string(),
        modelKey,
        billableSeconds: z.number().int(),
        pricePerSecond: micro,
        amount: micro,
        recordedAt: time,
      }),
    ),
    next: z.string().nullable(),
  }),
  refusals: notBefore,
  fault: 'The usage could not be read.',
});
