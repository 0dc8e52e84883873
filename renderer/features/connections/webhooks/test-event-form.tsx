/** Sends a test event, and says where it went. */

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
  EVENT_TYPES,
  type EventType,
  WEBHOOK_MODES,
  type WebhookMode,
} from '../../../../shared/service-api/webhooks.ts';
import { useSaving } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { ENDPOINTS, EVENT_WORDS, MODE_WORDS, TEST_EVENT } from './strings.ts';
import classes from './webhooks.module.css';

export function TestEventForm({ connectionId }: { readonly connectionId: string }) {
  const { client } = useDesk();
  const [eventType, setEventType] = useState<EventType>('generation.completed');
  const [mode, setMode] = useState<WebhookMode>('live');
  const [project, setProject] = useState('');
  const [said, setSaid] = useState<readonly string[]>([]);
  const { busy, refusal, save } = useSaving(() => undefined);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setSaid([]);
    const asked = { connectionId, eventType, mode };
    save(async () => {
      const apiProjectId = project.trim();
      const sent = await client.webhooks.test(
        apiProjectId === '' ? asked : { ...asked, samplePayload: { apiProjectId } },
      );
      const places = (sent.endpoints ?? []).map((endpoint) =>
        endpoint.sent ? TEST_EVENT.to(endpoint.url) : TEST_EVENT.notTo(endpoint.url),
      );
      setSaid([TEST_EVENT.sent(sent.vendorMessageId), ...places, ...(sent.notice === null ? [] : [sent.notice])]);
    });
  }

  return (
    <form className={classes.form} onSubmit={submit} aria-label={TEST_EVENT.title}>
      <h3>{TEST_EVENT.title}</h3>
      <div className={classes.columns}>
        <NativeSelect
          label={TEST_EVENT.event}
          data={EVENT_TYPES.map((value) => ({ value, label: EVENT_WORDS[value] }))}
          value={eventType}
          onChange={({ currentTarget: { value } }) =>
            setEventType(EVENT_TYPES.find((type) => type === value) ?? 'generation.completed')
          }
        />
        <NativeSelect
          label={ENDPOINTS.mode}
          data={WEBHOOK_MODES.map((value) => ({ value, label: MODE_WORDS[value] }))}
          value={mode}
          onChange={({ currentTarget: { value } }) => setMode(value === 'test' ? 'test' : 'live')}
        />
        <TextInput
          label={TEST_EVENT.project}
          placeholder={TEST_EVENT.projectNote}
          value={project}
          onChange={(event) => setProject(event.currentTarget.value)}
        />
      </div>
      {refusal}
      <Button type="submit" loading={busy}>
        {TEST_EVENT.send}
      </Button>
      <div role="status" className={classes.said}>
        {said.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
    </form>
  );
}
