/** The table that most tabs of a connection have: its headings stay in sight while it scrolls, and figures stand at the end. */

import type { ReactNode } from 'react';
import classes from './detail-table.module.css';

interface DetailTableProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** Those of the columns that hold figures. */
  readonly figures?: readonly string[];
  /** Those of the columns whose heading is only read aloud. */
  readonly unseen?: readonly string[];
  readonly children: ReactNode;
}

export function DetailTable({ label, columns, figures = [], unseen = [], children }: DetailTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((heading) => (
              <th key={heading} scope="col" className={figures.includes(heading) ? classes.figure : undefined}>
                {unseen.includes(heading) ? <span className="visually-hidden">{heading}</span> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** A cell under a heading of `figures`. */
export function Figure({ children }: { readonly children: ReactNode }) {
  return <td className={classes.figure}>{children}</td>;
}
