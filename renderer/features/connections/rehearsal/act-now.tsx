/** What happens at once in a rehearsal: links expire, the clock goes forward. */

import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ReasonButton } from '../../../components/messages/reason-button.tsx';
import { SAVING } from '../../../components/messages/strings.ts';
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
        <ReasonButton
          reason={busy ? SAVING.busy : null}
          onClick={() => change({ expireLinks: true }, REHEARSAL.linksExpired)}
        >
          {REHEARSAL.expireLinks}
        </ReasonButton>
      </div>
      <div className={classes.act}>
        <p className={classes.note}>{REHEARSAL.clockNote}</p>
        <NativeSelect
          aria-label={REHEARSAL.clock}
          data={Object.keys(CLOCK_STEPS)}
          value={step}
          onChange={({ currentTarget: { value } }) => setStep(value)}
        />
        <ReasonButton
          reason={busy ? SAVING.busy : null}
          aria-label={REHEARSAL.clock}
          onClick={() => change({ moveClockMs: CLOCK_STEPS[step] }, REHEARSAL.clockMoved(step))}
        >
          {REHEARSAL.move}
        </ReasonButton>
      </div>
    </section>
  );
}
