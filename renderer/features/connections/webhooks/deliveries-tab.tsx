/** What became of messages, newest first, with their attempts. */

import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { WebhookDeliveryView } from '../../../../shared/contract/webhooks.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { DialogTable } from '../dialog-table.tsx';
import { DELIVERIES, EVENT_WORDS, WEBHOOKS } from './strings.ts';
import { useAnswer } from './use-answer.ts';
import classes from './webhooks.module.css';

const SHOWN = 100;

export function DeliveriesTab({ connectionId }: { readonly connectionId: string }) {
  const { client } = useDesk();
  const ask = useCallback(() => client.webhooks.deliveries({ connectionId, limit: SHOWN }), [client, connectionId]);
  const { answer, again } = useAnswer(ask);
  const [said, setSaid] = useState('');

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
        <span role="status" className={classes.said}>
          {answer?.deliveries.length === 0 ? DELIVERIES.none : said}
        </span>
        <Button h={30} fz={12} onClick={again}>
          {WEBHOOKS.again}
        </Button>
      </div>
      {answer !== null && answer.deliveries.length > 0 && (
        <DialogTable
          label={DELIVERIES.table}
          columns={Object.values(DELIVERIES.columns)}
          unseen={[DELIVERIES.columns.actions]}
        >
          {answer.deliveries.map((delivery) => (
            <DeliveryRow key={delivery.deliveryId} delivery={delivery} onResend={() => resend(delivery)} />
          ))}
        </DialogTable>
      )}
    </>
  );
}

interface DeliveryRowProps {
  readonly delivery: WebhookDeliveryView;
  /** Resolves when it is done or refused. */
  onResend(): Promise<void>;
}

function DeliveryRow({ delivery, onResend }: DeliveryRowProps) {
  // Pressed twice, it would be sent twice.
  const [isSending, setSending] = useState(false);
  const { attempts, eventType, nextAttemptAt, status } = delivery;
  const last = attempts.at(-1);
  const words = EVENT_WORDS[eventType as keyof typeof EVENT_WORDS] ?? eventType;
  return (
    <tr>
      <td>{last === undefined ? '' : new Date(last.at).toLocaleString()}</td>
      <td>{words}</td>
      <td>{attempts.length}</td>
      <td>
        <strong>{DELIVERIES.status[status]}</strong>
        {last !== undefined && <span className={classes.note}> {resultOf(last)}</span>}
        {nextAttemptAt !== null && (
          <p className={classes.note}>{DELIVERIES.next(new Date(nextAttemptAt).toLocaleString())}</p>
        )}
        {attempts.length > 1 && (
          <details className={classes.earlier}>
            <summary>{DELIVERIES.earlier(attempts.length - 1)}</summary>
            <ol>
              {attempts.slice(0, -1).map((attempt) => (
                <li key={attempt.at}>
                  {new Date(attempt.at).toLocaleString()}: {resultOf(attempt)}
                </li>
              ))}
            </ol>
          </details>
        )}
      </td>
      <td>
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
      </td>
    </tr>
  );
}

function resultOf({ durationMs, error, statusCode }: WebhookDeliveryView['attempts'][number]): string {
  return error ?? DELIVERIES.took(statusCode ?? 0, durationMs);
}
