/** Changing one endpoint: its address and events, its signing secret, or removing it. */

import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { WebhookEndpointView } from '../../../../shared/contract/webhooks.ts';
import { EVENT_TYPES } from '../../../../shared/service-api/webhooks.ts';
import { focusFirstProblem } from '../../../components/dialogs/first-problem.ts';
import { useHeldDialog } from '../../../components/dialogs/held-dialog.ts';
import { useSaving } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { NewSecret } from '../new-secret.tsx';
import { EventChoice, isAddress } from './event-choice.tsx';
import { CHANGE, ENDPOINTS } from './strings.ts';
import classes from './webhooks.module.css';

interface ChangeProps {
  readonly connectionId: string;
  readonly endpoint: WebhookEndpointView;
  /** @param said what to tell; empty when nothing was changed */
  onDone(said: string): void;
}

export function EditEndpoint({ connectionId, endpoint, onDone }: ChangeProps) {
  const { client } = useDesk();
  const [address, setAddress] = useState(endpoint.address);
  const [events, setEvents] = useState<readonly string[]>(
    endpoint.eventTypes.length === 0 ? EVENT_TYPES : endpoint.eventTypes,
  );
  const [tried, setTried] = useState(false);
  const { busy, refusal, save } = useSaving(() => onDone(ENDPOINTS.added(address.trim())));

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    focusFirstProblem(event.currentTarget);
    if (!isAddress(address) || events.length === 0) return;
    const eventTypes = EVENT_TYPES.filter((type) => events.includes(type));
    const { endpointId } = endpoint;
    save(() => client.webhooks.update({ connectionId, endpointId, address: address.trim(), eventTypes }));
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label={CHANGE.editTitle}>
      <h3>{CHANGE.editTitle}</h3>
      <TextInput
        autoFocus
        label={ENDPOINTS.address}
        description={CHANGE.addressNote}
        error={tried && !isAddress(address) ? ENDPOINTS.addressWrong : null}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <EventChoice events={events} tried={tried} onChange={setEvents} />
      {refusal}
      <div className={classes.buttons}>
        <Button onClick={() => onDone('')}>{CHANGE.cancel}</Button>
        <Button type="submit" variant="filled" loading={busy}>
          {CHANGE.save}
        </Button>
      </div>
    </form>
  );
}

export function RemoveEndpoint({ connectionId, endpoint, onDone }: ChangeProps) {
  const { client } = useDesk();
  const { busy, refusal, save } = useSaving(() => onDone(CHANGE.removed(endpoint.address)));
  const { endpointId } = endpoint;
  return (
    <section className={classes.form} aria-label={CHANGE.removeTitle}>
      <h3>{CHANGE.removeTitle}</h3>
      <p className={classes.address}>{endpoint.address}</p>
      <p className={classes.lead}>{CHANGE.removeText}</p>
      {refusal}
      <div className={classes.buttons}>
        <Button autoFocus disabled={busy} onClick={() => onDone('')}>
          {CHANGE.cancel}
        </Button>
        <Button
          variant="filled"
          color="red.9"
          loading={busy}
          onClick={() => save(() => client.webhooks.remove({ connectionId, endpointId }))}
        >
          {CHANGE.confirmRemove}
        </Button>
      </div>
    </section>
  );
}

/** The new secret is shown once, unless it is for the receiver on this computer, which has it then. */
export function RotateSecret({ connectionId, endpoint, onDone }: ChangeProps) {
  const { client } = useDesk();
  const [immediately, setImmediately] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, refusal, save } = useSaving(() => undefined);
  // Closed now, the new secret would never be seen.
  useHeldDialog(busy);

  function rotate(): void {
    save(async () => {
      const { endpointId } = endpoint;
      const made = await client.webhooks.rotateSecret({ connectionId, endpointId, immediately });
      if (made.secret === null) onDone(CHANGE.storedHere);
      else setSecret(made.secret);
    });
  }

  return (
    <section className={classes.form} aria-label={CHANGE.rotateTitle}>
      <h3>{CHANGE.rotateTitle}</h3>
      <p className={classes.address}>{endpoint.address}</p>
      {secret === null ? (
        <>
          <p className={classes.lead}>{CHANGE.rotateText}</p>
          <Checkbox
            label={CHANGE.immediately}
            description={CHANGE.immediatelyNote}
            checked={immediately}
            onChange={(event) => setImmediately(event.currentTarget.checked)}
          />
        </>
      ) : (
        <NewSecret label={CHANGE.secret} secret={secret} note={CHANGE.once} />
      )}
      {refusal}
      <div className={classes.buttons}>
        {secret === null ? (
          <>
            <Button autoFocus disabled={busy} onClick={() => onDone('')}>
              {CHANGE.cancel}
            </Button>
            <Button variant="filled" loading={busy} onClick={rotate}>
              {CHANGE.rotate}
            </Button>
          </>
        ) : (
          <Button variant="filled" onClick={() => onDone('')}>
            {CHANGE.saved}
          </Button>
        )}
      </div>
    </section>
  );
}
