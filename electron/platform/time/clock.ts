/** The clock as a port: nothing below the hosts reads the machine's clock directly. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that never run backwards, for measuring durations. */
  monotonic(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it is aborted first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};
