/** Tells the person when 50, 80 and 100 % of a cap are used: each once in a day or month. */

import { z } from 'zod';
import type { TotalsView } from '../../../../shared/contract/views.ts';
import { ALERT_PERCENTS, alertsReached } from '../../../../shared/domain/costs/cap-alerts.ts';
import type { Dispose } from '../../../platform/disposal.ts';
import { startOfDay, startOfMonth } from '../../../platform/time/calendar.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Attention } from '../../ports.ts';
import type { WithSettings } from '../../store/tables/settings.ts';

export interface CapWatchPorts {
  readonly attention: Pick<Attention, 'notice'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly store: WithSettings;
  /** The figures of the queue now. */
  readTotals(): Pick<TotalsView, 'spending'>;
  /** Calls the listener with the figures after each change of the queue. */
  subscribe(listener: (totals: Pick<TotalsView, 'spending'>) => void): Dispose;
}

/** The highest share that was notified, by connection, period and cap: another cap is notified anew. */
const notifiedSchema = z.record(z.string(), z.literal(ALERT_PERCENTS));

export function watchCaps({ attention, clock, readTotals, store, subscribe }: CapWatchPorts): Dispose {
  function follow({ spending }: Pick<TotalsView, 'spending'>): void {
    if (spending.length === 0) return;
    const before = notifiedSchema.safeParse(store.settings.get('cap-alerts')).data ?? {};
    const notified: Record<string, (typeof ALERT_PERCENTS)[number]> = {};
    const now = clock.now();
    for (const { caps, connection, connectionId, held, ...spent } of spending) {
      for (const period of ['day', 'month'] as const) {
        const cap = caps[period];
        const reached = cap === null ? undefined : alertsReached(spent[period] + held, cap).at(-1);
        const start = period === 'day' ? startOfDay(now) : startOfMonth(now);
        const name = `${connectionId} ${period} ${start} ${cap}`;
        const earlier = before[name];
        // A hold that was given back doesn't make the same share news again.
        const highest = Math.max(reached ?? 0, earlier ?? 0);
        const percent = ALERT_PERCENTS.find((one) => one === highest);
        if (cap === null || percent === undefined) continue;
        notified[name] = percent;
        if (percent !== earlier) attention.notice({ kind: 'cap', period, percent, cap, connection });
      }
    }
    // What belongs to earlier periods is forgotten.
    if (JSON.stringify(notified) !== JSON.stringify(before)) store.settings.set('cap-alerts', notified);
  }

  follow(readTotals());
  return subscribe(follow);
}
