/** Writes a line into the log when a budget alert of an account is reached. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Dispose } from '../../../platform/disposal.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { ServiceStore } from '../../store/store.ts';
import type { StatusChanges } from '../generations/status-changes.ts';

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
