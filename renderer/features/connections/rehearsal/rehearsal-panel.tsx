/** Lets a Cleartake service be slow or fail on purpose. */

import { Button, Checkbox } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { RehearsalView } from '../../../../shared/contract/rehearsal.ts';
import { FAULT_PLACES, type FaultPlace, type RehearsalChange } from '../../../../shared/service-api/rehearsal.ts';
import { ReasonButton } from '../../../components/messages/reason-button.tsx';
import { useSaving } from '../../../components/messages/saving.tsx';
import { SAVING } from '../../../components/messages/strings.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { Unread } from '../account-keys/unread.tsx';
import { useAnswer } from '../webhooks/use-answer.ts';
import { ActNow } from './act-now.tsx';
import { FailForm } from './fail-form.tsx';
import type { PartProps } from './part-props.ts';
import classes from './rehearsal.module.css';
import { SlowForm } from './slow-form.tsx';
import { KIND_WORDS, PLACE_WORDS, REHEARSAL } from './strings.ts';

export function RehearsalPanel({ connection }: { readonly connection: ConnectionView }) {
  const desk = useDesk();
  const { id: connectionId } = connection;
  const { answer, failure, again } = useAnswer(
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
      {connection.kind === 'built-in' && <p className={classes.note}>{REHEARSAL.builtInNote}</p>}
      {view === null && failure === null && <p role="status">{REHEARSAL.loading}</p>}
      {view === null && failure !== null && <Unread connectionId={connectionId} failure={failure} again={again} />}
      {view !== null && (
        <>
          <SlowForm {...{ view, busy, change }} />
          <section aria-label={REHEARSAL.failTitle} className={classes.section}>
            <h3>{REHEARSAL.failTitle}</h3>
            <Faults {...{ view, busy, change }} />
            <FailForm {...{ view, busy, change }} />
            {connection.kind === 'remote' && (
              <Checkbox
                label={REHEARSAL.declines}
                description={REHEARSAL.declinesNote}
                checked={view.declinePayments}
                onChange={({ currentTarget }) => busy || change({ declinePayments: currentTarget.checked })}
              />
            )}
          </section>
          <ActNow {...{ busy, change }} />
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

function Faults({ view: { faults }, busy, change }: PartProps) {
  if (faults.length === 0) return <p className={classes.note}>{REHEARSAL.nothingFails}</p>;
  return (
    <ul className={classes.rows}>
      {faults.map((fault, index) => {
        const words = `${placeWords(fault.path)} · ${KIND_WORDS[fault.kind]}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal faults may be there twice, in order
          <li key={`${words} ${index}`}>
            <span>{words}</span>
            <span className={classes.note}>{REHEARSAL.left(fault.times)}</span>
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
