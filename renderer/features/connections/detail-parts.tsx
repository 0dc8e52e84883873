/** What most tabs of a connection show: a table whose headings stay in sight, with figures at the end, and facts with the buttons that change them. */

import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './detail-parts.module.css';

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

/** @param children each a `Fact` */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

interface FactProps {
  readonly name: string;
  readonly value: ReactNode;
  /** What is missing keeps the connection from working. */
  readonly isMissing?: boolean;
  /** Buttons. */
  readonly children?: ReactNode;
}

export function Fact({ name, value, isMissing = false, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd data-missing={isMissing}>{value}</dd>
      {children !== undefined && (
        <Group component="dd" gap={8}>
          {children}
        </Group>
      )}
    </div>
  );
}
