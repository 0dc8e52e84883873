/** The settings of a rehearsal. They are kept in memory; the next start only knows how far the clock was moved. */

import {
  type Fault,
  type FaultKind,
  NO_REHEARSAL,
  type RehearsalChange,
  type RehearsalSettings,
  type RehearsalState,
} from '../../../shared/service-api/rehearsal.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { createMovableClock, type MovableClock } from './movable-clock.ts';

export interface RunningRehearsal {
  /** The clock of the whole service. */
  readonly clock: MovableClock;
  settings(): RehearsalSettings;
  state(): RehearsalState;
  /** Changes the given settings and moves the clock. The URL signer expires links. */
  change(change: RehearsalChange): void;
  /** The fault of a call, counted down; null when it has none. */
  takeFault(path: string): FaultKind | null;
  /** Calls a minute on this path; null for the service's own limit, which the portal always has. */
  callsPerMinute(path: string): number | null;
  /** Whether the simulated bank declines. */
  declinesPayments(): boolean;
}

/** @param moved milliseconds by which rehearsals in this data folder have moved the clock: its rows are of that time */
export function createRehearsal(base: Clock, moved = 0): RunningRehearsal {
  const clock = createMovableClock(base);
  clock.move(moved);
  let settings = NO_REHEARSAL;
  return {
    clock,
    settings: () => settings,
    state: () => ({ ...settings, now: new Date(clock.now()).toISOString() }),
    change: ({ reset, moveClockMs, expireLinks: _act, ...changed }) => {
      settings = Object.assign({}, reset === true ? NO_REHEARSAL : settings, changed);
      if (moveClockMs !== undefined) clock.move(moveClockMs);
    },
    takeFault: (path) => {
      const met = settings.faults.find((fault) => meetsPath(fault.path, path));
      if (met === undefined) return null;
      const left: Fault[] = met.times > 1 ? [{ ...met, times: met.times - 1 }] : [];
      settings = { ...settings, faults: settings.faults.flatMap((fault) => (fault === met ? left : [fault])) };
      return met.kind;
    },
    callsPerMinute: (path) => (meetsPath('*', path) ? settings.rateLimitPerMinute : null),
    declinesPayments: () => settings.declinePayments,
  };
}

/** Paths that patterns match: never the portal, so that a rehearsal can always be ended. */
const REACHED_BY_PATTERNS = /^\/(v1|storage)\//;

/**
 * @param pattern a path, or the beginning of paths followed by `*`
 * @param path of the call, without its query
 */
export function meetsPath(pattern: string, path: string): boolean {
  if (!pattern.endsWith('*')) return path === pattern;
  return REACHED_BY_PATTERNS.test(path) && path.startsWith(pattern.slice(0, -1));
}
