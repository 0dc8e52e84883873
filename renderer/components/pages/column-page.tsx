/** A page with one column: heading, lead, perhaps one action, and content. */

import type { ReactNode } from 'react';
import classes from './column-page.module.css';

interface ColumnPageProps {
  readonly title: string;
  readonly lead: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function ColumnPage({ title, lead, action, children }: ColumnPageProps) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}
