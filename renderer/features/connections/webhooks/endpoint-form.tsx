/** Adds an endpoint: where, in which mode, which events, and whose. */

import { Button, Checkbox, Group, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { EVENT_TYPES, type WebhookMode } from '../../../../shared/service-api/webhooks.ts';
import { focusFirstProblem } from '../../../components/dialogs/dialogs.ts';
import { useSaving } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import type { KeyList } from '../account-keys/keys-panel.tsx';
import { KeyChoice } from './key-choice.tsx';
import { ENDPOINTS, EVENT_WORDS, MODE_WORDS } from './strings.ts';
import classes from './webhooks.module.css';

const MODES = (['live', 'test'] as const).map((value) => ({ value, label: MODE_WORDS[value] }));

interface EndpointFormProps {
  readonly connectionId: string;
  /** The account's keys. */
  readonly keys: KeyList;
  onAdded(address: string): void;
}

export function EndpointForm({ connectionId, keys, onAdded }: EndpointFormProps) {
  const { client } = useDesk();
  const [address, setAddress] = useState('');
  const [keyId, setKeyId] = useState('');
  const [mode, setMode] = useState<WebhookMode>('live');
  const [events, setEvents] = useState<readonly string[]>(EVENT_TYPES);
  const [tried, setTried] = useState(false);
  const { busy, refusal, save } = useSaving(() => {
    onAdded(address.trim());
    setAddress('');
    setTried(false);
  });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    focusFirstProblem(event.currentTarget);
    if (!isAddress(address) || events.length === 0) return;
    const eventTypes = EVENT_TYPES.filter((type) => events.includes(type));
    const asked = { connectionId, mode, url: address.trim(), eventTypes };
    save(async () => {
      await client.webhooks.configure(keyId.trim() === '' ? asked : { ...asked, apiKeyId: keyId.trim() });
    });
  }

  return (
    <form className={classes.form} onSubmit={submit} aria-label={ENDPOINTS.addTitle}>
      <h3>{ENDPOINTS.addTitle}</h3>
      <div className={classes.columns}>
        <TextInput
          label={ENDPOINTS.address}
          description={ENDPOINTS.addressNote}
          error={tried && !isAddress(address) ? ENDPOINTS.addressWrong : null}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <KeyChoice list={keys} keyId={keyId} onChange={setKeyId} />
      </div>
      <SegmentedControl
        aria-label={ENDPOINTS.mode}
        data={MODES}
        value={mode}
        onChange={(value) => setMode(value === 'test' ? 'test' : 'live')}
      />
      <EventChoice events={events} tried={tried} onChange={setEvents} />
      {refusal}
      <Button type="submit" loading={busy}>
        {ENDPOINTS.add}
      </Button>
    </form>
  );
}

interface EventChoiceProps {
  readonly events: readonly string[];
  /** Whether none chosen is told as a mistake. */
  readonly tried: boolean;
  onChange(events: readonly string[]): void;
}

export function EventChoice({ events, tried, onChange }: EventChoiceProps) {
  return (
    <Checkbox.Group
      label={ENDPOINTS.events}
      error={tried && events.length === 0 ? ENDPOINTS.noEvents : null}
      value={[...events]}
      onChange={onChange}
    >
      <Group gap="8px 18px" align="stretch" mt={6}>
        {EVENT_TYPES.map((type) => (
          <Checkbox key={type} value={type} label={EVENT_WORDS[type]} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** Whether it can be an endpoint's address. */
export function isAddress(text: string): boolean {
  return /^https:\/\/[^\s/]+/.test(text.trim());
}
