/** Billing in SQLite: plans and settings of accounts, and their invoices. */

import { and, eq } from 'drizzle-orm';
import type { AuditAction } from '../../../../../shared/service-api/audit-actions.ts';
import { type AccountState, currentMonth, spentInMonth } from '../../../rules/billing/account-state.ts';
import { startOfMonth } from '../../../rules/billing/calendar.ts';
import { creditEntries, invoiceEntry } from '../../../rules/billing/entries.ts';
import type { BillingStore } from '../../billing-port.ts';
import { recordAudit } from '../accounts/audit-steps.ts';
import { billingAccounts, billingAlerts, reachedAlerts, users } from '../schema/all.ts';
import type { ServiceDatabase } from '../sqlite-store.ts';
import { recordReached } from './holds.ts';
import { createInvoiceStore, unpaidInvoices } from './invoices.ts';
import { type Change, closeMonth, invoiceNames, writeEntries } from './journal.ts';
import { createBillingLists } from './lists.ts';
import { loadState } from './states.ts';

type Settings = Partial<Omit<typeof billingAccounts.$inferInsert, 'userId'>>;

export function createBillingStore(database: ServiceDatabase): BillingStore {
  const { orm, raw, transaction } = database;
  const seconds = raw
    .prepare<[string, number], number>(
      'select coalesce(sum(billable_seconds), 0) from usage where user_id = ? and recorded_at >= ?',
    )
    .pluck();

  /** Inside a transaction. */
  function set(userId: string, settings: Settings): void {
    orm
      .insert(billingAccounts)
      .values({ userId, ...settings })
      .onConflictDoUpdate({ target: billingAccounts.userId, set: settings })
      .run();
  }

  function audit(userId: string, action: AuditAction, details: Record<string, unknown>, change: Change): void {
    const { actorKeyId, now } = change;
    recordAudit(database, { userId, actorKeyId, action, target: userId, details }, now);
  }

  /** The state with every month closed that is over. Inside a transaction. */
  function openMonth(userId: string, { now }: Change): AccountState {
    return closeMonth(database, userId, loadState(database, userId), now);
  }

  function setTier(userId: string, tier: AccountState['tier']): void {
    orm.update(users).set({ tier }).where(eq(users.userId, userId)).run();
  }

  return {
    ...createInvoiceStore(database),
    ...createBillingLists(database),
    account: async (userId, now) =>
      transaction(() => {
        const state = loadState(database, userId);
        const row = orm.select().from(billingAccounts).where(eq(billingAccounts.userId, userId)).get();
        const label = row?.paymentMethodLabel ?? null;
        const month = currentMonth(state, now);
        const reached = orm
          .select()
          .from(reachedAlerts)
          .where(and(eq(reachedAlerts.userId, userId), eq(reachedAlerts.month, month)))
          .all();
        return {
          userId,
          state,
          paymentMethod: label === null ? null : { label, addedAt: row?.paymentMethodAddedAt ?? 0 },
          alerts: state.alerts.map((amount) => ({
            amount,
            reachedAt: reached.find((one) => one.amount === amount)?.reachedAt ?? null,
          })),
          spentThisMonth: spentInMonth(state, now),
          billableSeconds: seconds.get(userId, startOfMonth(month)) ?? 0,
        };
      }),
    hasPaymentMethod: async (userId) => loadState(database, userId).hasPaymentMethod,
    setPaymentMethod: async (userId, label, change) =>
      transaction(() => {
        const had = openMonth(userId, change).hasPaymentMethod;
        if (label === null && !had) return;
        set(userId, { paymentMethodLabel: label, paymentMethodAddedAt: label === null ? null : change.now });
        if (label === null) audit(userId, 'billing.payment_method.removed', {}, change);
        else audit(userId, 'billing.payment_method.set', { label }, change);
      }),
    upgrade: async (userId, change) =>
      transaction(() => {
        const state = openMonth(userId, change);
        if (state.tier === 'developer') return 'unchanged';
        if (!state.hasPaymentMethod) return 'payment-method-required';
        const credit = creditEntries(state, userId, currentMonth(state, change.now));
        writeEntries(database, userId, state, credit, change);
        setTier(userId, 'developer');
        audit(userId, 'billing.upgraded', { creditGiven: credit.length > 0 }, change);
        return 'upgraded';
      }),
    issueFinal: async (userId, change) =>
      transaction(() => {
        const state = openMonth(userId, change);
        if (state.tier === 'free') return 'free';
        if (state.balances.held > 0) return 'running';
        if (state.balances.unbilled > 0 && state.balances.receivable === 0) {
          const month = currentMonth(state, change.now);
          const final = invoiceEntry(state, 'final', month, invoiceNames(userId));
          writeEntries(database, userId, state, [final], change);
        }
        return unpaidInvoices(database, userId);
      }),
    downgrade: async (userId, change) =>
      transaction(() => {
        const state = loadState(database, userId);
        if (state.balances.receivable > 0) return 'unpaid';
        if (state.balances.held > 0) return 'running';
        if (state.balances.unbilled > 0) return 'unbilled';
        setTier(userId, 'free');
        audit(userId, 'billing.downgraded', {}, change);
        return 'downgraded';
      }),
    setCountry: async (userId, billingCountry, change) =>
      transaction(() => {
        set(userId, { billingCountry });
        audit(userId, 'billing.country.set', { billingCountry }, change);
      }),
    setSpendLimit: async (userId, spendLimit, change) =>
      transaction(() => {
        if (loadState(database, userId).tier === 'free') return false;
        set(userId, { spendLimit });
        audit(userId, 'billing.spend_limit.set', { limit: spendLimit }, change);
        return true;
      }),
    setAlerts: async (userId, amounts, change) =>
      transaction(() => {
        const state = openMonth(userId, change);
        if (state.tier === 'free') return false;
        const distinct = [...new Set(amounts)];
        orm.delete(billingAlerts).where(eq(billingAlerts.userId, userId)).run();
        for (const amount of distinct) orm.insert(billingAlerts).values({ userId, amount }).run();
        const passed = distinct.filter((amount) => amount <= spentInMonth(state, change.now));
        recordReached(database, userId, currentMonth(state, change.now), passed, change.now);
        audit(userId, 'billing.alerts.set', { amounts: distinct }, change);
        return true;
      }),
    setHold: async (userId, hold, change) =>
      transaction(() => {
        set(userId, hold ? { operatorHold: true } : { operatorHold: false, declinedHold: false });
        audit(userId, hold ? 'billing.hold.set' : 'billing.hold.released', {}, change);
      }),
  };
}
