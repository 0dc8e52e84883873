/** A row of facts: its name, what it is, and what changes it. */

import type { ReactNode } from 'react';
import classes from './overview.module.css';

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
      {children !== undefined && <dd className={classes.act}>{children}</dd>}
    </div>
  );
}
