/** A full page with one message: what happened, what is safe, and what to do. */

import type { ReactNode } from 'react';
import { Note } from '../layout/layout.tsx';
import { BrandMark } from '../marks/brand.tsx';
import { TEST_IDS } from '../text/test-ids.ts';
import classes from './full-page.module.css';

interface FullPageProps {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

export function FullPage({ kind, title, text, children }: FullPageProps) {
  return (
    <main className={classes.page} data-testid={TEST_IDS.hostGate} data-kind={kind}>
      <div className={classes.card}>
        <span className={classes.mark}>
          <BrandMark size={34} />
        </span>
        <h1 className={classes.title}>{title}</h1>
        <Note m="0 0 22px" fz={14} lh={1.55}>
          {text}
        </Note>
        {children}
      </div>
    </main>
  );
}
