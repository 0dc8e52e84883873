/** A counting semaphore that grants its permits in the order of the requests. */

export interface Semaphore {
  /**
   * Runs `work` as soon as a permit is free.
   * @throws the signal's reason, without having begun, when it is aborted before
   */
  with<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
  /** Call it when more may run than before. */
  grow(): void;
}

/** @param most how many may run at a time; what runs already goes on when it becomes smaller */
export function createSemaphore(most: () => number): Semaphore {
  let taken = 0;
  const waiting = new Set<() => void>();

  function take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (taken < most()) {
      taken += 1;
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

  function grant(): void {
    for (const next of waiting) {
      if (taken >= most()) return;
      taken += 1;
      waiting.delete(next);
      next();
    }
  }

  function giveBack(): void {
    taken -= 1;
    grant();
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
    grow: grant,
  };
}
