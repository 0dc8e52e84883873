/** A dialog that sends finished recordings to another service: which one, and what it costs. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { SendingQuote } from '../../../shared/contract/queue/queue.ts';
import { minimumWords } from '../../../shared/domain/costs/minimum-words.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import type { PageDesk } from '../../state/desk.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { backToRow } from '../../state/view-store.ts';
import { DialogBody, Foot, QuietText, StatusLine } from '../layout/layout.tsx';
import { showRefusal } from '../messages/saving.tsx';
import { KnownRepeats } from '../repeats/repeat-list.tsx';
import { shownName } from '../text/format.ts';
import { ModelChoice, type Quoting, ServiceRadios, useQuoteOf } from './service-choice.tsx';
import { SEND_DIALOG, SERVICE } from './strings.ts';

/** What was tried before: the dialog begins with it, and asks for the models. */
export interface TriedBefore {
  readonly connectionId: string;
  readonly models: readonly ModelId[];
}

export function askForService(desk: PageDesk, jobIds: readonly string[], tried: TriedBefore | null = null): void {
  const first = desk.queue.getState().jobs.get(jobIds[0] ?? '');
  if (first === undefined) return;
  const id = modals.open({
    title: SEND_DIALOG.title(jobIds.length, shownName(first.name)),
    size: 460,
    onClose: backToRow,
    children: <SendDialog jobIds={jobIds} tried={tried} onClose={() => modals.close(id)} />,
  });
}

interface SendDialogProps {
  readonly jobIds: readonly string[];
  readonly tried: TriedBefore | null;
  readonly onClose: () => void;
}

function SendDialog({ jobIds, tried, onClose }: SendDialogProps) {
  const desk = useDesk();
  const connections = useSession((state) => state.connections);
  const services = connections.filter(({ kind }) => kind !== 'built-in');
  const [chosen, setChosen] = useState(tried?.connectionId ?? services[0]?.id ?? '');
  const [models, setModels] = useState(tried?.models ?? null);
  const sending = { jobIds: [...jobIds], connectionId: chosen, ...(models === null ? {} : { models: [...models] }) };
  const quote = useQuoteOf(sending, quoteSending);
  const service = services.find(({ id }) => id === chosen);

  function send(): void {
    if (service === undefined) return;
    onClose();
    desk.client.queue
      .send(sending)
      .then((sent) =>
        notifications.show({ role: 'status', message: SEND_DIALOG.sent(sent.jobIds.length, service.name) }),
      )
      .catch(showRefusal);
  }

  return (
    <DialogBody>
      <QuietText>{SEND_DIALOG.lead}</QuietText>
      <ServiceRadios chosen={chosen} onChoose={setChosen} />
      {models !== null && <ModelChoice chosen={models} onChoose={setModels} />}
      <StatusLine>{quote === null ? SERVICE.counting : quoteSentences(quote, jobIds.length).join(' ')}</StatusLine>
      <KnownRepeats request={{ action: 'send', ...sending }} />
      <Foot>
        <Button onClick={onClose}>{SERVICE.cancel}</Button>
        <Button variant="filled" disabled={quote === null || quote.recordings === 0} onClick={send}>
          {SEND_DIALOG.send(quote?.recordings ?? 0)}
        </Button>
      </Foot>
    </DialogBody>
  );
}

type Sending = Parameters<PageDesk['client']['queue']['quoteSending']>[0];

const quoteSending: Quoting<Sending, SendingQuote> = (queue, request) => queue.quoteSending(request);

/** @param selected how many were to be sent */
function quoteSentences(quote: SendingQuote, selected: number): string[] {
  const { amount, recordings, reusable } = quote;
  return [
    ...(recordings === 0 ? [] : [priceSentence(amount)]),
    ...minimumWords(quote).map((words) => `${words}.`),
    ...(reusable > 0 ? [SEND_DIALOG.reusable(reusable)] : []),
    ...(recordings < selected ? [SEND_DIALOG.leftOut(selected - recordings)] : []),
  ];
}

/** @param amount micro-USD; null while the service has no price */
export function priceSentence(amount: number | null): string {
  if (amount === null) return SERVICE.unknown;
  return amount === 0 ? SERVICE.nothingToPay : SERVICE.amount(formatUsd(amount));
}
