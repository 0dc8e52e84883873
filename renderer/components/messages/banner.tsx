/** A message above the queue, in the flow of the page: it covers nothing. */

import type { ReactNode } from 'react';
import classes from './banner.module.css';

interface BannerProps {
  readonly label: string;
  readonly tone: 'calm' | 'warn';
  readonly icon: ReactNode;
  readonly title?: string;
  readonly children: ReactNode;
  readonly action: ReactNode;
}

export function Banner({ label, tone, icon, title, children, action }: BannerProps) {
  return (
    <section className={classes.banner} data-tone={tone} aria-label={label}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={classes.words}>
        {title !== undefined && <b>{title}</b>}
        <p>{children}</p>
      </div>
      {action}
    </section>
  );
}
