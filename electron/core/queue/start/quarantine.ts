/**
 * How long an empty listing proves nothing: a request may still be on its way, or done and not listed yet. Within this run, time is
 * measured by the monotonic clock; the wall clock only shortens what was learned beyond the minimum.
 */

import { z } from 'zod';
import type { Clock } from '../../../platform/time/clock.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { DeskSettings } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';
import type { StartAttemptRow } from '../../store/schema.ts';

/** The longest delay seen between a start and its listing is multiplied by this. */
const LAG_FACTOR = 10;
const LONGEST_MS = 24 * 60 * 60_000;
/** The first check after an uncertain start, as a fraction of the quarantine: two seconds of ten minutes. */
const FIRST_LOOK = 1 / 300;
const SOONEST_LOOK_MS = 20;
const LATEST_LOOK_MS = 60_000;

type Sent = Pick<StartAttemptRow, 'id' | 'intentAt'>;

export interface Quarantine {
  /** A start is being sent. */
  sent(attemptId: string): void;
  /** Its outcome is unknown: its quarantine begins now. */
  lostSight(attemptId: string): void;
  /** Milliseconds until its absence from a listing counts; 0 when it does. @param since when its outcome became unknown, wall clock */
  remaining(connectionId: string, attempt: Sent, since: number): number;
  /** Milliseconds until the next check is worthwhile: short at first, then longer and longer. */
  nextLook(connectionId: string, attemptId: string, random: number): number;
  /** A listing did not contain it. */
  missed(attemptId: string): void;
  /** A listing contains it. If an earlier one did not, the service lists late and gets more time from now on. */
  appeared(connectionId: string, attemptId: string): void;
  forget(attemptId: string): void;
}

const lags = z.record(z.string(), z.number().nonnegative());

export function createQuarantine(clock: Clock, store: Pick<Store, 'settings'>, settings: DeskSettings): Quarantine {
  const run = { wall: clock.now(), monotonic: clock.monotonic() };
  /** Monotonic milliseconds. */
  const sentAt = new Map<string, number>();
  const lostAt = new Map<string, number>();
  /** When a listing last lacked them. */
  const missing = new Map<string, number>();

  function knownLags(): Readonly<Record<string, number>> {
    return lags.safeParse(store.settings.get('listing-lags')).data ?? {};
  }

  function leastFor(connectionId: string): number {
    const { builtIn, remote } = settings.startQuarantineMs;
    return connectionId === BUILT_IN_ID ? builtIn : remote;
  }

  function lengthFor(connectionId: string): number {
    const learnt = Math.min(LONGEST_MS, (knownLags()[connectionId] ?? 0) * LAG_FACTOR);
    return Math.max(leastFor(connectionId), learnt);
  }

  /**
   * A start that an earlier run sent gets at least the minimum in this run, because the wall clock may have been set in between. A moment
   * that is not before this run counts as now.
   */
  function lossOf(connectionId: string, attempt: Sent, since: number): number {
    const before = run.wall - Math.max(attempt.intentAt, since);
    if (before <= 0) return clock.monotonic();
    return run.monotonic - Math.min(before, lengthFor(connectionId) - leastFor(connectionId));
  }

  return {
    sent: (attemptId) => void sentAt.set(attemptId, clock.monotonic()),
    lostSight: (attemptId) => void lostAt.set(attemptId, clock.monotonic()),
    remaining(connectionId, attempt, since) {
      const lost = lostAt.get(attempt.id) ?? lossOf(connectionId, attempt, since);
      lostAt.set(attempt.id, lost);
      return Math.max(0, Math.ceil(lost + lengthFor(connectionId) - clock.monotonic()));
    },
    nextLook(connectionId, attemptId, random) {
      const passed = clock.monotonic() - (lostAt.get(attemptId) ?? clock.monotonic());
      const first = Math.max(SOONEST_LOOK_MS, lengthFor(connectionId) * FIRST_LOOK);
      return Math.round(Math.min(LATEST_LOOK_MS, Math.max(first, passed * (0.75 + random / 2))));
    },
    missed: (attemptId) => void missing.set(attemptId, clock.monotonic()),
    appeared(connectionId, attemptId) {
      const sent = sentAt.get(attemptId);
      const missed = missing.get(attemptId);
      if (sent === undefined || missed === undefined) return;
      // Time without any check is not the service's delay.
      const seen = Math.min(clock.monotonic(), missed + LATEST_LOOK_MS);
      const lag = Math.round(seen - sent);
      if (lag <= (knownLags()[connectionId] ?? 0)) return;
      store.settings.set('listing-lags', { ...knownLags(), [connectionId]: lag });
    },
    forget(attemptId) {
      for (const kept of [sentAt, lostAt, missing]) kept.delete(attemptId);
    },
  };
}
