/** What became of messages, newest first, with their attempts. */

import { Button, SegmentedControl } from '@mantine/core';
import { IconBan, IconCircleCheckFilled, IconCircleXFilled, IconClock } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { WebhookDeliveryView } from '../../../../shared/contract/account/webhooks.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { useAsked } from '../../../state/use-asked.ts';
import { Unread } from '../account-keys/unread.tsx';
import { DetailTable } from '../detail-parts.tsx';
import { usePages } from '../portal/reading-view.tsx';
import type { TabProps } from '../sub-tabs.tsx';
import { DELIVERIES, EVENT_WORDS, WEBHOOKS } from './strings.ts';
import classes from './webhooks.module.css';

const PAGE = 100;

type Status = WebhookDeliveryView['status'];
const STATUSES = Object.keys(DELIVERIES.status) as readonly Status[];

export function DeliveriesTab({ desk, connection: { id: connectionId } }: TabProps) {
  const { client } = desk;
  const [status, setStatus] = useState<Status | null>(null);
  const ask = useCallback(
    async (before: string | undefined) => {
      const only = status === null ? {} : { status };
      const { deliveries, next } = await client.webhooks.deliveries({ connectionId, limit: PAGE, before, ...only });
      return { rows: deliveries, next };
    },
    [client, connectionId, status],
  );
  const pages = usePages(ask);
  const { answer } = useAsked(useCallback(() => client.webhooks.list({ connectionId }), [client, connectionId]));
  const addresses = new Map(answer?.endpoints.map(({ endpointId, url }) => [endpointId, url]));
  const [said, setSaid] = useState('');

  function resend({ endpointId, messageId }: WebhookDeliveryView): Promise<void> {
    return client.webhooks
      .resend({ connectionId, endpointId, messageId })
      .then(() => {
        setSaid(DELIVERIES.resent);
        pages.read();
      })
      .catch(showRefusal);
  }

  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={DELIVERIES.filter}
          data={[
            { value: '', label: DELIVERIES.all },
            ...STATUSES.map((value) => ({ value, label: DELIVERIES.status[value] })),
          ]}
          value={status ?? ''}
          onChange={(value) => setStatus(STATUSES.find((one) => one === value) ?? null)}
        />
        <span role="status" className={classes.said}>
          {said}
        </span>
      </div>
      <Deliveries
        connectionId={connectionId}
        pages={pages}
        addresses={addresses}
        none={status === null ? DELIVERIES.none : DELIVERIES.noneSuch}
        onResend={resend}
      />
    </>
  );
}

interface DeliveriesProps {
  readonly connectionId: string;
  readonly pages: ReturnType<typeof usePages<WebhookDeliveryView>>;
  /** Of endpoints, by their ids. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly none: string;
  onResend(delivery: WebhookDeliveryView): Promise<void>;
}

function Deliveries({ connectionId, pages, addresses, none, onResend }: DeliveriesProps) {
  const { reading, read, more, busy, refusal } = pages;
  if (reading.kind === 'loading') return <p role="status">{WEBHOOKS.loading}</p>;
  if (reading.kind === 'failed') return <Unread connectionId={connectionId} failure={reading.failure} again={read} />;
  const { next, rows } = reading.answer;
  if (rows.length === 0) return <QuietText m="6px 0 12px">{none}</QuietText>;
  return (
    <>
      <DetailTable
        label={DELIVERIES.table}
        columns={Object.values(DELIVERIES.columns)}
        unseen={[DELIVERIES.columns.actions]}
      >
        {rows.map((delivery) => (
          <DeliveryRow
            key={delivery.deliveryId}
            delivery={delivery}
            address={addresses.get(delivery.endpointId) ?? ''}
            onResend={() => onResend(delivery)}
          />
        ))}
      </DetailTable>
      {refusal !== null && (
        <QuietText role="alert" m="0 0 10px" c="var(--ct-bad)">
          {refusal}
        </QuietText>
      )}
      {next !== null && (
        <Button mt={10} h={30} fz={12} loading={busy} onClick={more}>
          {DELIVERIES.more}
        </Button>
      )}
    </>
  );
}

interface DeliveryRowProps {
  readonly delivery: WebhookDeliveryView;
  /** The endpoint's; empty for one that was removed. */
  readonly address: string;
  /** Resolves when it is done or refused. */
  onResend(): Promise<void>;
}

type Attempt = WebhookDeliveryView['attempts'][number];

const ICONS = { pending: IconClock, delivered: IconCircleCheckFilled, failed: IconCircleXFilled, cancelled: IconBan };

function DeliveryRow({ delivery, address, onResend }: DeliveryRowProps) {
  const { attempts, eventType, nextAttemptAt, status } = delivery;
  const last = attempts.at(-1);
  const Icon = ICONS[status];
  return (
    <tr>
      <td className={classes.moment}>{last === undefined ? DELIVERIES.never : new Date(last.at).toLocaleString()}</td>
      <td className={classes.moment}>{EVENT_WORDS[eventType as keyof typeof EVENT_WORDS] ?? eventType}</td>
      <td>{address === '' ? DELIVERIES.removed : address.replace('https://', '')}</td>
      <td>
        <span className={classes.attempts}>
          {attempts.length}
          {attempts.map((attempt) => (
            <i key={attempt.at} data-ok={isTaken(attempt)} />
          ))}
        </span>
      </td>
      <td>
        <span className={classes.outcome} data-status={status}>
          <Icon size={15} aria-hidden />
          <strong>{DELIVERIES.status[status]}</strong>
        </span>
        {last !== undefined && <span className={classes.note}> {resultOf(last)}</span>}
        {nextAttemptAt !== null && (
          <p className={classes.note}>{DELIVERIES.next(new Date(nextAttemptAt).toLocaleString())}</p>
        )}
        {attempts.length > 1 && <Earlier attempts={attempts.slice(0, -1)} />}
      </td>
      <td>
        <Resend onResend={onResend} />
      </td>
    </tr>
  );
}

function Earlier({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <details className={classes.earlier}>
      <summary>{DELIVERIES.earlier(attempts.length)}</summary>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            {new Date(attempt.at).toLocaleString()}: {resultOf(attempt)}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Resend({ onResend }: Pick<DeliveryRowProps, 'onResend'>) {
  // Pressed twice, it would be sent twice.
  const [isSending, setSending] = useState(false);
  return (
    <Button
      h={28}
      fz={12}
      disabled={isSending}
      onClick={() => {
        setSending(true);
        void onResend().finally(() => setSending(false));
      }}
    >
      {DELIVERIES.resend}
    </Button>
  );
}

function isTaken({ error, statusCode }: Attempt): boolean {
  return error === null && statusCode === 200;
}

function resultOf({ durationMs, error, statusCode }: Attempt): string {
  return error ?? DELIVERIES.took(statusCode ?? 0, durationMs);
}
