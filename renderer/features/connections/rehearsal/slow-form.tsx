/** How slow a rehearsed service is. */

import { NumberInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { ReasonButton } from '../../../components/messages/reason-button.tsx';
import { SAVING } from '../../../components/messages/strings.ts';
import type { PartProps } from './part-props.ts';
import classes from './rehearsal.module.css';
import { REHEARSAL } from './strings.ts';

export function SlowForm({ view, busy, change }: PartProps) {
  const { latencyMs, rateLimitPerMinute, restorationDelayMs } = view;
  const [calls, setCalls] = useState<number | string>(latencyMs / 1000);
  const [restorations, setRestorations] = useState<number | string>(restorationDelayMs / 1000);
  const [perMinute, setPerMinute] = useState<number | string>(rateLimitPerMinute ?? '');

  // What the service rehearses now. The fields stay, and with them the focus.
  useEffect(() => {
    setCalls(latencyMs / 1000);
    setRestorations(restorationDelayMs / 1000);
    setPerMinute(rateLimitPerMinute ?? '');
  }, [latencyMs, restorationDelayMs, rateLimitPerMinute]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    change({
      latencyMs: Math.round(Number(calls) * 1000),
      restorationDelayMs: Math.round(Number(restorations) * 1000),
      rateLimitPerMinute: perMinute === '' ? null : Number(perMinute),
    });
  }

  return (
    <form className={classes.section} aria-label={REHEARSAL.slowTitle} onSubmit={submit}>
      <h3>{REHEARSAL.slowTitle}</h3>
      <div className={classes.three}>
        <NumberInput label={REHEARSAL.calls} min={0} max={3600} decimalScale={3} value={calls} onChange={setCalls} />
        <NumberInput
          label={REHEARSAL.restorations}
          min={0}
          max={86_400}
          decimalScale={3}
          value={restorations}
          onChange={setRestorations}
        />
        <NumberInput
          label={REHEARSAL.perMinute}
          placeholder={REHEARSAL.noLimit}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          value={perMinute}
          onChange={setPerMinute}
        />
      </div>
      <ReasonButton type="submit" reason={busy ? SAVING.busy : null} className={classes.own}>
        {REHEARSAL.apply}
      </ReasonButton>
    </form>
  );
}
