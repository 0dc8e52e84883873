/** Billing in PostgreSQL: plans and settings of accounts. */

import { and, eq, isNotNull, notInArray, sql } from 'drizzle-orm';
import type { AuditAction } from '../../../../../shared/service-api/audit-actions.ts';
import { billingChanged } from '../../../rules/audit-events.ts';
import { type AccountState, currentMonth, type Tier } from '../../../rules/billing/account-state.ts';
import { monthBegins } from '../../../rules/billing/calendar.ts';
import { type InvoiceNames, invoiceNames } from '../../../rules/billing/invoices.ts';
import type { NewEntry } from '../../../rules/billing/ledger.ts';
import {
  decideAlerts,
  decideDowngrade,
  decideFinalInvoice,
  decidePaymentMethod,
  decideUpgrade,
  maySetLimits,
} from '../../../rules/billing/tiers.ts';
import { accountBooksOf, isHeld, METERED_SECONDS, paymentHoldOf } from '../../account-rows.ts';
import type { BillingStore, Change } from '../../billing-port.ts';
import { addAudit } from '../accounts/audit.ts';
import type { OpenWork, PostgresDatabase } from '../connection/database.ts';
import { nameStatement } from '../connection/statements.ts';
import { alertRows, billingRows, invoiceRows, reachedRows, userRows } from '../schema/all.ts';
import { markReached } from './holds.ts';
import { createPostgresInvoices, findUnpaid } from './invoices.ts';
import { appendEntries } from './journal.ts';
import { createPostgresBillingLists } from './lists.ts';
import { lockAccountState, readAccountState } from './states.ts';

type Settings = Partial<Omit<typeof billingRows.$inferInsert, 'userId'>>;

const SECONDS = nameStatement('metered_seconds', METERED_SECONDS);

/** One change of an account's billing, in a transaction that has locked the account. */
interface Locked extends OpenWork {
  readonly state: AccountState;
  set(settings: Settings): Promise<unknown>;
  setTier(tier: Tier): Promise<unknown>;
  audit(action: AuditAction & `billing.${string}`, details: Record<string, unknown>): Promise<void>;
  /** Applies a rule to the account's state and writes its entries. */
  decide<Decision extends { readonly entries: readonly NewEntry[] }>(
    rule: (state: AccountState, names: InvoiceNames) => Decision,
  ): Promise<Decision>;
}

export function createPostgresBilling(database: PostgresDatabase): BillingStore {
  const { orm, ask, view } = database;
  const settings = orm
    .select()
    .from(billingRows)
    .where(eq(billingRows.userId, sql.placeholder('userId')))
    .prepare('billing_settings');

  function change<Result>(userId: string, by: Change, work: (locked: Locked) => Promise<Result>): Promise<Result> {
    return database.transaction(async (open) => work(await lockForChange(open, userId, by)));
  }

  return {
    ...createPostgresInvoices(database),
    ...createPostgresBillingLists(database),
    account: (userId, now) =>
      view(async (work) => {
        const state = await readAccountState(work, userId);
        const [row] = await work.orm.select().from(billingRows).where(eq(billingRows.userId, userId));
        const month = currentMonth(state, now);
        const ofMonth = and(eq(reachedRows.userId, userId), eq(reachedRows.month, month));
        const reached = await work.orm.select().from(reachedRows).where(ofMonth);
        const [metered] = await work.rows<{ seconds: number }>(SECONDS, { userId, since: monthBegins(month) });
        return accountBooksOf(userId, state, row, reached, metered?.seconds ?? 0, now);
      }),
    hasPaymentMethod: async (userId) => (await readAccountState(database, userId)).hasPaymentMethod,
    setPaymentMethod: (userId, label, by) =>
      change(userId, by, async ({ audit, decide, set }) => {
        const { kind } = await decide((state, names) => decidePaymentMethod(state, label, by.now, names));
        if (kind === 'unchanged') return;
        await set({ paymentMethodLabel: label, paymentMethodAddedAt: label === null ? null : by.now });
        if (label === null) await audit('billing.payment_method.removed', {});
        else await audit('billing.payment_method.set', { label });
      }),
    upgrade: (userId, by) =>
      change(userId, by, async ({ audit, decide, set, setTier, state: { isLeaving } }) => {
        const { kind, creditGiven } = await decide((state, names) => decideUpgrade(state, userId, by.now, names));
        if (isLeaving) {
          await set({ downgradeAskedAt: null });
          await audit('billing.downgrade.taken_back', {});
        }
        if (kind !== 'upgraded') return kind;
        await setTier('developer');
        await audit('billing.upgraded', { creditGiven });
        return kind;
      }),
    issueFinal: (userId, by) =>
      change(userId, by, async (locked) => {
        const { kind } = await locked.decide((state, names) => decideFinalInvoice(state, by.now, names));
        return kind === 'invoiced' ? findUnpaid(locked.orm, userId) : kind;
      }),
    downgrade: (userId, by) =>
      change(userId, by, async ({ audit, set, setTier, state }) => {
        const outcome = decideDowngrade(state);
        if (outcome !== 'downgraded') return outcome;
        await setTier('free');
        await set({ downgradeAskedAt: null });
        await audit('billing.downgraded', {});
        return outcome;
      }),
    askDowngrade: (userId, by) =>
      change(userId, by, async ({ audit, set, state }) => {
        if (state.isLeaving) return;
        await set({ downgradeAskedAt: by.now });
        await audit('billing.downgrade.asked', {});
      }),
    downgradesDue: () =>
      ask(async () => {
        const toPay = orm
          .select({ userId: invoiceRows.userId })
          .from(invoiceRows)
          .where(eq(invoiceRows.status, 'declined'));
        const due = and(isNotNull(billingRows.downgradeAskedAt), notInArray(billingRows.userId, toPay));
        return (await orm.select({ userId: billingRows.userId }).from(billingRows).where(due)).map((row) => row.userId);
      }),
    paymentHold: (userId) =>
      ask(async () => {
        const [row] = await settings.execute({ userId });
        return isHeld(row) ? paymentHoldOf(row, await findUnpaid(orm, userId)) : null;
      }),
    setCountry: (userId, billingCountry, by) =>
      change(userId, by, async ({ audit, set }) => {
        await set({ billingCountry });
        await audit('billing.country.set', { billingCountry });
      }),
    setSpendLimit: (userId, spendLimit, by) =>
      change(userId, by, async ({ audit, set, state }) => {
        if (!maySetLimits(state)) return false;
        await set({ spendLimit });
        await audit('billing.spend_limit.set', { limit: spendLimit });
        return true;
      }),
    setAlerts: (userId, wanted, by) =>
      change(userId, by, async (locked) => {
        const { allowed, amounts, month, reached } = await locked.decide((state, names) =>
          decideAlerts(state, wanted, by.now, names),
        );
        if (!allowed) return false;
        await locked.orm.delete(alertRows).where(eq(alertRows.userId, userId));
        const rows = amounts.map((amount) => ({ userId, amount }));
        if (rows.length > 0) await locked.orm.insert(alertRows).values(rows);
        await markReached(locked, userId, month, reached, by.now);
        await locked.audit('billing.alerts.set', { amounts });
        return true;
      }),
    setHold: (userId, hold, by) =>
      change(userId, by, async ({ audit, set }) => {
        const released = { operatorHold: false, declinedHold: false, heldSince: null };
        await set(hold ? { operatorHold: true, heldSince: by.now } : released);
        await audit(hold ? 'billing.hold.set' : 'billing.hold.released', {});
      }),
  };
}

/** @throws TypeError when there is no such user */
async function lockForChange(work: OpenWork, userId: string, by: Change): Promise<Locked> {
  const { orm } = work;
  const state = await lockAccountState(work, userId);
  return {
    ...work,
    state,
    set: (values) =>
      orm
        .insert(billingRows)
        .values({ userId, ...values })
        .onConflictDoUpdate({ target: billingRows.userId, set: values }),
    setTier: (tier) => orm.update(userRows).set({ tier }).where(eq(userRows.userId, userId)),
    audit: (action, details) => addAudit(work, billingChanged(userId, action, details, by.actorKeyId), by.now),
    decide: async (rule) => {
      const decision = rule(state, invoiceNames(userId));
      await appendEntries(work, userId, state, decision.entries, by);
      return decision;
    },
  };
}
