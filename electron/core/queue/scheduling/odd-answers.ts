/**
 * Answers that contradict what a service said before, or that say nothing: each kind is counted for itself and makes the next question
 * wait longer, whatever good answers of other kinds come in between.
 */

import type { ErrorCode } from '../../../../shared/domain/errors.ts';
import type { QueueContext } from '../parts/queue-context.ts';
import { NONE_ODD } from '../parts/run-records.ts';

/** All in multiples of the queue's first wait. */
const LONGEST_REST = 60;
const FORGOTTEN_AFTER = 60;

/** Refused results of a complete generation, each of which goes back to polling: after this many the person is notified. */
export const MOST_REFUSED_RESULTS = 8;

type Ports = Pick<QueueContext, 'ports' | 'runs' | 'settings'>;

/** Counts one more answer of a kind; one that didn't come for a long time counts from the beginning. @returns how many there were */
export function countOdd({ ports, runs, settings }: Ports, id: string, kind: ErrorCode): number {
  const now = ports.clock.monotonic();
  const { odd } = runs.generations.get(id);
  const before = odd[kind];
  const isLongAgo =
    before === undefined ||
    now - before.at > FORGOTTEN_AFTER * settings.retryBaseMs + 4 * Math.max(0, before.until - before.at);
  const count = isLongAgo ? 1 : before.count + 1;
  // The retry policy waits after other failures: they rest only when they come again.
  const doublings = kind === 'notCompleteYet' ? count : count - 1;
  const rest = doublings === 0 ? 0 : Math.min(LONGEST_REST, 2 ** doublings) * (1 + ports.random() / 4);
  const until = now + Math.round(rest * settings.retryBaseMs);
  runs.generations.change(id, { odd: { ...odd, [kind]: { count, at: now, until } } });
  return count;
}

/** Forgets one kind. */
export function forgetOdd({ runs }: Pick<QueueContext, 'runs'>, id: string, kind: ErrorCode): void {
  const { [kind]: _, ...odd } = runs.generations.get(id).odd;
  runs.generations.change(id, { odd: Object.keys(odd).length === 0 ? NONE_ODD : odd });
}

/** How long a generation isn't asked about, in milliseconds, and because of what; null when it may be asked now. */
export function restOf(
  { ports, runs }: Pick<QueueContext, 'ports' | 'runs'>,
  id: string,
): { readonly milliseconds: number; readonly code: ErrorCode } | null {
  const now = ports.clock.monotonic();
  const rests = Object.entries(runs.generations.get(id).odd).map(([code, { until }]) => ({
    milliseconds: until - now,
    code: code as ErrorCode,
  }));
  return rests.reduce<ReturnType<typeof restOf>>(
    (longest, one) => (one.milliseconds > (longest?.milliseconds ?? 0) ? one : longest),
    null,
  );
}
