/** The portal of Cleartake's own service: an account with its plan, payments, invoices, usage, audit log and users. No other service has it. */

import { z } from 'zod';
import type { AccountCall } from '../../../shared/domain/error-messages/account.ts';
import type { MicroUsd } from '../../../shared/domain/money.ts';
import * as users from '../../../shared/service-api/operations/portal-accounts.ts';
import { listAudit } from '../../../shared/service-api/operations/portal-audit.ts';
import * as billing from '../../../shared/service-api/operations/portal-billing.ts';
import { type Connecting, cleanTexts, createAccountCaller, redactorOf } from './account-calls.ts';
import type { Http } from './http.ts';

/** Another account, for operators; the caller's own without it. */
export interface OfAccount {
  readonly userId?: string | undefined;
}

export interface PortalPage extends OfAccount {
  readonly limit: number;
  /** The `next` of the page before. */
  readonly before?: string | undefined;
}

export interface NewUser {
  readonly name: string;
  readonly tier: 'free' | 'developer';
  /** Two capital letters (ISO 3166-1). */
  readonly billingCountry?: string | undefined;
}

interface PortalCall {
  readonly path: string;
  readonly answer: z.ZodType;
}

/** A page opens in the person's browser, so no other protocol will do. */
const withPage = z.object({ invoice: z.object({ pageUrl: z.url({ protocol: /^https?$/ }) }) });

type AnswerOf<Call extends PortalCall> = z.infer<Call['answer']>;

export type PortalAccount = AnswerOf<typeof billing.billingAccount>;
/** Without the signed address of its page. */
export type PortalInvoice = Omit<AnswerOf<typeof billing.getInvoice>['invoice'], 'pageUrl'>;
export type PortalInvoiceSummary = AnswerOf<typeof billing.listInvoices>['invoices'][number];
export type PortalUser = AnswerOf<typeof users.createUser>;
export type Portal = ReturnType<typeof createPortal>;

/** All of them throw CleartakeErrors with words of their own; `accountChangeUncertain` when a change may have happened. */
export function createPortal(http: Http, connecting: Connecting) {
  const { ask, change } = createAccountCaller(http, connecting);
  const { redact } = redactorOf([connecting.secret]);

  /** Without secrets in its texts, since they are shown. */
  function readerOf<Call extends PortalCall>({ answer }: Call) {
    return (body: unknown): AnswerOf<Call> | null => {
      const read = answer.safeParse(cleanTexts(body, redact));
      return read.success ? (read.data as AnswerOf<Call>) : null;
    };
  }

  function reading<Call extends PortalCall>(call: Call, body: unknown, signal?: AbortSignal): Promise<AnswerOf<Call>> {
    return ask('readPortal', call.path, body, readerOf(call), signal);
  }

  function changing<Call extends PortalCall>(words: AccountCall, call: Call, body: unknown): Promise<AnswerOf<Call>> {
    return change(words, call.path, body, readerOf(call));
  }

  return {
    account: (of: OfAccount = {}, signal?: AbortSignal) => reading(billing.billingAccount, of, signal),

    /** Newest first, as the lists that follow. */
    invoices: (page: PortalPage) => reading(billing.listInvoices, page),

    /** With its lines. */
    invoice: async (invoiceId: string): Promise<PortalInvoice> =>
      withoutPage((await reading(billing.getInvoice, { invoiceId })).invoice),

    /** The signed address of its page, good for two hours. Never log or store it. */
    invoicePage(invoiceId: string): Promise<string> {
      return ask('readPortal', billing.getInvoice.path, { invoiceId }, (body) => {
        const address = withPage.safeParse(body).data?.invoice.pageUrl ?? null;
        return address === null || address.includes(connecting.secret) ? null : address;
      });
    },

    /** Every entry of its books: what each posting moved from where to where. */
    ledger: (page: PortalPage) => reading(billing.listLedger, page),

    usage: (page: PortalPage) => reading(billing.listUsage, page),

    audit: (page: PortalPage) => reading(listAudit, page),

    users: async (): Promise<readonly PortalUser[]> => (await reading(users.listUsers, {})).users,

    /** Each amount that is unpaid is withdrawn at once when a method is set. @param label null removes it */
    setPaymentMethod: (label: string | null, of: OfAccount = {}) =>
      changing('changeBilling', billing.setPaymentMethod, {
        ...of,
        paymentMethod: label === null ? null : { label },
      }),

    /** Going to the free plan issues and withdraws the final invoice. */
    setPlan: (plan: PortalAccount['tier'], of: OfAccount = {}) =>
      changing('changePlan', plan === 'developer' ? billing.upgrade : billing.downgrade, of),

    setCountry: (billingCountry: string, of: OfAccount = {}) =>
      changing('changeCountry', billing.setBillingCountry, { ...of, billingCountry }),

    /** @param limit of a calendar month (UTC); null for none */
    setSpendLimit: (limit: MicroUsd | null, of: OfAccount = {}) =>
      changing('changeBilling', billing.setSpendLimit, { ...of, limit }),

    /** Replaces all. */
    setAlerts: (amounts: readonly MicroUsd[], of: OfAccount = {}) =>
      changing('changeBilling', billing.setAlerts, { ...of, amounts }),

    /** Tries its withdrawal again. An invoice is never withdrawn twice. */
    pay: async (invoiceId: string): Promise<PortalInvoice> =>
      withoutPage((await changing('payInvoice', billing.payInvoice, { invoiceId })).invoice),

    createUser: (user: NewUser) => changing('createUser', users.createUser, user),
  };
}

function withoutPage({ pageUrl: _signed, ...invoice }: PortalInvoice & { readonly pageUrl: string }): PortalInvoice {
  return invoice;
}
