/** The endpoints of an account, adding one, and test events. */

import { ActionIcon, Button, Menu, NativeSelect, TextInput } from '@mantine/core';
import { IconAlertTriangleFilled, IconBan, IconCircleCheckFilled, IconDots } from '@tabler/icons-react';
import { type FormEvent, useCallback, useState } from 'react';
import type { WebhookEndpointView } from '../../../../shared/contract/account/webhooks.ts';
import {
  EVENT_TYPES,
  type EventType,
  WEBHOOK_MODES,
  type WebhookMode,
} from '../../../../shared/service-api/webhooks.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal, useSaving } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { useAsked } from '../../../state/use-asked.ts';
import { type KeyList, useKeys } from '../account-keys/keys-panel.tsx';
import { Unread, unreadReason } from '../account-keys/unread.tsx';
import type { TabProps } from '../sub-tabs.tsx';
import { EditEndpoint, RemoveEndpoint } from './change-endpoint.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { RevealSecret, RotateSecret } from './endpoint-secret.tsx';
import { ownerName } from './key-choice.tsx';
import { CHANGE, ENDPOINTS, EVENT_WORDS, MODE_WORDS, TEST_EVENT, WEBHOOKS } from './strings.ts';
import classes from './webhooks.module.css';

const HOUR_MS = 3_600_000;
/** Milliseconds. The longest is the most that a service recovers, without the moment until it looks. */
const WINDOWS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, most: 14 * 24 * HOUR_MS - 60_000 };
type WindowName = keyof typeof WINDOWS;
const WINDOW_NAMES = Object.keys(WINDOWS) as readonly WindowName[];

/** What can be done with an endpoint in place of the list. */
const CHANGES = { edit: EditEndpoint, revealSecret: RevealSecret, rotateSecret: RotateSecret, remove: RemoveEndpoint };

interface Changing {
  readonly what: keyof typeof CHANGES;
  readonly endpoint: WebhookEndpointView;
}

export function EndpointsTab({ desk, connection: { id: connectionId } }: TabProps) {
  const { client } = desk;
  const { list: keys, read: readKeys } = useKeys(desk, connectionId);
  const { answer, thrown, again } = useAsked(
    useCallback(() => client.webhooks.list({ connectionId }), [client, connectionId]),
  );
  const [said, setSaid] = useState('');
  const [form, setForm] = useState<Changing | null>(null);
  const endpoints = answer?.endpoints ?? [];
  // Pressed twice, it would be done twice.
  const [isChanging, setChanging] = useState(false);

  function change(work: () => Promise<string>): void {
    if (isChanging) return;
    setChanging(true);
    work()
      .then((words) => {
        setSaid(words);
        again();
      })
      .catch(showRefusal)
      .finally(() => setChanging(false));
  }

  function enable({ endpointId }: WebhookEndpointView, enabled: boolean): void {
    change(async () => {
      await client.webhooks.setEnabled({ connectionId, endpointId, enabled });
      return '';
    });
  }

  function recover({ endpointId }: WebhookEndpointView, window: WindowName): void {
    const since = new Date(Date.now() - WINDOWS[window]).toISOString();
    change(async () => {
      const { recovered } = await client.webhooks.recover({ connectionId, endpointId, since });
      return ENDPOINTS.recovered(recovered);
    });
  }

  if (form !== null) {
    const Change = CHANGES[form.what];
    return (
      <Change
        connectionId={connectionId}
        endpoint={form.endpoint}
        onDone={(words) => {
          setForm(null);
          setSaid(words);
          again();
        }}
      />
    );
  }
  return (
    <>
      {thrown !== null && (
        <Unread
          connectionId={connectionId}
          failure={unreadReason(thrown)}
          again={() => {
            readKeys();
            again();
          }}
        />
      )}
      {answer === null && thrown === null && <p role="status">{WEBHOOKS.loading}</p>}
      {answer !== null && endpoints.length === 0 && <QuietText m="6px 0 12px">{ENDPOINTS.none}</QuietText>}
      {endpoints.length > 0 && (
        <ul className={classes.rows} aria-label={ENDPOINTS.list}>
          {endpoints.map((endpoint) => (
            <li key={endpoint.endpointId} className={classes.row}>
              <div className={classes.grow}>
                <p className={classes.address}>{endpoint.url}</p>
                <p className={classes.note}>{factsOf(endpoint, keys)}</p>
              </div>
              <State endpoint={endpoint} />
              {endpoint.enabled && <Recover disabled={isChanging} onWindow={(window) => recover(endpoint, window)} />}
              <Button h={30} fz={12} disabled={isChanging} onClick={() => enable(endpoint, !endpoint.enabled)}>
                {endpoint.enabled ? ENDPOINTS.disable : ENDPOINTS.enable}
              </Button>
              <More address={endpoint.url} onChoice={(what) => setForm({ what, endpoint })} />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={classes.said}>
        {said}
      </p>
      <EndpointForm
        connectionId={connectionId}
        keys={keys}
        onAdded={(address) => {
          setSaid(ENDPOINTS.added(address));
          again();
        }}
      />
      <TestEventForm connectionId={connectionId} />
    </>
  );
}

function More({ address, onChoice }: { readonly address: string; onChoice(what: keyof typeof CHANGES): void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={CHANGE.more(address)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoice('edit')}>{CHANGE.edit}</Menu.Item>
        <Menu.Item onClick={() => onChoice('revealSecret')}>{CHANGE.revealSecret}</Menu.Item>
        <Menu.Item onClick={() => onChoice('rotateSecret')}>{CHANGE.rotateSecret}</Menu.Item>
        <Menu.Item onClick={() => onChoice('remove')}>{CHANGE.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Asks for which time. */
function Recover({ disabled, onWindow }: { readonly disabled: boolean; onWindow(window: WindowName): void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button h={30} fz={12} disabled={disabled}>
          {ENDPOINTS.recover}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {WINDOW_NAMES.map((window) => (
          <Menu.Item key={window} onClick={() => onWindow(window)}>
            {ENDPOINTS.windows[window]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function factsOf({ apiKeyId, eventTypes, mode }: WebhookEndpointView, keys: KeyList): string {
  const types = eventTypes.map((type) => EVENT_WORDS[type as keyof typeof EVENT_WORDS] ?? type);
  const isAll = types.length === 0 || types.length === Object.keys(EVENT_WORDS).length;
  const modeWords = MODE_WORDS[mode as keyof typeof MODE_WORDS] ?? mode;
  return [modeWords, isAll ? ENDPOINTS.all : types.join(', '), ENDPOINTS.owner(ownerName(keys, apiKeyId))].join(' · ');
}

function State({ endpoint: { disabledReason, enabled, failingSince } }: { readonly endpoint: WebhookEndpointView }) {
  if (!enabled) {
    return (
      <span className={classes.state} data-tone="off">
        <IconBan size={16} />
        {disabledReason === 'failing' ? ENDPOINTS.state.long : ENDPOINTS.state.manual}
      </span>
    );
  }
  return failingSince === null ? (
    <span className={classes.state} data-tone="good">
      <IconCircleCheckFilled size={16} />
      {ENDPOINTS.state.delivering}
    </span>
  ) : (
    <span className={classes.state} data-tone="bad">
      <IconAlertTriangleFilled size={16} />
      {ENDPOINTS.state.failing(new Date(failingSince).toLocaleString())}
    </span>
  );
}

function TestEventForm({ connectionId }: { readonly connectionId: string }) {
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
