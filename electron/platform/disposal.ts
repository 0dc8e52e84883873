/** Scopes for disposal: what is acquired is registered on the same line and released in reverse order. */

export type Dispose = () => void | Promise<void>;

export interface CleanupScope {
  /** Registers a cleanup and returns the acquired value. */
  add(dispose: Dispose): void;
  /** Runs all cleanups once, last first. A failing cleanup does not stop the others. */
  close(): Promise<void>;
}

export function createScope(): CleanupScope {
  const disposals: Dispose[] = [];
  let closing: Promise<void> | null = null;
  async function closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let dispose = disposals.pop(); dispose !== undefined; dispose = disposals.pop()) {
      try {
        await dispose();
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some of what was open did not close cleanly');
  }
  return {
    add: (dispose) => {
      disposals.push(dispose);
    },
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}

/** A list of listeners. */
export interface Listeners<Value> {
  add(listener: (value: Value) => void): Dispose;
  notify(value: Value): void;
}

export function createListeners<Value>(): Listeners<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    notify: (value) => {
      for (const listener of [...listeners]) listener(value);
    },
  };
}
