/**
 * Slows the guessing of keys. Failures count by remote address. Past the limit a key that never worked is not even looked at, so that
 * a guess that happens to be right is as slow as any; one that worked in this run passes as ever, whoever shares its address.
 */

import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../platform/clock.ts';
import { presentedSecret } from '../auth/presented-secret.ts';
import { hashSecret } from '../auth/secrets.ts';
import { type Allowance, createRateLimiter } from './rate-limiter.ts';

/** Keys that worked, as hashes. */
const MOST_KNOWN = 10_000;

export interface FailedKeys {
  /** Before a key is looked at. @returns the address's allowance when it has to wait, else null */
  refused(address: string, headers: IncomingHttpHeaders): Allowance | null;
  /** No key was presented, which is no guess, or one that is not valid. @returns what the address has left */
  failed(address: string, headers: IncomingHttpHeaders): Allowance;
  /** @param secretHash as `hashSecret` gives it */
  worked(secretHash: string): void;
}

/** @param perMinute failures of one address */
export function createFailedKeys(clock: Clock, perMinute: number): FailedKeys {
  const failures = createRateLimiter(clock, perMinute);
  const known = new Set<string>();

  return {
    refused: (address, headers) => {
      const allowance = failures.look(address);
      if (allowance.allowed) return null;
      const mark = markOf(headers);
      return mark === null || known.has(mark) ? null : allowance;
    },
    failed: (address, headers) =>
      presentedSecret(headers).kind === 'none' ? failures.look(address) : failures.take(address),
    worked: (secretHash) => {
      if (known.has(secretHash)) return;
      const [oldest] = known;
      if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest);
      known.add(secretHash);
    },
  };
}

/** Null when there is no single key to look at. */
function markOf(headers: IncomingHttpHeaders): string | null {
  const presented = presentedSecret(headers);
  return presented.kind === 'one' ? hashSecret(presented.secret) : null;
}
