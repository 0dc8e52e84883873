/** Events as an iterator, for calls that watch. */

import type { Dispose } from '../../platform/disposal.ts';

/**
 * Collects events from the call on, even before the first one is read.
 * @param first made once the subscription is open, and read first
 */
export function streamEvents<Event>(
  subscribe: (listener: (event: Event) => void) => Dispose,
  first: () => Event,
  signal: AbortSignal | undefined,
): AsyncIteratorObject<Event, void, void> {
  const pending: Event[] = [];
  const over = new AbortController();
  let wake: () => void = () => undefined;
  const unsubscribe = subscribe((event) => {
    pending.push(event);
    wake();
  });
  pending.push(first());
  function end(): void {
    void unsubscribe();
    over.abort();
    wake();
  }
  signal?.addEventListener('abort', end, { once: true, signal: over.signal });
  if (signal?.aborted) end();
  const ended: IteratorResult<Event, void> = { done: true, value: undefined };
  return {
    async next() {
      while (!over.signal.aborted) {
        const event = pending.shift();
        if (event !== undefined) return { done: false, value: event };
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return ended;
    },
    async return() {
      end();
      return ended;
    },
    async throw(failure) {
      end();
      throw failure;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      end();
    },
  };
}
