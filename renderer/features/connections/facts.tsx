/** Facts in rows, each with its name, what it is, and the buttons that change it. */

import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

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
