/** Rate limits of keys and of failed authentication, reported in the headers of every answer (service specification, "Limits"). */

import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Authenticator, Caller } from '../../auth/authenticate.ts';
import { presentedSecret } from '../../auth/secrets.ts';
import type { ServiceConfiguration } from '../../configuration.ts';
import type { RunningRehearsal } from '../../rehearsal/rehearsal.ts';
import { isRefusal, refuse } from '../../rules/refusal.ts';
import type { KeyOwner } from '../../store/records.ts';
import { calledPath } from '../rehearsed-faults.ts';
import { remoteNetwork } from './connection-caps.ts';
import { type Allowance, createRateLimiter, type RateLimiter } from './rate-limiter.ts';

export interface CallLimits {
  /**
   * Authenticates a request within the limits, and writes them to the answer's headers.
   * @throws refusal 401, 403, 429
   */
  admit(
    request: FastifyRequest,
    reply: FastifyReply,
    needed: Parameters<Authenticator['authenticate']>[1],
  ): Promise<Caller>;
}

export function createCallLimits(
  authenticator: Authenticator,
  clock: Clock,
  { callsPerMinute, limits }: Pick<ServiceConfiguration, 'callsPerMinute' | 'limits'>,
  rehearsal: Pick<RunningRehearsal, 'callsPerMinute'> | null = null,
): CallLimits {
  const calls = createRateLimiter(clock, callsPerMinute.developer);
  const failedKeys = createFailedKeys(clock, limits.failedKeysPerMinute);

  let rehearsed: { readonly perMinute: number; readonly limiter: RateLimiter } | null = null;

  /** A key's own limit goes before that of its plan (service specification, "Limits": they depend on plan and key settings). */
  function take(path: string, { key, user }: KeyOwner): Allowance {
    const perMinute = rehearsal?.callsPerMinute(path) ?? null;
    if (perMinute === null) return calls.take(key.keyId, key.callsPerMinute ?? callsPerMinute[user.tier]);
    if (rehearsed?.perMinute !== perMinute) rehearsed = { perMinute, limiter: createRateLimiter(clock, perMinute) };
    return rehearsed.limiter.take(key.keyId);
  }

  return {
    admit: async (request, reply, needed) => {
      try {
        return await authenticator.authenticate(request.raw.headersDistinct, needed, (owner) => {
          const allowance = take(calledPath(request), owner);
          if (!allowance.allowed) throw tooMany(reply, allowance, 'The API key makes too many calls.');
          writeAllowance(reply, allowance);
        });
      } catch (failure) {
        if (isRefusal(failure) && failure.statusCode === 401) {
          const allowance = failedKeys.count(request.raw);
          if (!allowance.allowed) {
            throw tooMany(reply, allowance, 'Too many invalid API keys came from this address.');
          }
          writeAllowance(reply, allowance);
        }
        throw failure;
      }
    },
  };
}

function tooMany(reply: FastifyReply, allowance: Allowance, sentence: string) {
  writeAllowance(reply, allowance);
  const seconds = allowance.retryAfterSeconds;
  return refuse(429, `${sentence} Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`, {
    code: 'rateLimited',
    headers: { 'retry-after': String(seconds) },
  });
}

function writeAllowance(reply: FastifyReply, { limit, remaining, resetSeconds }: Allowance): void {
  reply
    .header('ratelimit-limit', limit)
    .header('ratelimit-remaining', remaining)
    .header('ratelimit-reset', resetSeconds);
}

interface FailedKeys {
  /** Counts a request with an invalid key. A request without a key is not a guess and is never refused here. */
  count(request: Pick<IncomingMessage, 'headersDistinct' | 'socket'>): Allowance;
}

/** @param perMinute failures of one network */
function createFailedKeys(clock: Clock, perMinute: number): FailedKeys {
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
