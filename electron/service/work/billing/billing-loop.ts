/** The billing loop: invoices past months, withdraws open invoices, and retries declined ones once a day. Reached budget alerts are logged. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Dispose } from '../../../platform/disposal.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { formatMonth, type Month, monthBegins, monthOf } from '../../rules/billing/calendar.ts';
import type { InvoiceSummary } from '../../store/billing-port.ts';
import type { ServiceStore } from '../../store/store.ts';
import type { StatusChanges } from '../generations/status-changes.ts';
import { downgradeAccount } from './downgrade.ts';
import { type WithdrawalParts, withdrawInvoice } from './withdrawals.ts';

export interface BillingLoop {
  start(): void;
  /** Tells that there may be a new invoice. */
  wake(): void;
  /** Resolves when nothing is under way. */
  stop(): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Timers take no more than 24 days, and the machine may sleep. */
const LONGEST_REST_MS = 60 * 60 * 1000;
const ACCOUNTS_AT_A_TIME = 50;
/** Each may wait for the timeout of a bank that hangs. */
const WITHDRAWALS_AT_A_TIME = 8;
const REST_AFTER_FAULT_MS = 60 * 1000;

export function createBillingLoop(parts: WithdrawalParts & { readonly log: Log }): BillingLoop {
  const { store, clock, log } = parts;
  const stopping = new AbortController();
  let waking = new AbortController();
  let ended: Promise<void> = Promise.resolve();
  /** The month in which all earlier months were found closed. Later charges belong to it. */
  let closedIn: Month | null = null;

  /** Months of a ledger never go back: in accounts that are ahead of the clock no month ends until the clock catches up. */
  async function logWhenAhead(): Promise<void> {
    const last = await store.billing.lastMonth();
    if (last === null || last <= monthOf(clock.now())) return;
    log.error(
      'The ledger is ahead of the clock, which is or was wrong. Until the clock catches up, no month ends in the accounts that are ahead, and their spend limits keep counting.',
      { lastMonth: formatMonth(last), clock: new Date(clock.now()).toISOString() },
    );
  }

  async function run(): Promise<void> {
    await logWhenAhead().catch(() => undefined);
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      const rest = await round();
      // After a fault, generations that complete do not wake the loop early.
      const signals = rest === null ? [stopping.signal] : [waking.signal, stopping.signal];
      await clock.sleep(rest ?? REST_AFTER_FAULT_MS, AbortSignal.any(signals)).catch(() => undefined);
      if (!waking.signal.aborted) closedIn = null;
    }
  }

  /** One pass over all accounts. @returns milliseconds until the next one; null after a fault */
  async function round(): Promise<number | null> {
    try {
      const faults = (await closeMonths()) + (await withdrawDue()) + (await finishDowngrades());
      return faults === 0 ? await untilNext() : null;
    } catch (failure) {
      if (!stopping.signal.aborted) {
        log.error('Billing could not be brought up to date', { error: toCleartakeError(failure).message });
      }
      return null;
    }
  }

  /** A few accounts at a time, so that calls are answered in between. @returns how many failed */
  async function closeMonths(): Promise<number> {
    const now = clock.now();
    const month = monthOf(now);
    if (closedIn === month) return 0;
    let faults = 0;
    let after: string | null = null;
    for (;;) {
      const open: readonly string[] = await store.billing.openMonths(now, ACCOUNTS_AT_A_TIME, after);
      for (const userId of open) faults += await closeOne(userId, now);
      if (open.length < ACCOUNTS_AT_A_TIME) break;
      after = open.at(-1) ?? null;
      await clock.sleep(1, stopping.signal);
    }
    if (faults === 0) closedIn = month;
    return faults;
  }

  /** @returns 1 when it failed */
  async function closeOne(userId: string, now: number): Promise<number> {
    try {
      await store.billing.closeMonth(userId, now);
      return 0;
    } catch (failure) {
      log.error('A month could not be closed', { userId, error: toCleartakeError(failure).message });
      return 1;
    }
  }

  /** @returns how many withdrawals the bank did not answer */
  async function withdrawDue(): Promise<number> {
    const due = await store.billing.dueInvoices(clock.now(), DAY_MS);
    let faults = 0;
    for (let first = 0; first < due.length && !stopping.signal.aborted; first += WITHDRAWALS_AT_A_TIME) {
      const some = due.slice(first, first + WITHDRAWALS_AT_A_TIME);
      for (const fault of await Promise.all(some.map(withdrawOne))) faults += fault;
    }
    return faults;
  }

  /** A bank that does not answer delays no other account. @returns 1 when it did not answer */
  async function withdrawOne(invoice: InvoiceSummary): Promise<number> {
    const { invoiceId } = invoice;
    try {
      const { status } = await withdrawInvoice(parts, invoice, null);
      log.info('An invoice was withdrawn', { invoiceId, status });
      return 0;
    } catch (failure) {
      const error = toCleartakeError(failure).message;
      if (!stopping.signal.aborted) log.error('A withdrawal was not answered', { invoiceId, error });
      return 1;
    }
  }

  /** Accounts that wanted to leave while something ran. @returns how many could not be brought on */
  async function finishDowngrades(): Promise<number> {
    let faults = 0;
    for (const userId of await store.billing.downgradesDue()) {
      try {
        const outcome = await downgradeAccount(parts, userId, { actorKeyId: null, now: clock.now() });
        if (outcome === 'downgraded')
          log.info('An account went to the free tier after its last generation', { userId });
      } catch (failure) {
        faults += 1;
        const error = toCleartakeError(failure).message;
        if (!stopping.signal.aborted) log.error('A downgrade could not be finished', { userId, error });
      }
    }
    return faults;
  }

  async function untilNext(): Promise<number> {
    const now = clock.now();
    const declined = await store.billing.oldestDecline();
    const retry = declined === null ? Number.POSITIVE_INFINITY : declined + DAY_MS;
    const next = Math.min(monthBegins(monthOf(now) + 1), retry);
    return Math.min(LONGEST_REST_MS, Math.max(0, next - now));
  }

  return {
    start: () => {
      ended = run();
    },
    wake: () => waking.abort(),
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

interface AlertLogParts {
  readonly store: Pick<ServiceStore, 'billing'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly changes: StatusChanges;
}

/** Alerts that were reached before the service started are not written again. */
export function logReachedAlerts({ store, clock, log, changes }: AlertLogParts): Dispose {
  const since = clock.now();
  const logged = new Set<string>();
  let stopped = false;

  async function look(userId: string): Promise<void> {
    const { alerts, spentThisMonth } = await store.billing.account(userId, clock.now());
    for (const { amount, reachedAt } of alerts) {
      const alert = `${userId} ${amount} ${reachedAt}`;
      if (reachedAt === null || reachedAt < since || logged.has(alert)) continue;
      logged.add(alert);
      log.warn('A budget alert of an account was reached', { userId, amount, spentThisMonth });
    }
  }

  const stop = changes.add(({ generation, status }) => {
    if (status !== 'complete') return;
    look(generation.userId).catch((failure: unknown) => {
      if (!stopped) log.error('Budget alerts could not be read', { error: toCleartakeError(failure).message });
    });
  });
  return () => {
    stopped = true;
    return stop();
  };
}
