/** The refusals of a receiver, in memory: nobody who sends rubbish makes the disk write. */

import type { WebhookRefusal } from '../../../shared/domain/webhooks/refusals.ts';
import type { Clock } from '../../platform/time/clock.ts';

/** Those that are kept with their time. */
const MOST_KEPT = 200;

export interface Refused {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason: WebhookRefusal;
}

export interface Refusals {
  add(reason: WebhookRefusal): void;
  /** All of them since the receiver was started. */
  readonly count: number;
  newest(): readonly Refused[];
}

export function createRefusals(clock: Clock, tell: (reason: WebhookRefusal) => void = () => undefined): Refusals {
  const kept: Refused[] = [];
  let count = 0;
  return {
    add(reason) {
      count += 1;
      kept.unshift({ at: clock.now(), reason });
      kept.length = Math.min(kept.length, MOST_KEPT);
      tell(reason);
    },
    get count() {
      return count;
    },
    newest: () => [...kept],
  };
}
