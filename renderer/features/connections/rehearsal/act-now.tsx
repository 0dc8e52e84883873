/** What happens at once in a rehearsal: links expire, the clock goes forward. */

import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { PartProps } from './part-props.ts';
import classes from './rehearsal.module.css';
import { CLOCK_STEPS, REHEARSAL } from './strings.ts';

export function ActNow({ busy, change }: Omit<PartProps, 'view'>) {
  const [step, setStep] = useState('1 day');
  return (
    <section className={classes.section} aria-label={REHEARSAL.nowTitle}>
      <h3>{REHEARSAL.nowTitle}</h3>
      <div className={classes.act}>
        <p className={classes.note}>{REHEARSAL.expireNote}</p>
        <Button disabled={busy} onClick={() => change({ expireLinks: true }, REHEARSAL.linksExpired)}>
          {REHEARSAL.expireLinks}
        </Button>
      </div>
      <div className={classes.act}>
        <p className={classes.note}>{REHEARSAL.clockNote}</p>
        <NativeSelect
          aria-label={REHEARSAL.clock}
          data={Object.keys(CLOCK_STEPS)}
          value={step}
          onChange={({ currentTarget: { value } }) => setStep(value)}
        />
        <Button
          disabled={busy}
          aria-label={REHEARSAL.clock}
          onClick={() => change({ moveClockMs: CLOCK_STEPS[step] }, REHEARSAL.clockMoved(step))}
        >
          {REHEARSAL.move}
        </Button>
      </div>
    </section>
  );
}
