/** What the desk answers to a question that is asked again: only the answer to the latest question counts. */

import { useCallback, useEffect, useRef, useState } from 'react';

export interface AskedAnswer<Answer> {
  /** Null before the first. It stays in sight while it is asked for again, and when that is refused. */
  readonly answer: Answer | null;
  /** What the latest question was refused with, until the next outcome; null when it wasn’t. */
  readonly thrown: unknown;
  /** Whether an outcome is awaited. */
  readonly isAsking: boolean;
  again(): void;
  /** Shows what is known to be newer. A question that is still open is asked again: its answer may be older. */
  change(make: (answer: Answer | null) => Answer | null): void;
}

interface Options {
  /** What the answer is about. The answer about something else isn’t shown. */
  readonly about?: unknown;
  /** A question is asked once it has stayed the same for so long. */
  readonly settleMs?: number;
}

type Question<Answer> = (() => Promise<Answer>) | null;

interface Outcome<Answer> extends Pick<AskedAnswer<Answer>, 'answer' | 'thrown'> {
  readonly about: unknown;
  readonly ask: Question<Answer>;
  readonly round: number;
}

/** @param ask another function asks anew, so callers keep it stable; null asks nothing, and the last answer stays */
export function useAsked<Answer>(ask: Question<Answer>, { about, settleMs = 0 }: Options = {}): AskedAnswer<Answer> {
  const [round, setRound] = useState(0);
  const [outcome, setOutcome] = useState<Outcome<Answer>>({ about, answer: null, thrown: null, ask: null, round });
  const isOpen = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another wait is no other question
  useEffect(() => {
    if (ask === null) return;
    let isLatest = true;
    isOpen.current = true;
    function settle(make: (before: Answer | null) => Pick<AskedAnswer<Answer>, 'answer' | 'thrown'>): void {
      if (!isLatest) return;
      isOpen.current = false;
      setOutcome((before) => ({ ...make(before.about === about ? before.answer : null), about, ask, round }));
    }
    const question = (): void => {
      ask().then(
        (answer) => settle(() => ({ answer, thrown: null })),
        (thrown: unknown) => settle((answer) => ({ answer, thrown })),
      );
    };
    const timer = settleMs === 0 ? undefined : window.setTimeout(question, settleMs);
    if (timer === undefined) question();
    return () => {
      isLatest = false;
      isOpen.current = false;
      window.clearTimeout(timer);
    };
  }, [ask, about, round]);

  const again = useCallback(() => setRound((before) => before + 1), []);
  const change = useCallback(
    (make: (answer: Answer | null) => Answer | null) => {
      setOutcome((before) => ({ ...before, answer: make(before.answer), thrown: null }));
      if (isOpen.current) again();
    },
    [again],
  );

  const isAbout = outcome.about === about;
  return {
    answer: isAbout ? outcome.answer : null,
    thrown: isAbout ? outcome.thrown : null,
    isAsking: ask !== null && (outcome.ask !== ask || outcome.round !== round),
    again,
    change,
  };
}
