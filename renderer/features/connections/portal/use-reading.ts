/** What the service answers to a question, and pages of a list. */

import { useCallback, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../../components/messages/refusal.ts';
import { type Failure, failureOf } from '../account-keys/unread.tsx';

export type Reading<Answer> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'read'; readonly answer: Answer };

export interface Asked<Answer> {
  readonly reading: Reading<Answer>;
  read(): void;
  /** Shows a newer answer that came otherwise. */
  put(answer: Answer): void;
}

/** @param ask kept stable by the caller */
export function useReading<Answer>(ask: () => Promise<Answer>): Asked<Answer> {
  const [reading, setReading] = useState<Reading<Answer>>({ kind: 'loading' });
  const put = useCallback((answer: Answer) => setReading({ kind: 'read', answer }), []);
  const round = useRef(0);
  const read = useCallback(() => {
    // What was read stays in sight until the next answer; only the answer to the latest question counts.
    setReading((before) => (before.kind === 'read' ? before : { kind: 'loading' }));
    round.current += 1;
    const own = round.current;
    const isLatest = () => own === round.current;
    ask()
      .then((answer) => isLatest() && put(answer))
      .catch((thrown: unknown) => isLatest() && setReading({ kind: 'failed', failure: failureOf(thrown) }));
  }, [ask, put]);
  useEffect(read, [read]);
  return { reading, read, put };
}

export interface Rows<Row> {
  readonly rows: readonly Row[];
  /** Null on the last page. */
  readonly next: string | null;
}

/** Rows page by page. @param ask kept stable by the caller; `before` is the `next` of the page before */
export function usePages<Row>(ask: (before: string | undefined) => Promise<Rows<Row>>) {
  const first = useCallback(() => ask(undefined), [ask]);
  const { reading, read, put } = useReading(first);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  function more(): void {
    if (reading.kind !== 'read' || reading.answer.next === null) return;
    const { next, rows } = reading.answer;
    setBusy(true);
    setRefusal(null);
    ask(next)
      .then((page) => put({ rows: [...rows, ...page.rows], next: page.next }))
      .catch((thrown: unknown) => setRefusal(sentenceOf(thrown)))
      .finally(() => setBusy(false));
  }

  return { reading, read, more, busy, refusal };
}
