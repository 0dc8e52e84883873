/** What became of messages, newest first, with their attempts. */

import { Button, SegmentedControl } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { WebhookDeliveryView } from '../../../../shared/contract/account/webhooks.ts';
import { Note } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useAsked } from '../../../state/use-asked.ts';
import { Unread } from '../account-keys/unread.tsx';
import { DetailTable } from '../detail-table.tsx';
import { usePages } from '../portal/reading-view.tsx';
import type { TabProps } from '../sub-tabs.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { DELIVERIES, WEBHOOKS } from './strings.ts';
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
  if (rows.length === 0) return <Note m="6px 0 12px">{none}</Note>;
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
        <Note role="alert" m="0 0 10px" c="var(--ct-bad)">
          {refusal}
        </Note>
      )}
      {next !== null && (
        <Button mt={10} h={30} fz={12} loading={busy} onClick={more}>
          {DELIVERIES.more}
        </Button>
      )}
    </>
  );
}
