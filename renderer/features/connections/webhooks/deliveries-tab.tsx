/** What became of messages, newest first, with their attempts. */

import { Button, SegmentedControl } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { WebhookDeliveryView } from '../../../../shared/contract/webhooks.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { DialogTable } from '../dialog-table.tsx';
import type { TabProps } from '../sub-tabs.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { DELIVERIES, WEBHOOKS } from './strings.ts';
import { useAnswer } from './use-answer.ts';
import classes from './webhooks.module.css';

const SHOWN = 100;

type Status = WebhookDeliveryView['status'];
const STATUSES = Object.keys(DELIVERIES.status) as readonly Status[];

export function DeliveriesTab({ desk, connection: { id: connectionId } }: TabProps) {
  const { client } = desk;
  const ask = useCallback(async () => {
    const [{ deliveries }, { endpoints }] = await Promise.all([
      client.webhooks.deliveries({ connectionId, limit: SHOWN }),
      client.webhooks.list({ connectionId }),
    ]);
    return { deliveries, addresses: new Map(endpoints.map(({ address, endpointId }) => [endpointId, address])) };
  }, [client, connectionId]);
  const { answer, again } = useAnswer(ask);
  const [status, setStatus] = useState<Status | 'all'>('all');
  const [said, setSaid] = useState('');
  const deliveries = answer?.deliveries ?? [];
  const shown = deliveries.filter((delivery) => status === 'all' || delivery.status === status);

  function resend({ endpointId, messageId }: WebhookDeliveryView): Promise<void> {
    return client.webhooks
      .resend({ connectionId, endpointId, messageId })
      .then(() => {
        setSaid(DELIVERIES.resent);
        again();
      })
      .catch(showRefusal);
  }

  return (
    <>
      <div className={classes.bar}>
        {deliveries.length > 0 && <StatusFilter deliveries={deliveries} value={status} onChange={setStatus} />}
        <span role="status" className={classes.said}>
          {answer?.deliveries.length === 0 ? DELIVERIES.none : said}
        </span>
        <Button h={30} fz={12} onClick={again}>
          {WEBHOOKS.again}
        </Button>
      </div>
      {deliveries.length > 0 && (
        <DialogTable
          label={DELIVERIES.table}
          columns={Object.values(DELIVERIES.columns)}
          unseen={[DELIVERIES.columns.actions]}
        >
          {shown.map((delivery) => (
            <DeliveryRow
              key={delivery.deliveryId}
              delivery={delivery}
              address={answer?.addresses.get(delivery.endpointId) ?? ''}
              onResend={() => resend(delivery)}
            />
          ))}
        </DialogTable>
      )}
      {deliveries.length === SHOWN && <p className={classes.note}>{DELIVERIES.newest(SHOWN)}</p>}
    </>
  );
}

interface StatusFilterProps {
  readonly deliveries: readonly WebhookDeliveryView[];
  readonly value: Status | 'all';
  onChange(status: Status | 'all'): void;
}

/** Those that occur, with their counts. */
function StatusFilter({ deliveries, value, onChange }: StatusFilterProps) {
  const counts = Map.groupBy(deliveries, ({ status }) => status);
  const occurring = STATUSES.filter((status) => counts.has(status) || status === value);
  return (
    <SegmentedControl
      size="xs"
      aria-label={DELIVERIES.columns.result}
      data={[
        { value: 'all', label: DELIVERIES.all(deliveries.length) },
        ...occurring.map((status) => ({
          value: status,
          label: `${DELIVERIES.status[status]} ${counts.get(status)?.length ?? 0}`,
        })),
      ]}
      value={value}
      onChange={(chosen) => onChange(STATUSES.find((status) => status === chosen) ?? 'all')}
    />
  );
}
