/** What became of one message at one endpoint. */

import { Button } from '@mantine/core';
import { IconBan, IconCircleCheckFilled, IconCircleXFilled, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import type { WebhookDeliveryView } from '../../../../shared/contract/account/webhooks.ts';
import { DELIVERIES, EVENT_WORDS } from './strings.ts';
import classes from './webhooks.module.css';

interface DeliveryRowProps {
  readonly delivery: WebhookDeliveryView;
  /** The endpoint's; empty for one that was removed. */
  readonly address: string;
  /** Resolves when it is done or refused. */
  onResend(): Promise<void>;
}

type Attempt = WebhookDeliveryView['attempts'][number];

const ICONS = { pending: IconClock, delivered: IconCircleCheckFilled, failed: IconCircleXFilled, cancelled: IconBan };

export function DeliveryRow({ delivery, address, onResend }: DeliveryRowProps) {
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
