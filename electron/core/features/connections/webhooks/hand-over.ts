/** Hands events over after their deliveries were answered, oldest first, also those that an earlier run left. */

import { toCleartakeError } from '../../../../../shared/domain/errors.ts';
import type { Log } from '../../../../platform/log.ts';
import { createTurns } from '../../../../platform/time/turns.ts';
import type { PendingEvent, ReceivedDeliveries } from './received.ts';

const AT_ONCE = 100;

export interface HandOver {
  /** Looks for events in a later turn of the event loop. */
  soon(): void;
  /** Hands over what is there, and no more afterwards. */
  close(): Promise<void>;
}

export function createHandOver(
  received: Pick<ReceivedDeliveries, 'handedOver' | 'pending'>,
  onEvent: (event: PendingEvent) => void | Promise<void>,
  log: Log,
): HandOver {
  let asked = false;
  let closed = false;
  const inTurn = createTurns();

  async function drain(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    asked = false;
    for (;;) {
      const events = received.pending(AT_ONCE);
      if (events.length === 0) return;
      const over: number[] = [];
      try {
        for (const event of events) {
          await onEvent(event);
          over.push(event.sequence);
        }
      } finally {
        // Those before one that failed aren't handed over again with it.
        received.handedOver(over);
      }
    }
  }

  function soon(): void {
    if (asked || closed) return;
    asked = true;
    void inTurn(drain).catch((failure: unknown) => {
      asked = false;
      log.error('A webhook could not be handed over', { error: toCleartakeError(failure).message });
    });
  }

  return {
    soon,
    close: async () => {
      soon();
      closed = true;
      await inTurn(() => undefined);
    },
  };
}
