/** What the host answers to a question that can be asked again. */

import { useCallback, useEffect, useState } from 'react';
import { type Failure, failureOf } from '../account-keys/unread.tsx';

/** @param ask kept stable by the caller */
export function useAnswer<Answer>(ask: () => Promise<Answer>): {
  /** Null until the first answer. One that was given stays when a later question is refused. */
  readonly answer: Answer | null;
  /** Why the latest question was refused; null when it wasn’t. */
  readonly failure: Failure | null;
  again(): void;
} {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a round asks again
  useEffect(() => {
    let over = false;
    ask()
      .then((given) => {
        if (over) return;
        setAnswer(given);
        setFailure(null);
      })
      .catch((thrown: unknown) => {
        if (!over) setFailure(failureOf(thrown));
      });
    return () => {
      over = true;
    };
  }, [ask, round]);

  return { answer, failure, again: useCallback(() => setRound((before) => before + 1), []) };
}
