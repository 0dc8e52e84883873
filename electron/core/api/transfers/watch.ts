/** Watches one transfer: it may neither stall nor crawl. Time in which the person's own limit holds it back does not count. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { createAlarm } from '../../../platform/time/timers.ts';

/** A transfer that moves nothing for this long has stalled, in milliseconds. */
const STALL_MS = 60_000;
/** What any transfer may take, whatever its size, in milliseconds. */
const GRACE_MS = 10 * 60_000;
/** Beside that it has a second for this many bytes: one that trickles comes to an end. */
const FLOOR_BYTES_PER_SECOND = 16 * 1024;
/** How long a server may take to answer once it has the whole upload, in milliseconds. */
const ANSWER_MS = 10 * 60_000;

export interface TransferWatch {
  /** Aborted with CleartakeError serviceUnreachable when the transfer stalls or crawls, and when the given signal is. */
  readonly signal: AbortSignal;
  /** Whether it was too slow as a whole: going on at once would be no better. */
  readonly isOver: boolean;
  moved(bytes: number): void;
  /** A request of the transfer begins. */
  begins(): void;
  /** Nothing is expected to move until the next request begins. */
  pauses(): void;
  /** Everything is sent: the other side may think for as long as an answer may take. */
  awaitsAnswer(): void;
  /** Runs `wait`, whose time does not count. */
  excuse(wait: Promise<void>): Promise<void>;
  end(): void;
}

export function createTransferWatch(clock: Clock, signal: AbortSignal): TransferWatch {
  const controller = new AbortController();
  const began = clock.monotonic();
  let bytes = 0;
  let movedAt = began;
  let patience = STALL_MS;
  let excused = 0;
  let waits = 0;
  let isOver = false;
  const alarm = createAlarm(clock, look);

  function look(): void {
    const now = clock.monotonic();
    if (waits > 0) {
      alarm.set(STALL_MS);
      return;
    }
    const slowAt = began + excused + GRACE_MS + (bytes / FLOOR_BYTES_PER_SECOND) * 1000;
    const stalledAt = movedAt + patience;
    if (now >= slowAt) isOver = true;
    if (isOver || now >= stalledAt) {
      const detail = isOver ? 'the transfer was too slow' : 'the transfer stalled';
      controller.abort(new CleartakeError('serviceUnreachable', { detail }));
    } else alarm.set(Math.max(1, Math.min(slowAt, stalledAt) - now));
  }

  return {
    signal: AbortSignal.any([signal, controller.signal]),
    get isOver() {
      return isOver;
    },
    moved(more) {
      bytes += more;
      movedAt = clock.monotonic();
    },
    begins() {
      patience = STALL_MS;
      movedAt = clock.monotonic();
      alarm.set(STALL_MS);
    },
    pauses: () => alarm.set(null),
    awaitsAnswer() {
      patience = ANSWER_MS;
      excused += ANSWER_MS;
      movedAt = clock.monotonic();
    },
    async excuse(wait) {
      const since = clock.monotonic();
      waits += 1;
      try {
        await wait;
      } finally {
        waits -= 1;
        movedAt = clock.monotonic();
        excused += movedAt - since;
      }
    },
    end: () => alarm.set(null),
  };
}
