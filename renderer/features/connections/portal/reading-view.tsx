/** What every tab shows while it is read, and when that is refused; and a table of pages. */

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Unread } from '../account-keys/unread.tsx';
import { DetailTable } from '../detail-table.tsx';
import classes from './portal.module.css';
import { ACCOUNT } from './strings.ts';
import type { Asked, usePages } from './use-reading.ts';

interface ReadingViewProps<Answer> {
  readonly connectionId: string;
  readonly asked: Pick<Asked<Answer>, 'reading' | 'read'>;
  readonly children: (answer: Answer) => ReactNode;
}

export function ReadingView<Answer>({ connectionId, asked: { reading, read }, children }: ReadingViewProps<Answer>) {
  if (reading.kind === 'loading') return <p role="status">{ACCOUNT.loading}</p>;
  if (reading.kind === 'read') return children(reading.answer);
  return <Unread connectionId={connectionId} failure={reading.failure} again={read} />;
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
          <p className={classes.none}>{none}</p>
        ) : (
          <>
            <DetailTable label={label} columns={columns} figures={figures}>
              {rows.map(row)}
            </DetailTable>
            {pages.refusal !== null && (
              <p className={classes.refusal} role="alert">
                {pages.refusal}
              </p>
            )}
            {next !== null && (
              <Button mt={10} loading={pages.busy} onClick={pages.more}>
                {ACCOUNT.more}
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
export function dayOf(time: string): string {
  return new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' });
}
