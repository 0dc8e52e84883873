/** Long work in a dialog: it ends with the dialog, and what goes wrong is said in the dialog's own words. */

import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../../components/messages/refusal.ts';

interface LongWork {
  /** What went wrong last; null when nothing did. */
  readonly problem: string | null;
  tell(problem: string | null): void;
  /** Runs a step. @param onFailed called when it goes wrong, unless the person has ended it */
  act(work: (signal: AbortSignal) => Promise<void>, onFailed: () => void): void;
}

export function useLongWork(): LongWork {
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  return {
    problem,
    tell: setProblem,
    act(work, onFailed) {
      const controller = new AbortController();
      stop.current = controller;
      setProblem(null);
      work(controller.signal).catch((failure: unknown) => {
        if (controller.signal.aborted) return;
        setProblem(sentenceOf(failure));
        onFailed();
      });
    },
  };
}
