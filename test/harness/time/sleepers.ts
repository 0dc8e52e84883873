/** Sleeps that end when a clock of a test says so. */

export interface Sleeper {
  readonly due: number;
  end(): void;
}

/** @param now of the clock, monotonic, in milliseconds */
export function createSleepers(now: () => number) {
  const sleepers = new Set<Sleeper>();

  function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        due: now() + Math.max(0, milliseconds),
        end: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      sleepers.add(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Takes out the sleep that is due first, unless none is due by then. Of two at one moment, the one that began first. */
  function takeNext(by: number): Sleeper | undefined {
    let next: Sleeper | undefined;
    for (const sleeper of sleepers) {
      if (sleeper.due <= by && (next === undefined || sleeper.due < next.due)) next = sleeper;
    }
    if (next !== undefined) sleepers.delete(next);
    return next;
  }

  return { sleep, takeNext };
}
