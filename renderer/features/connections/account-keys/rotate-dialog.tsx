/** Rotating a key: what stops and what keeps working, then the new secret, shown once. */

import { Button, Checkbox, CopyButton, TextInput } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { KeyView } from '../../../../shared/contract/keys.ts';
import { useSaving } from '../../../components/messages/saving.tsx';
import { shownName } from '../../../components/text/format.ts';
import type { Desk } from '../../../state/desk.ts';
import { needOf } from '../connection-need.ts';
import classes from './account-keys.module.css';
import { KEYS, ROTATION } from './strings.ts';

interface RotateDialogProps {
  readonly desk: Desk;
  readonly connection: ConnectionView;
  readonly rotated: KeyView;
  onClose(): void;
}

interface NewSecret {
  readonly secret: string;
  readonly used: boolean;
}

export function RotateDialog({ desk, connection, rotated, onClose }: RotateDialogProps) {
  const [made, setMade] = useState<NewSecret | null>(null);
  const [use, setUse] = useState(rotated.inUse);
  const { busy, refusal, save } = useSaving(() => undefined);
  const which = { connectionId: connection.id, keyId: rotated.keyId };
  const { client } = desk;
  const name = rotated.label === '' ? KEYS.unnamed : shownName(rotated.label);
  const isMade = made !== null;

  // Whatever closes the window, the desk forgets a secret that wasn't used.
  useEffect(() => {
    if (!isMade) return;
    return () => void client.keys.forget({ connectionId: connection.id, keyId: rotated.keyId }).catch(() => undefined);
  }, [client, connection.id, rotated.keyId, isMade]);

  function rotate(): void {
    save(async () => {
      const { secret, used } = await client.keys.rotate({ ...which, use });
      setMade({ secret, used });
      await desk.refreshConnections().catch(() => undefined);
    });
  }

  function useHere(): void {
    save(async () => {
      await client.keys.use(which);
      setMade((before) => (before === null ? null : { ...before, used: true }));
      await desk.refreshConnections().catch(() => undefined);
    });
  }

  if (made !== null) {
    return (
      <section aria-label={ROTATION.done(name)}>
        <h3 className={classes.question}>{ROTATION.done(name)}</h3>
        <div className={classes.secret}>
          <TextInput
            readOnly
            data-autofocus
            label={ROTATION.secret}
            value={made.secret}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={made.secret}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? ROTATION.copied : ROTATION.copy}</Button>}
          </CopyButton>
          <p>{ROTATION.once}</p>
        </div>
        <p role="status">{made.used ? ROTATION.used : ''}</p>
        {refusal}
        <div className={classes.buttons}>
          <Button onClick={onClose}>{ROTATION.close}</Button>
          {!made.used && (
            <Button variant="filled" loading={busy} onClick={useHere}>
              {ROTATION.useHere}
            </Button>
          )}
        </div>
      </section>
    );
  }
  return (
    <section aria-label={ROTATION.ask(name)}>
      <h3 className={classes.question}>{ROTATION.ask(name)}</h3>
      <Consequences desk={desk} connectionId={connection.id} rotated={rotated} use={use} />
      {rotated.inUse && (
        <Checkbox
          label={ROTATION.use}
          description={ROTATION.useNote}
          classNames={{ description: classes.note }}
          checked={use}
          onChange={(event) => setUse(event.currentTarget.checked)}
        />
      )}
      {refusal}
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onClose}>
          {ROTATION.cancel}
        </Button>
        <Button variant="filled" loading={busy} onClick={rotate}>
          {ROTATION.rotate}
        </Button>
      </div>
    </section>
  );
}

interface ConsequencesProps {
  readonly desk: Desk;
  readonly connectionId: string;
  readonly rotated: KeyView;
  readonly use: boolean;
}

function Consequences({ desk, connectionId, rotated, use }: ConsequencesProps) {
  const { begun, notStarted } = needOf(desk.queue.getState().jobs.values(), connectionId);
  const waiting = rotated.inUse && !use ? begun + notStarted : 0;
  const stops = [
    [ROTATION.oldSecret(rotated.keyPrefix), ROTATION.oldSecretNote],
    rotated.inUse ? [ROTATION.uploads, ROTATION.uploadsNote] : [ROTATION.otherUploads, ROTATION.otherUploadsNote],
    ...(waiting > 0 ? [[ROTATION.queued(waiting), ROTATION.queuedNote]] : []),
  ];
  const keeps = [
    [ROTATION.running, ROTATION.runningNote],
    [ROTATION.webhooks, ROTATION.webhooksNote],
  ];
  return (
    <div className={classes.consequences}>
      <Column heading={ROTATION.stops} items={stops} stops />
      <Column heading={ROTATION.keeps} items={keeps} />
    </div>
  );
}

interface ColumnProps {
  readonly heading: string;
  readonly items: readonly (readonly string[])[];
  readonly stops?: boolean;
}

function Column({ heading, items, stops = false }: ColumnProps) {
  const Icon = stops ? IconCircleX : IconCircleCheckFilled;
  return (
    <div>
      <h4>{heading}</h4>
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
