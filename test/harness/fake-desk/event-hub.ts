/** Hands every event to all subscribers, in order. */

export interface EventHub<T> {
  publish(event: T): void;
  /** Gives `first`, then every event that is published after it; ends when the signal aborts. */
  subscribe(first: () => T, signal: AbortSignal | undefined): AsyncGenerator<T, void, void>;
  /** How many subscriptions are open. */
  subscribers(): number;
}

export function createEventHub<T>(): EventHub<T> {
  const listeners = new Set<(event: T) => void>();
  return {
    publish(event) {
      for (const listener of listeners) listener(event);
    },
    async *subscribe(first, signal) {
      const waiting = [first()];
      let wake: () => void = () => undefined;
      const listener = (event: T): void => {
        waiting.push(event);
        wake();
      };
      const onAbort = (): void => wake();
      listeners.add(listener);
      signal?.addEventListener('abort', onAbort);
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
        signal?.removeEventListener('abort', onAbort);
        listeners.delete(listener);
      }
    },
    subscribers: () => listeners.size,
  };
}
