/**
 * How long an empty listing proves nothing: a request may still be on its way, or done and not listed yet. Within this run, time is
 * measured by the monotonic clock, and across runs by the machine's uptime, as far as it proves that time has passed. The wall clock only
 * shortens what was learned beyond the minimum.
 */

import { z } from 'zod';
import type { Clock } from '../../../platform/time/clock.ts';
import { certainlyPassed, type Uptime } from '../../../platform/time/uptime.ts';
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

/** When sight of a start was lost, by its attempt's id: as the wall clock said, which only tells one loss from another, and for certain. */
const losses = z.record(
  z.string(),
  z.object({ since: z.number(), bootId: z.string().nullable(), milliseconds: z.number() }),
);
/** Most losses that are kept; a longer quarantine is all that the oldest one loses. */
const MOST_LOSSES = 2000;

/** @param uptime undefined where no time is proven across runs */
export function createQuarantine(
  clock: Clock,
  store: Pick<Store, 'settings'>,
  settings: DeskSettings,
  uptime?: Uptime,
): Quarantine {
  const run = { wall: clock.now(), monotonic: clock.monotonic() };
  /** Monotonic milliseconds. */
  const sentAt = new Map<string, number>();
  const lostAt = new Map<string, number>();
  /** Whose loss is on record. */
  const recorded = new Set<string>();
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
    const learned = Math.min(LONGEST_MS, (knownLags()[connectionId] ?? 0) * LAG_FACTOR);
    return Math.max(leastFor(connectionId), learned);
  }

  /**
   * A start that an earlier run sent gets at least the minimum, less what the machine's uptime proves to have passed: the wall clock may
   * have been set in between. A moment that is not before this run counts as now.
   */
  function lossOf(connectionId: string, attempt: Sent, since: number): number {
    const before = run.wall - Math.max(attempt.intentAt, since);
    const byWall = Math.min(before, lengthFor(connectionId) - leastFor(connectionId));
    const unproven = before <= 0 ? clock.monotonic() : run.monotonic - byWall;
    return Math.min(unproven, clock.monotonic() - provenSince(attempt.id, since));
  }

  function knownLosses(): z.infer<typeof losses> {
    return losses.safeParse(store.settings.get('losses')).data ?? {};
  }

  /** Milliseconds that have certainly passed since this loss; 0 when it isn't on record. */
  function provenSince(attemptId: string, since: number): number {
    const loss = uptime === undefined ? undefined : knownLosses()[attemptId];
    // The same start may have been lost, found and lost again.
    return uptime === undefined || loss === undefined || loss.since !== since ? 0 : certainlyPassed(loss, uptime);
  }

  function record(attemptId: string, since: number, lost: number): void {
    const known = knownLosses();
    if (uptime === undefined || known[attemptId]?.since === since) return;
    const milliseconds = uptime.milliseconds() - Math.max(0, clock.monotonic() - Math.max(lost, run.monotonic));
    const others = Object.entries(known).filter(([id]) => id !== attemptId);
    const kept = Object.fromEntries(others.slice(-MOST_LOSSES + 1));
    store.settings.set('losses', { ...kept, [attemptId]: { since, bootId: uptime.bootId, milliseconds } });
  }

  function forgetLoss(attemptId: string): void {
    const { [attemptId]: loss, ...others } = knownLosses();
    if (loss !== undefined) store.settings.set('losses', others);
  }

  return {
    sent: (attemptId) => void sentAt.set(attemptId, clock.monotonic()),
    lostSight: (attemptId) => {
      lostAt.set(attemptId, clock.monotonic());
      recorded.delete(attemptId);
    },
    remaining(connectionId, attempt, since) {
      const lost = lostAt.get(attempt.id) ?? lossOf(connectionId, attempt, since);
      if (!recorded.has(attempt.id)) record(attempt.id, since, lost);
      recorded.add(attempt.id);
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
      if (recorded.delete(attemptId)) forgetLoss(attemptId);
    },
  };
}
