/**
 * Slows down the guessing of keys: failures count by remote network, and beyond the limit they are refused. A valid key is never
 * slowed down, whatever others at its address guess.
 */

import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../../platform/time/clock.ts';
import { presentedSecret } from '../../auth/secrets.ts';
import { remoteNetwork } from './connection-caps.ts';
import { type Allowance, createRateLimiter } from './rate-limiter.ts';

export interface FailedKeys {
  /** Counts a request with an invalid key. A request without a key is not a guess and is never refused here. */
  count(request: Pick<IncomingMessage, 'headersDistinct' | 'socket'>): Allowance;
}

/** @param perMinute failures of one network */
export function createFailedKeys(clock: Clock, perMinute: number): FailedKeys {
  const failures = createRateLimiter(clock, perMinute);
  return {
    count: ({ headersDistinct, socket }) => {
      const network = remoteNetwork(socket.remoteAddress);
      return presentedSecret(headersDistinct).kind === 'none'
        ? { ...failures.look(network), allowed: true }
        : failures.take(network);
    },
  };
}
