/** What every tab shows while it is read, and when that is refused; and a table of pages. */

import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { QuietText } from '../../../components/layout/layout.tsx';
import { sentenceOf } from '../../../components/messages/saving.tsx';
import { type AccountReading, Unread, useReading } from '../account-keys/unread.tsx';
import { DetailTable } from '../detail-parts.tsx';
import { ACCOUNT_WORDS } from './strings.ts';

interface ReadingViewProps<Answer> {
  readonly connectionId: string;
  readonly asked: Pick<AccountReading<Answer>, 'reading' | 'read'>;
  readonly children: (answer: Answer) => ReactNode;
}

export function ReadingView<Answer>({ connectionId, asked: { reading, read }, children }: ReadingViewProps<Answer>) {
  if (reading.kind === 'loading') return <p role="status">{ACCOUNT_WORDS.loading}</p>;
  if (reading.kind === 'read') return children(reading.answer);
  return <Unread connectionId={connectionId} failure={reading.failure} again={read} />;
}

export interface ReadingRows<Row> {
  readonly rows: readonly Row[];
  /** Null on the last page. */
  readonly next: string | null;
}

/** Rows page by page. @param ask kept stable by the caller; `before` is the `next` of the page before */
export function usePages<Row>(ask: (before: string | undefined) => Promise<ReadingRows<Row>>) {
  const first = useCallback(() => ask(undefined), [ask]);
  const { reading, read, change } = useReading(first);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  function more(): void {
    if (reading.kind !== 'read' || reading.answer.next === null) return;
    const { answer } = reading;
    setBusy(true);
    setRefusal(null);
    ask(answer.next ?? undefined)
      .then((page) =>
        change((now) => (now === answer ? { rows: [...answer.rows, ...page.rows], next: page.next } : now)),
      )
      .catch((thrown: unknown) => setRefusal(sentenceOf(thrown)))
      .finally(() => setBusy(false));
  }

  return { reading, read, more, busy, refusal };
}

interface PagesViewProps<Row> {
  readonly connectionId: string;
  readonly pages: ReturnType<typeof usePages<Row>>;
  readonly label: string;
  readonly columns: readonly string[];
  /** Those of the columns that hold figures. */
  readonly figures?: readonly string[];
  readonly none: string;
  readonly row: (row: Row) => ReactNode;
}

/** A table that grows page by page. */
export function PagesView<Row>({ connectionId, pages, label, columns, figures = [], none, row }: PagesViewProps<Row>) {
  return (
    <ReadingView connectionId={connectionId} asked={pages}>
      {({ rows, next }) =>
        rows.length === 0 ? (
          <QuietText p="14px 0">{none}</QuietText>
        ) : (
          <>
            <DetailTable label={label} columns={columns} figures={figures}>
              {rows.map(row)}
            </DetailTable>
            {pages.refusal !== null && (
              <QuietText c="var(--ct-bad)" role="alert">
                {pages.refusal}
              </QuietText>
            )}
            {next !== null && (
              <Button mt={10} loading={pages.busy} onClick={pages.more}>
                {ACCOUNT_WORDS.more}
              </Button>
            )}
          </>
        )
      }
    </ReadingView>
  );
}

/** The day and minute of a time, as the person writes them. @param time ISO 8601 */
export function momentOf(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** @param time ISO 8601 */
export function dayWords(time: string): string {
  return new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' });
}
