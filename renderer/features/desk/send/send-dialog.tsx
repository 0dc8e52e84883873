/** A dialog that sends finished recordings to another service: which one, and what it costs. */

import { Button, Radio } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import type { SendingQuote } from '../../../../shared/contract/queue/queue.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { shownName } from '../../../components/text/format.ts';
import type { Desk } from '../../../state/desk.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { distinctName } from '../../../state/session-store.ts';
import { backToRow } from '../../../state/view-store.ts';
import classes from './send.module.css';
import { SENDING } from './strings.ts';

export function askForService(desk: Desk, jobIds: readonly string[]): void {
  const first = desk.queue.getState().jobs.get(jobIds[0] ?? '');
  if (first === undefined) return;
  const id = modals.open({
    title: SENDING.title(jobIds.length, shownName(first.name)),
    size: 460,
    onClose: backToRow,
    children: <SendDialog jobIds={jobIds} onClose={() => modals.close(id)} />,
  });
}

interface SendDialogProps {
  readonly jobIds: readonly string[];
  readonly onClose: () => void;
}

function SendDialog({ jobIds, onClose }: SendDialogProps) {
  const desk = useDesk();
  const session = useSession((state) => state);
  const services = session.connections.filter(({ kind }) => kind !== 'built-in');
  const [chosen, setChosen] = useState(services[0]?.id ?? '');
  const quote = useSendingQuote(jobIds, chosen);
  const service = services.find(({ id }) => id === chosen);

  function send(): void {
    if (service === undefined) return;
    onClose();
    desk.client.queue
      .send({ jobIds: [...jobIds], connectionId: service.id })
      .then((sent) => notifications.show({ role: 'status', message: SENDING.sent(sent.jobIds.length, service.name) }))
      .catch(showRefusal);
  }

  return (
    <div className={classes.dialog}>
      <p className={classes.note}>{SENDING.lead}</p>
      <Radio.Group aria-label={SENDING.group} value={chosen} onChange={setChosen}>
        <div className={classes.services}>
          {services.map((one) => (
            <Radio
              key={one.id}
              value={one.id}
              size="xs"
              data-autofocus={one.id === chosen || undefined}
              label={distinctName(session, one)}
            />
          ))}
        </div>
      </Radio.Group>
      <p className={classes.quote} role="status">
        {quote === null ? SENDING.counting : quoteSentences(quote, jobIds.length).join(' ')}
      </p>
      <div className={classes.foot}>
        <Button onClick={onClose}>{SENDING.cancel}</Button>
        <Button variant="filled" disabled={quote === null || quote.recordings === 0} onClick={send}>
          {SENDING.send(quote?.recordings ?? 0)}
        </Button>
      </div>
    </div>
  );
}

/** Null until it is there. */
function useSendingQuote(jobIds: readonly string[], connectionId: string): SendingQuote | null {
  const { client } = useDesk();
  const [found, setFound] = useState<{ readonly for: string; readonly quote: SendingQuote } | null>(null);

  useEffect(() => {
    let isPresent = true;
    client.queue
      .quoteSending({ jobIds: [...jobIds], connectionId })
      .then((quote) => isPresent && setFound({ for: connectionId, quote }))
      .catch(showRefusal);
    return () => {
      isPresent = false;
    };
  }, [client, jobIds, connectionId]);

  return found?.for === connectionId ? found.quote : null;
}

/** @param selected how many were to be sent */
function quoteSentences(quote: SendingQuote, selected: number): string[] {
  const { amount, amountAddedByMinimum, recordings, reusable } = quote;
  const price =
    amount === null ? SENDING.unknown : amount === 0 ? SENDING.nothingToPay : SENDING.amount(formatUsd(amount));
  return [
    ...(recordings === 0 ? [] : [price]),
    ...(amountAddedByMinimum ? [SENDING.minimum(formatUsd(amountAddedByMinimum))] : []),
    ...(reusable > 0 ? [SENDING.reusable(reusable)] : []),
    ...(recordings < selected ? [SENDING.leftOut(selected - recordings)] : []),
  ];
}
