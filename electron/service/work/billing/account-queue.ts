/** Turns for work of accounts: a few at once, and one of each account, so that nobody's work waits for all of somebody else's. */

export interface Turns {
  /** Does the work when it is its turn, and passes on what comes of it. */
  take<Result>(userId: string, work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  readonly userId: string;
  readonly begin: () => Promise<void>;
}

/** @param most how many are at work at the same time */
export function createTurns(most: number): Turns {
  const waiting: Waiting[] = [];
  const busy = new Set<string>();

  function next(): void {
    while (busy.size < most) {
      const at = waiting.findIndex(({ userId }) => !busy.has(userId));
      const [turn] = at < 0 ? [] : waiting.splice(at, 1);
      if (turn === undefined) return;
      busy.add(turn.userId);
      void turn.begin().then(() => {
        busy.delete(turn.userId);
        next();
      });
    }
  }

  return {
    take: (userId, work) =>
      new Promise((resolve, reject) => {
        waiting.push({ userId, begin: () => work().then(resolve, reject) });
        next();
      }),
  };
}
