/**
 * Slows the guessing of keys: failures count by remote network, and past the limit they are refused as such. A key that works is never
 * slowed by what others guess, whoever shares its address.
 */

import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../../platform/time/clock.ts';
import { presentedSecret } from '../../auth/secrets.ts';
import { remoteNetwork } from './connection-caps.ts';
import { type Allowance, createRateLimiter } from './rate-limiter.ts';

export interface FailedKeys {
  /** Counts a request whose key is not valid. Without any key it is no guess, and never one too many. */
  count(request: Pick<IncomingMessage, 'headers' | 'socket'>): Allowance;
}

/** @param perMinute failures of one network */
export function createFailedKeys(clock: Clock, perMinute: number): FailedKeys {
  const failures = createRateLimiter(clock, perMinute);
  return {
    count: ({ headers, socket }) => {
      const network = remoteNetwork(socket.remoteAddress);
      return presentedSecret(headers).kind === 'none'
        ? { ...failures.look(network), allowed: true }
        : failures.take(network);
    },
  };
}
