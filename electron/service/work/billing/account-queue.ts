/** A queue of work for accounts: a few jobs at a time, and one for each account, so that no account waits for all the work of another. */

export interface AccountQueue {
  /** Does the work as soon as the account's earlier work is done and there is room. Settles as the work does. */
  run<Result>(userId: string, work: () => Promise<Result>): Promise<Result>;
}

interface Job {
  readonly userId: string;
  readonly begin: () => Promise<void>;
}

/** @param most how many jobs run at the same time */
export function createAccountQueue(most: number): AccountQueue {
  const waiting: Job[] = [];
  const busy = new Set<string>();

  function next(): void {
    while (busy.size < most) {
      const index = waiting.findIndex(({ userId }) => !busy.has(userId));
      const [job] = index < 0 ? [] : waiting.splice(index, 1);
      if (job === undefined) return;
      busy.add(job.userId);
      void job.begin().then(() => {
        busy.delete(job.userId);
        next();
      });
    }
  }

  return {
    run: (userId, work) =>
      new Promise((resolve, reject) => {
        waiting.push({ userId, begin: () => work().then(resolve, reject) });
        next();
      }),
  };
}
