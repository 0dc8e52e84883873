/** Adds a failure to a rehearsal. */

import { NativeSelect, NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
  FAULT_KINDS,
  FAULT_PLACES,
  type FaultKind,
  type FaultPlace,
} from '../../../../shared/service-api/rehearsal.ts';
import { ReasonButton } from '../../../components/messages/reason-button.tsx';
import { SAVING } from '../../../components/messages/strings.ts';
import type { PartProps } from './part-props.ts';
import classes from './rehearsal.module.css';
import { KIND_WORDS, PLACE_WORDS, REHEARSAL } from './strings.ts';

const PLACES = Object.keys(FAULT_PLACES) as FaultPlace[];

export function FailForm({ view, busy, change }: PartProps) {
  const [place, setPlace] = useState<FaultPlace>('starts');
  const [kind, setKind] = useState<FaultKind>('402');
  const [times, setTimes] = useState<number | string>(1);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const count = Math.max(1, Number(times));
    change({ faults: [...view.faults, { path: FAULT_PLACES[place], kind, times: count }] });
  }

  return (
    <form className={classes.fail} aria-label={REHEARSAL.add} onSubmit={submit}>
      <NativeSelect
        label={REHEARSAL.place}
        data={PLACES.map((value) => ({ value, label: PLACE_WORDS[value] }))}
        value={place}
        onChange={({ currentTarget: { value } }) => setPlace(PLACES.find((one) => one === value) ?? 'starts')}
      />
      <NativeSelect
        label={REHEARSAL.kind}
        data={FAULT_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
        value={kind}
        onChange={({ currentTarget: { value } }) => setKind(FAULT_KINDS.find((one) => one === value) ?? '402')}
      />
      <NumberInput
        label={REHEARSAL.times}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        value={times}
        onChange={setTimes}
      />
      <ReasonButton type="submit" reason={busy ? SAVING.busy : null}>
        {REHEARSAL.add}
      </ReasonButton>
    </form>
  );
}
