/** Watches one transfer for stalls and for crawling. Time spent waiting for the person's own bandwidth limit does not count. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { createAlarm } from '../../../platform/time/timers.ts';

/** A transfer that moves nothing for this long has stalled, in milliseconds. */
const STALL_MS = 60_000;
/** Time that any transfer may take, whatever its size, in milliseconds. */
const GRACE_MS = 10 * 60_000;
/** On top of that, it gets a second for this many bytes: a trickling transfer ends eventually. */
const FLOOR_BYTES_PER_SECOND = 16 * 1024;
/** How long a server may take to answer once it has the whole upload, in milliseconds. */
const ANSWER_MS = 10 * 60_000;

export interface TransferWatch {
  /** Aborted with CleartakeError serviceUnreachable when the transfer stalls or crawls, and when the given signal is. */
  readonly signal: AbortSignal;
  /** Whether the transfer was too slow as a whole: resuming at once would be no faster. */
  readonly isOver: boolean;
  moved(bytes: number): void;
  /** A request of the transfer starts. */
  begins(): void;
  /** Nothing is expected to move until the next request starts. */
  pauses(): void;
  /** Everything is sent: the other side may now take as long as an answer may take. */
  awaitsAnswer(): void;
  /** Awaits `wait` without counting its time. */
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
