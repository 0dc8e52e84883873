/** What the host answers to a question that can be asked again. */

import { useCallback, useEffect, useState } from 'react';
import { showRefusal } from '../../../components/messages/refusal.ts';

/** @param ask kept stable by the caller; null until it is answered, and after a refusal */
export function useAnswer<Answer>(ask: () => Promise<Answer>): {
  readonly answer: Answer | null;
  again(): void;
} {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a round asks again
  useEffect(() => {
    let over = false;
    ask()
      .then((given) => {
        if (!over) setAnswer(given);
      })
      .catch((failure: unknown) => {
        if (!over) showRefusal(failure);
      });
    return () => {
      over = true;
    };
  }, [ask, round]);

  return { answer, again: useCallback(() => setRound((before) => before + 1), []) };
}
