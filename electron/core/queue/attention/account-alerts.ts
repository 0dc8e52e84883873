/** Tells the person when an alert of their account at Cleartake's own service is reached: each once. */

import { z } from 'zod';
import type { TotalsView } from '../../../../shared/contract/views.ts';
import { noticeWords } from '../../../../shared/domain/batch/batch-notice.ts';
import { CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import { billingAccount } from '../../../../shared/service-api/operations/portal-billing.ts';
import type { Dispose } from '../../../platform/disposal.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Attention } from '../../ports.ts';
import type { ConnectionRow } from '../../store/schema.ts';
import { addNotice } from '../../store/tables/preferences.ts';
import type { WithSettings } from '../../store/tables/settings.ts';

/** Within a batch accounts are read this often at most, in milliseconds; and once more at its end. */
const REST_MS = 30_000;

type Figures = Pick<TotalsView, 'active' | 'chargedToday'>;

export interface AccountAlertPorts {
  readonly attention: Pick<Attention, 'notice'>;
  readonly clock: Pick<Clock, 'monotonic' | 'now'>;
  readonly connections: Pick<Connections, 'list' | 'portal'>;
  readonly log: Pick<Log, 'error'>;
  readonly store: WithSettings;
  /** The figures of the queue now. */
  readTotals(): Figures;
  /** Calls the listener with the figures after each change of the queue. */
  subscribe(listener: (totals: Figures) => void): Dispose;
}

/** Alerts that were notified, by connection, amount and when they were reached. */
const notifiedSchema = z.array(z.string());

/** Accounts are read after charges: nothing else moves their usage from here. */
export function watchAccountAlerts(ports: AccountAlertPorts): Dispose {
  const { attention, clock, connections, log, store } = ports;
  /** Connections whose service has no account to read. */
  const foreign = new Set<string>();
  let charged = ports.readTotals().chargedToday;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading = false;
  let stopped = false;

  async function readAlerts(): Promise<void> {
    for (const connection of connections.list().filter(mayCharge)) {
      if (stopped) return;
      if (foreign.has(connection.id)) continue;
      try {
        const { alerts, spendLimit } = await (await connections.portal(connection.id)).portal(billingAccount, {});
        if (stopped) return;
        for (const { amount, reachedAt } of alerts)
          if (reachedAt !== null) notify(connection, { amount, reachedAt, limit: spendLimit });
      } catch (failure) {
        if (stopped) return;
        // The store on a full disk, for one: the next charge tells it.
        if (!(failure instanceof CleartakeError))
          log.error('Alerts of an account could not be told', { reason: toCleartakeError(failure).message });
        else if (failure.code === 'notFound') foreign.add(connection.id);
      }
    }
  }

  function notify(
    { id, name }: ConnectionRow,
    { amount, limit, reachedAt }: { amount: number; limit: number | null; reachedAt: string },
  ): void {
    const notified = notifiedSchema.safeParse(store.settings.get('account-alerts')).data ?? [];
    const alert = `${id} ${amount} ${reachedAt}`;
    if (notified.includes(alert)) return;
    // What was reached at the same amount in earlier months is forgotten.
    const others = notified.filter((one) => !one.startsWith(`${id} ${amount} `));
    store.settings.set('account-alerts', [...others, alert]);
    const notice = { kind: 'account-alert', amount, limit, connection: name } as const;
    attention.notice(notice);
    const { body, title } = noticeWords(notice);
    addNotice(store, { id: `alert ${id}`, kind: 'alert', sentence: `${title}. ${body}`, at: clock.now() });
  }

  function follow({ active, chargedToday }: Figures): void {
    if (reading || chargedToday === charged) return;
    if (active > 0 && clock.monotonic() - readAt < REST_MS) return;
    charged = chargedToday;
    readAt = clock.monotonic();
    reading = true;
    void readAlerts().finally(() => {
      reading = false;
      if (!stopped) follow(ports.readTotals());
    });
  }

  const unsubscribe = ports.subscribe(follow);
  return () => {
    stopped = true;
    return unsubscribe();
  };
}

/** The built-in service charges nothing. */
function mayCharge({ kind, prices }: ConnectionRow): boolean {
  return kind === 'remote' && Object.values(prices).some((price) => price !== 0);
}
