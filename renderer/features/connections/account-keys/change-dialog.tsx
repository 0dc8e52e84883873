/** Stopping a key or limiting its calls, at Cleartake's own service: what stops is said first. */

import { Button, Modal, TextInput } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { KeyView } from '../../../../shared/contract/account/keys.ts';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import { MOST_CALLS_PER_MINUTE } from '../../../../shared/service-api/key-metadata.ts';
import { focusFirstProblem } from '../../../components/dialogs/dialogs.ts';
import { Foot, Form } from '../../../components/layout/layout.tsx';
import { useSaving } from '../../../components/messages/saving.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import { needOf } from '../confirm-removal.tsx';
import classes from './account-keys.module.css';
import { nameOf } from './key-words.ts';
import { CHANGES, ROTATION } from './strings.ts';

interface ChangeProps {
  readonly desk: PageDesk;
  readonly connection: ConnectionView;
  readonly changed: KeyView;
  onClose(): void;
}

export type Stop = keyof typeof CHANGES.confirm;

export function StopQuestion({ desk, connection, changed, how, onClose }: ChangeProps & { readonly how: Stop }) {
  const { busy, refusal, save } = useSaving(onClose);
  const which = { connectionId: connection.id, keyId: changed.keyId };
  const { begun, notStarted } = needOf(desk.queue.getState().jobs.values(), connection.id);
  const waiting = changed.inUse ? begun + notStarted : 0;
  const title = CHANGES.ask[how](nameOf(changed));
  const stops: readonly Consequence[] = [
    [CHANGES.programs, CHANGES.programsNote[how]],
    [CHANGES.uploads, CHANGES.uploadsNote],
    ...(changed.inUse && waiting === 0 ? [[CHANGES.connection, CHANGES.connectionNote] as const] : []),
    ...(waiting > 0 ? [[ROTATION.queued(waiting), CHANGES.queuedNote] as const] : []),
  ];
  const keeps: readonly Consequence[] = [
    [ROTATION.running, ROTATION.runningNote],
    [CHANGES.otherKeys, CHANGES.otherKeysNote],
  ];

  function stop(): void {
    const { keys } = desk.client;
    save(() => (how === 'revoke' ? keys.revoke(which) : keys.setActive({ ...which, active: false })));
  }

  return (
    <section aria-label={title}>
      <Modal.Title m="0 0 12px" fz={15}>
        {title}
      </Modal.Title>
      <Consequences stops={stops} keeps={keeps} />
      {refusal}
      <Foot mt={16}>
        <Button data-autofocus autoFocus disabled={busy} onClick={onClose}>
          {CHANGES.cancel}
        </Button>
        <Button variant="filled" {...(how === 'revoke' ? { color: 'red.9' } : {})} loading={busy} onClick={stop}>
          {CHANGES.confirm[how]}
        </Button>
      </Foot>
    </section>
  );
}

export function LimitForm({ desk, connection, changed, onClose }: ChangeProps) {
  const [text, setText] = useState(changed.callsPerMinute === null ? '' : String(changed.callsPerMinute));
  const [tried, setTried] = useState(false);
  const { busy, refusal, save } = useSaving(onClose);
  const limit = readLimit(text);
  const title = CHANGES.limitTitle(nameOf(changed));

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    focusFirstProblem(event.currentTarget);
    if (limit === 'invalid') return;
    const asked = { connectionId: connection.id, keyId: changed.keyId, callsPerMinute: limit };
    save(() => desk.client.keys.limit(asked));
  }

  return (
    <Form aria-label={title} gap={10} mt={12} noValidate onSubmit={submit}>
      <Modal.Title m="0 0 12px" fz={15}>
        {title}
      </Modal.Title>
      <TextInput
        autoFocus
        autoComplete="off"
        inputMode="numeric"
        label={CHANGES.limitLabel}
        description={CHANGES.limitNote}
        error={tried && limit === 'invalid' ? CHANGES.limitWrong : null}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {refusal}
      <Foot mt={16}>
        <Button onClick={onClose}>{CHANGES.cancel}</Button>
        <Button type="submit" variant="filled" loading={busy}>
          {CHANGES.save}
        </Button>
      </Foot>
    </Form>
  );
}

/** Null for an empty text: no limit of its own. */
function readLimit(text: string): number | null | 'invalid' {
  if (text.trim() === '') return null;
  const calls = Number(text.trim());
  return Number.isInteger(calls) && calls > 0 && calls <= MOST_CALLS_PER_MINUTE ? calls : 'invalid';
}

/** What happens, and what that means. */
export type Consequence = readonly [what: string, note: string];

interface ConsequencesProps {
  readonly stops: readonly Consequence[];
  readonly keeps: readonly Consequence[];
}

export function Consequences({ stops, keeps }: ConsequencesProps) {
  return (
    <div className={classes.consequences}>
      <Column heading={ROTATION.stops} items={stops} stops />
      <Column heading={ROTATION.keeps} items={keeps} />
    </div>
  );
}

interface ColumnProps {
  readonly heading: string;
  readonly items: readonly Consequence[];
  readonly stops?: boolean;
}

function Column({ heading, items, stops = false }: ColumnProps) {
  const Icon = stops ? IconCircleX : IconCircleCheckFilled;
  return (
    <div>
      <h3>{heading}</h3>
      <ul>
        {items.map(([what, note]) => (
          <li key={what} data-stops={stops}>
            <Icon size={16} aria-hidden />
            <span>
              {what}
              <small>{note}</small>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
