/** Changing one endpoint: its address and events, or removing it. */

import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { WebhookEndpointView } from '../../../../shared/contract/account/webhooks.ts';
import { EVENT_TYPES } from '../../../../shared/service-api/webhooks.ts';
import { focusFirstProblem } from '../../../components/dialogs/dialogs.ts';
import { Foot, QuietText } from '../../../components/layout/layout.tsx';
import { useSaving } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { EventChoice, isAddress } from './endpoint-form.tsx';
import { CHANGE, ENDPOINTS } from './strings.ts';
import classes from './webhooks.module.css';

/** What each form of an endpoint is given. */
export interface ChangeProps {
  readonly connectionId: string;
  readonly endpoint: WebhookEndpointView;
  /** @param said what to tell; empty when nothing was changed */
  onDone(said: string): void;
}

export function EditEndpoint({ connectionId, endpoint, onDone }: ChangeProps) {
  const { client } = useDesk();
  const [address, setAddress] = useState(endpoint.url);
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
    save(() => client.webhooks.update({ connectionId, endpointId, url: address.trim(), eventTypes }));
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
      <Foot mt={6}>
        <Button onClick={() => onDone('')}>{CHANGE.cancel}</Button>
        <Button type="submit" variant="filled" loading={busy}>
          {CHANGE.save}
        </Button>
      </Foot>
    </form>
  );
}

export function RemoveEndpoint({ connectionId, endpoint, onDone }: ChangeProps) {
  const { client } = useDesk();
  const { busy, refusal, save } = useSaving(() => onDone(CHANGE.removed(endpoint.url)));
  const { endpointId } = endpoint;
  return (
    <section className={classes.form} aria-label={CHANGE.removeTitle}>
      <h3>{CHANGE.removeTitle}</h3>
      <p className={classes.address}>{endpoint.url}</p>
      <QuietText m="6px 0 12px">{CHANGE.removeText}</QuietText>
      {refusal}
      <Foot mt={6}>
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
      </Foot>
    </section>
  );
}
