/** A counting semaphore that grants its permits in the order of the requests. */

export interface Semaphore {
  /**
   * Runs `work` as soon as a permit is free.
   * @throws the signal's reason, without having begun, when it is aborted before
   */
  with<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** @param count how many may run at a time */
export function createSemaphore(count: number): Semaphore {
  let free = count;
  const waiting = new Set<() => void>();

  function take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(given);
        reject(signal.reason);
      };
      const given = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      waiting.add(given);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  function giveBack(): void {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  return {
    async with(work, signal) {
      await take(signal);
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
  };
}
