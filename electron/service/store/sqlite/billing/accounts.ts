/** Billing in SQLite: plans and settings of accounts. */

import { and, eq, isNotNull, notInArray } from 'drizzle-orm';
import type { AuditAction } from '../../../../../shared/service-api/audit-actions.ts';
import { billingChanged } from '../../../rules/audit-events.ts';
import { type AccountState, currentMonth } from '../../../rules/billing/account-state.ts';
import { monthBegins } from '../../../rules/billing/calendar.ts';
import { type InvoiceNames, invoiceNames } from '../../../rules/billing/invoices.ts';
import type { NewEntry } from '../../../rules/billing/ledger.ts';
import type { PaymentHold } from '../../../rules/billing/refusals.ts';
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
import { recordAudit } from '../accounts/audit.ts';
import type { ServiceDatabase } from '../database.ts';
import { billingAccounts, billingAlerts, invoices, reachedAlerts, users } from '../schema/all.ts';
import { writeReached } from './holds.ts';
import { createInvoiceStore, unpaidInvoices } from './invoices.ts';
import { writeEntries } from './journal.ts';
import { createBillingLists } from './lists.ts';
import { loadState } from './states.ts';

type Settings = Partial<Omit<typeof billingAccounts.$inferInsert, 'userId'>>;

export function createBillingStore(database: ServiceDatabase): BillingStore {
  const { cache, orm, raw, transaction } = database;
  const seconds = raw.prepare<[{ userId: string; since: number }], number>(METERED_SECONDS).pluck();

  /** Inside a transaction. */
  function set(userId: string, settings: Settings): void {
    orm
      .insert(billingAccounts)
      .values({ userId, ...settings })
      .onConflictDoUpdate({ target: billingAccounts.userId, set: settings })
      .run();
  }

  function audit(
    userId: string,
    action: AuditAction & `billing.${string}`,
    details: Record<string, unknown>,
    { actorKeyId, now }: Change,
  ): void {
    recordAudit(database, billingChanged(userId, action, details, actorKeyId), now);
  }

  /** Applies a rule to the account's state and writes its entries. Inside a transaction. */
  function decide<Decision extends { readonly entries: readonly NewEntry[] }>(
    userId: string,
    change: Change,
    rule: (state: AccountState, names: InvoiceNames) => Decision,
  ): Decision {
    const state = loadState(database, userId);
    const decision = rule(state, invoiceNames(userId));
    writeEntries(database, userId, state, decision.entries, change);
    return decision;
  }

  function readHold(userId: string): PaymentHold | null {
    const row = orm.select().from(billingAccounts).where(eq(billingAccounts.userId, userId)).get();
    return isHeld(row) ? paymentHoldOf(row, unpaidInvoices(database, userId)) : null;
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
        const month = currentMonth(state, now);
        const reached = orm
          .select()
          .from(reachedAlerts)
          .where(and(eq(reachedAlerts.userId, userId), eq(reachedAlerts.month, month)))
          .all();
        const billableSeconds = seconds.get({ userId, since: monthBegins(month) }) ?? 0;
        return accountBooksOf(userId, state, row, reached, billableSeconds, now);
      }),
    hasPaymentMethod: async (userId) => loadState(database, userId).hasPaymentMethod,
    setPaymentMethod: async (userId, label, change) =>
      transaction(() => {
        const { now } = change;
        const { kind } = decide(userId, change, (state, names) => decidePaymentMethod(state, label, now, names));
        if (kind === 'unchanged') return;
        set(userId, { paymentMethodLabel: label, paymentMethodAddedAt: label === null ? null : now });
        if (label === null) audit(userId, 'billing.payment_method.removed', {}, change);
        else audit(userId, 'billing.payment_method.set', { label }, change);
      }),
    upgrade: async (userId, change) =>
      transaction(() => {
        const { isLeaving } = loadState(database, userId);
        const { kind, creditGiven } = decide(userId, change, (state, names) =>
          decideUpgrade(state, userId, change.now, names),
        );
        if (isLeaving) {
          set(userId, { downgradeAskedAt: null });
          audit(userId, 'billing.downgrade.taken_back', {}, change);
        }
        if (kind !== 'upgraded') return kind;
        setTier(userId, 'developer');
        audit(userId, 'billing.upgraded', { creditGiven }, change);
        return kind;
      }),
    issueFinal: async (userId, change) =>
      transaction(() => {
        const { kind } = decide(userId, change, (state, names) => decideFinalInvoice(state, change.now, names));
        return kind === 'invoiced' ? unpaidInvoices(database, userId) : kind;
      }),
    downgrade: async (userId, change) =>
      transaction(() => {
        const outcome = decideDowngrade(loadState(database, userId));
        if (outcome !== 'downgraded') return outcome;
        setTier(userId, 'free');
        set(userId, { downgradeAskedAt: null });
        audit(userId, 'billing.downgraded', {}, change);
        return outcome;
      }),
    askDowngrade: async (userId, change) =>
      transaction(() => {
        if (loadState(database, userId).isLeaving) return;
        set(userId, { downgradeAskedAt: change.now });
        audit(userId, 'billing.downgrade.asked', {}, change);
      }),
    downgradesDue: async () => {
      const toPay = orm.select({ userId: invoices.userId }).from(invoices).where(eq(invoices.status, 'declined'));
      const asked = orm
        .select({ userId: billingAccounts.userId })
        .from(billingAccounts)
        .where(and(isNotNull(billingAccounts.downgradeAskedAt), notInArray(billingAccounts.userId, toPay)))
        .all();
      return asked.map(({ userId }) => userId);
    },
    paymentHold: async (userId) => cache.read(`hold ${userId}`, () => readHold(userId)),
    setCountry: async (userId, billingCountry, change) =>
      transaction(() => {
        set(userId, { billingCountry });
        audit(userId, 'billing.country.set', { billingCountry }, change);
      }),
    setSpendLimit: async (userId, spendLimit, change) =>
      transaction(() => {
        if (!maySetLimits(loadState(database, userId))) return false;
        set(userId, { spendLimit });
        audit(userId, 'billing.spend_limit.set', { limit: spendLimit }, change);
        return true;
      }),
    setAlerts: async (userId, wanted, change) =>
      transaction(() => {
        const { now } = change;
        const { allowed, amounts, month, reached } = decide(userId, change, (state, names) =>
          decideAlerts(state, wanted, now, names),
        );
        if (!allowed) return false;
        orm.delete(billingAlerts).where(eq(billingAlerts.userId, userId)).run();
        for (const amount of amounts) orm.insert(billingAlerts).values({ userId, amount }).run();
        writeReached(database, userId, month, reached, now);
        audit(userId, 'billing.alerts.set', { amounts }, change);
        return true;
      }),
    setHold: async (userId, hold, change) =>
      transaction(() => {
        set(
          userId,
          hold
            ? { operatorHold: true, heldSince: change.now }
            : { operatorHold: false, declinedHold: false, heldSince: null },
        );
        audit(userId, hold ? 'billing.hold.set' : 'billing.hold.released', {}, change);
      }),
  };
}
