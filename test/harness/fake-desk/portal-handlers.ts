/** The calls on the account at Cleartake's own service, on the fake desk. */

import type {
  PortalAccountView,
  PortalAuditView,
  PortalInvoiceView,
  PortalUsageView,
  PortalUserView,
} from '../../../shared/contract/account/portal.ts';
import type { FakeState } from './fake-state.ts';
import { type Os, refuse, refuseAs } from './refuse.ts';

/** What a test or a picture puts there. */
export interface FakePortal {
  account: PortalAccountView;
  invoices: PortalInvoiceView[];
  usage: PortalUsageView[];
  entries: PortalAuditView[];
  users: PortalUserView[];
  /** Whether the bank declines. */
  declines: boolean;
  /** Called when a payment or a new user is done, before that is answered. */
  beforeAnswer: () => void | Promise<void>;
  /** What every reading is refused with. */
  refusal: { readonly code: 'keyMayNot' | 'notFound'; readonly userMessage: string } | null;
}

const NEW_ACCOUNT: PortalAccountView = {
  ...{ userId: 'usr_1', tier: 'free', billingCountry: null, paymentMethod: null, paymentHold: false, hold: null },
  ...{ downgradeAskedAt: null, spendLimit: null, alerts: [], held: 0, unbilled: 0, unpaid: 0, spentThisMonth: 0 },
  usage: { lifetime: 0, month: 0, billableSeconds: 0 },
  ...{ credit: 0, carried: 0, nextThreshold: 1_000_000 },
};

export const makePortal = (): FakePortal => ({
  account: NEW_ACCOUNT,
  ...{ invoices: [], usage: [], entries: [], users: [], declines: false, refusal: null },
  beforeAnswer: () => undefined,
});

export function portalHandlers(os: Os, fake: FakeState) {
  const { portal } = fake;
  const group = os.portal;

  function change(changes: Partial<PortalAccountView>) {
    portal.account = { ...portal.account, ...changes };
    return { account: portal.account };
  }

  function read<Answer>(answer: () => Answer): Answer {
    if (portal.refusal !== null) throw refuseAs(portal.refusal);
    return answer();
  }

  function invoiceOf(invoiceId: string): PortalInvoiceView {
    const found = portal.invoices.find((one) => one.invoiceId === invoiceId);
    if (found === undefined) throw refuse('notFound');
    return found;
  }

  /** Charges what is unpaid. */
  function withdraw(): void {
    if (portal.declines || portal.account.hold?.invoiceId === undefined) return;
    const paidAt = new Date(fake.options.now()).toISOString();
    portal.invoices = portal.invoices.map((one) => (one.status === 'paid' ? one : { ...one, status: 'paid', paidAt }));
    change({ hold: null, paymentHold: false, unpaid: 0 });
  }

  /** Rows from `before` on, as long as the page. */
  function pageOf<Row>(rows: readonly Row[], { before, limit }: { before?: string | undefined; limit: number }) {
    const start = Number(before ?? 0);
    const end = start + limit;
    return [rows.slice(start, end), end < rows.length ? String(end) : null] as const;
  }

  return {
    account: group.account.handler(() => read(() => ({ account: portal.account }))),
    invoices: group.invoices.handler(({ input }) =>
      read(() => {
        const [shown, next] = pageOf(portal.invoices, input);
        return { invoices: shown.map(({ lines: _, ...summary }) => summary), next };
      }),
    ),
    invoice: group.invoice.handler(({ input }) => read(() => ({ invoice: invoiceOf(input.invoiceId) }))),
    openInvoice: group.openInvoice.handler(({ input }) => void invoiceOf(input.invoiceId)),
    usage: group.usage.handler(({ input }) =>
      read(() => {
        const [usage, next] = pageOf(portal.usage, input);
        return { usage, next };
      }),
    ),
    audit: group.audit.handler(({ input }) =>
      read(() => {
        const [entries, next] = pageOf(portal.entries, input);
        return { entries, next };
      }),
    ),
    users: group.users.handler(() => read(() => ({ users: portal.users }))),
    createUser: group.createUser.handler(async ({ input: { name, tier } }) => {
      const createdAt = new Date(fake.options.now()).toISOString();
      const user = { userId: `usr_${portal.users.length + 1}`, name, tier, operator: false, createdAt };
      portal.users = [...portal.users, user];
      await portal.beforeAnswer();
      return user;
    }),
    setTier: group.setTier.handler(({ input }) => change({ tier: input.tier })),
    setPaymentMethod: group.setPaymentMethod.handler(({ input }) => {
      const addedAt = new Date(fake.options.now()).toISOString();
      change({ paymentMethod: input.label === null ? null : { label: input.label, addedAt } });
      if (input.label !== null) withdraw();
      return { account: portal.account };
    }),
    setBillingCountry: group.setBillingCountry.handler(({ input: { billingCountry } }) => change({ billingCountry })),
    setSpendLimit: group.setSpendLimit.handler(({ input }) => change({ spendLimit: input.limit })),
    setAlerts: group.setAlerts.handler(({ input }) =>
      change({ alerts: input.amounts.map((amount) => ({ amount, reachedAt: null })) }),
    ),
    pay: group.pay.handler(async ({ input }) => {
      invoiceOf(input.invoiceId);
      if (portal.declines) throw refuse('paymentFailed');
      withdraw();
      await portal.beforeAnswer();
      return { account: portal.account };
    }),
  };
}
