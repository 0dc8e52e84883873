/** The billing loop: invoices months that are over, withdraws what is open, and tries what was declined again once a day. */

import { toCleartakeError } from '../../../shared/domain/errors.ts';
import type { Log } from '../../platform/log.ts';
import { monthOf, startOfMonth } from './calendar.ts';
import { type WithdrawalParts, withdrawInvoice } from './withdrawals.ts';

export interface BillingLoop {
  start(): void;
  /** Says that there may be an invoice. */
  wake(): void;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A timer takes no more than 24 days, and a machine may have slept. */
const LONGEST_REST_MS = 60 * 60 * 1000;
const ACCOUNTS_AT_A_TIME = 50;
const REST_AFTER_FAULT_MS = 60 * 1000;

export function createBillingLoop(parts: WithdrawalParts & { readonly log: Log }): BillingLoop {
  const { store, clock, log } = parts;
  const stopping = new AbortController();
  let waking = new AbortController();
  let ended: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      const rest = await round();
      await clock.sleep(rest, AbortSignal.any([waking.signal, stopping.signal])).catch(() => undefined);
    }
  }

  /** One pass over all accounts. @returns how long to rest, in milliseconds */
  async function round(): Promise<number> {
    try {
      await closeMonths();
      let faults = 0;
      for (const invoice of await store.billing.dueInvoices(clock.now() - DAY_MS)) {
        if (stopping.signal.aborted) break;
        faults += await withdrawOne(invoice);
      }
      return faults === 0 ? await untilNext() : REST_AFTER_FAULT_MS;
    } catch (failure) {
      if (stopping.signal.aborted) return 0;
      log.error('Billing could not be brought up to date', { error: toCleartakeError(failure).message });
      return REST_AFTER_FAULT_MS;
    }
  }

  /** A few accounts at a time: calls are answered in between. */
  async function closeMonths(): Promise<void> {
    let after: string | null = null;
    for (;;) {
      const open: readonly string[] = await store.billing.openMonths(clock.now(), ACCOUNTS_AT_A_TIME, after);
      for (const userId of open) await store.billing.closeMonth(userId, clock.now());
      after = open.at(-1) ?? null;
      if (open.length < ACCOUNTS_AT_A_TIME) return;
      await clock.sleep(1, stopping.signal);
    }
  }

  /** A bank that does not answer keeps no other account waiting. @returns 1 when it did not */
  async function withdrawOne(invoice: Parameters<typeof withdrawInvoice>[1]): Promise<number> {
    const { invoiceId } = invoice;
    try {
      const { status } = await withdrawInvoice(parts, invoice, null);
      log.info('An invoice was withdrawn', { invoiceId, status });
      return 0;
    } catch (failure) {
      log.error('A withdrawal was not answered', { invoiceId, error: toCleartakeError(failure).message });
      return 1;
    }
  }

  async function untilNext(): Promise<number> {
    const now = clock.now();
    const declined = await store.billing.oldestDecline();
    const retry = declined === null ? Number.POSITIVE_INFINITY : declined + DAY_MS;
    const next = Math.min(startOfMonth(monthOf(now) + 1), retry);
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
