/** Hands every event to everybody who listens, in order. */

export interface EventHub<T> {
  publish(event: T): void;
  /** Listens from this call on; ends when the signal aborts. */
  subscribe(signal: AbortSignal | undefined): AsyncGenerator<T>;
}

export function createEventHub<T>(): EventHub<T> {
  const listeners = new Set<(event: T) => void>();
  return {
    publish(event) {
      for (const listener of listeners) listener(event);
    },
    subscribe(signal) {
      const waiting: T[] = [];
      let wake: () => void = () => undefined;
      const listener = (event: T): void => {
        waiting.push(event);
        wake();
      };
      listeners.add(listener);
      signal?.addEventListener('abort', () => wake(), { once: true });
      return (async function* () {
        try {
          while (signal?.aborted !== true) {
            const event = waiting.shift();
            if (event !== undefined) yield event;
            else
              await new Promise<void>((resolve) => {
                wake = resolve;
              });
          }
        } finally {
          listeners.delete(listener);
        }
      })();
    },
  };
}
