/** Lets a Cleartake service be slow or fail on purpose. */

import { Button, Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { RehearsalView } from '../../../../shared/contract/account/rehearsal.ts';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import {
  FAULT_KINDS,
  FAULT_PLACES,
  type FaultKind,
  type FaultPlace,
  type RehearsalChange,
} from '../../../../shared/service-api/rehearsal.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import { ReasonButton } from '../../../components/messages/reason-button.tsx';
import { useSaving } from '../../../components/messages/saving.tsx';
import { SAVING } from '../../../components/strings.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { useAsked } from '../../../state/use-asked.ts';
import { Unread, unreadReason } from '../account-keys/unread.tsx';
import classes from './rehearsal.module.css';
import { CLOCK_STEPS, KIND_WORDS, PLACE_WORDS, REHEARSAL } from './strings.ts';

export interface RehearsalPartProps {
  readonly view: RehearsalView;
  readonly busy: boolean;
  /** @param words what is said once it is done */
  change(wanted: RehearsalChange, words?: string): void;
}

const PLACES = Object.keys(FAULT_PLACES) as FaultPlace[];

export function RehearsalPanel({ connection }: { readonly connection: ConnectionView }) {
  const desk = useDesk();
  const { id: connectionId } = connection;
  const { answer, thrown, again } = useAsked(
    useCallback(() => desk.client.rehearsal.read({ connectionId }), [desk, connectionId]),
  );
  const [changed, setChanged] = useState<RehearsalView | null>(null);
  const [said, setSaid] = useState('');
  const { busy, refusal, save } = useSaving(() => undefined);
  const view = changed ?? answer;

  function change(wanted: RehearsalChange, words = ''): void {
    setSaid('');
    save(async () => {
      setChanged(await desk.client.rehearsal.change({ connectionId, change: wanted }));
      setSaid(words);
      await desk.refreshConnections();
    });
  }

  return (
    <>
      <p className={classes.lead}>{REHEARSAL.lead}</p>
      {connection.kind === 'built-in' && <QuietText fz={12}>{REHEARSAL.builtInNote}</QuietText>}
      {view === null && thrown === null && <p role="status">{REHEARSAL.loading}</p>}
      {view === null && thrown !== null && (
        <Unread connectionId={connectionId} failure={unreadReason(thrown)} again={again} />
      )}
      {view !== null && (
        <>
          <SlowForm view={view} busy={busy} change={change} />
          <section aria-label={REHEARSAL.failTitle} className={classes.section}>
            <h3>{REHEARSAL.failTitle}</h3>
            <Faults view={view} busy={busy} change={change} />
            <FailForm view={view} busy={busy} change={change} />
            {connection.kind === 'remote' && (
              <Checkbox
                label={REHEARSAL.declines}
                description={REHEARSAL.declinesNote}
                checked={view.declinePayments}
                onChange={({ currentTarget }) => busy || change({ declinePayments: currentTarget.checked })}
              />
            )}
          </section>
          <ActNow busy={busy} change={change} />
        </>
      )}
      {refusal}
      <div className={classes.foot}>
        <span role="status">
          {view !== null && REHEARSAL.state[view.on ? 'on' : 'off']}{' '}
          {view?.now != null && REHEARSAL.time(new Date(view.now).toLocaleString())} {said}
        </span>
        {view?.on === true && (
          <Button variant="filled" loading={busy} onClick={() => change({ reset: true })}>
            {REHEARSAL.end}
          </Button>
        )}
      </div>
    </>
  );
}

function Faults({ view: { faults }, busy, change }: RehearsalPartProps) {
  if (faults.length === 0) return <QuietText fz={12}>{REHEARSAL.nothingFails}</QuietText>;
  return (
    <ul className={classes.rows}>
      {faults.map((fault, index) => {
        const words = `${placeWords(fault.path)} · ${KIND_WORDS[fault.kind]}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal faults may be there twice, in order
          <li key={`${words} ${index}`}>
            <span>{words}</span>
            <QuietText span fz={12}>
              {REHEARSAL.left(fault.times)}
            </QuietText>
            <ReasonButton
              h={28}
              fz={12}
              aria-label={REHEARSAL.removeOne(words)}
              reason={busy ? SAVING.busy : null}
              onClick={() => change({ faults: faults.toSpliced(index, 1) })}
            >
              {REHEARSAL.remove}
            </ReasonButton>
          </li>
        );
      })}
    </ul>
  );
}

function placeWords(path: string): string {
  for (const [place, pattern] of Object.entries(FAULT_PLACES))
    if (pattern === path) return PLACE_WORDS[place as FaultPlace];
  return path;
}

function ActNow({ busy, change }: Omit<RehearsalPartProps, 'view'>) {
  const [step, setStep] = useState('1 day');
  return (
    <section className={classes.section} aria-label={REHEARSAL.nowTitle}>
      <h3>{REHEARSAL.nowTitle}</h3>
      <div className={classes.act}>
        <QuietText fz={12}>{REHEARSAL.expireNote}</QuietText>
        <ReasonButton
          reason={busy ? SAVING.busy : null}
          onClick={() => change({ expireLinks: true }, REHEARSAL.linksExpired)}
        >
          {REHEARSAL.expireLinks}
        </ReasonButton>
      </div>
      <div className={classes.act}>
        <QuietText fz={12}>{REHEARSAL.clockNote}</QuietText>
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

function FailForm({ view, busy, change }: RehearsalPartProps) {
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

function SlowForm({ view, busy, change }: RehearsalPartProps) {
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
