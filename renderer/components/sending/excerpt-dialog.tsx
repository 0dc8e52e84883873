/** A dialog that tries a part of a finished recording, its worst minute or a passage, at a service, with its price, before the whole is sent. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { ExcerptQuote } from '../../../shared/contract/queue/excerpts.ts';
import { minimumWords } from '../../../shared/domain/costs/minimum-words.ts';
import type { Passage } from '../../../shared/domain/listening/verdict.ts';
import { MODEL_IDS, type ModelId } from '../../../shared/domain/models.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import { formatDuration } from '../../../shared/domain/units.ts';
import type { PageDesk } from '../../state/desk.ts';
import { useDesk } from '../../state/desk-context.ts';
import { backToRow } from '../../state/view-store.ts';
import { DialogBody, Foot, QuietText, StatusLine } from '../layout/layout.tsx';
import { showRefusal } from '../messages/saving.tsx';
import { askForService, priceSentence } from './send-dialog.tsx';
import { ModelChoice, type Quoting, ServiceRadios, useQuoteOf } from './service-choice.tsx';
import { SEND_EXCERPT, SERVICE } from './strings.ts';

export function askForMinute(desk: PageDesk, jobId: string): void {
  const { connectionId: restoredOver } = desk.queue.getState().jobs.get(jobId) ?? {};
  const services = desk.session.getState().connections.filter(({ kind }) => kind !== 'built-in');
  const other = services.find(({ id }) => id !== restoredOver) ?? services[0];
  const id = modals.open({
    title: SEND_EXCERPT.title,
    size: 460,
    onClose: backToRow,
    children: (
      <ExcerptDialog jobId={jobId} service={other?.id ?? ''} models={MODEL_IDS} onClose={() => modals.close(id)} />
    ),
  });
}

/** The same for a passage that the person chose. @param missing models that the whole wasn't restored with where it was restored */
export function askForPassage(desk: PageDesk, jobId: string, passage: Passage, missing: readonly ModelId[]): void {
  const { connectionId: restoredOver } = desk.queue.getState().jobs.get(jobId) ?? {};
  const { connections } = desk.session.getState();
  const other = connections.find(({ id, kind }) => kind !== 'built-in' && id !== restoredOver);
  const service = missing.length > 0 ? restoredOver : (other?.id ?? restoredOver);
  const models = missing.length > 0 ? missing : MODEL_IDS;
  const id = modals.open({
    title: SEND_EXCERPT.passageTitle,
    size: 460,
    children: (
      <ExcerptDialog
        jobId={jobId}
        passage={passage}
        service={service ?? ''}
        models={models}
        onClose={() => modals.close(id)}
      />
    ),
  });
}

interface ExcerptDialogProps {
  readonly jobId: string;
  /** The worst minute if absent. */
  readonly passage?: Passage;
  /** The connection to begin with. */
  readonly service: string;
  /** Those to begin with. */
  readonly models: readonly ModelId[];
  readonly onClose: () => void;
}

function ExcerptDialog({ jobId, passage, service, models: first, onClose }: ExcerptDialogProps) {
  const desk = useDesk();
  const [chosen, setChosen] = useState(service);
  const [models, setModels] = useState(first);
  const asked = { jobId, connectionId: chosen, models: [...models], ...(passage === undefined ? {} : { passage }) };
  const quote = useQuoteOf(asked, quoteExcerpt);
  const isWhole = quote !== null && quote.minute === null;

  function go(): void {
    onClose();
    if (isWhole) askForService(desk, [jobId], { connectionId: chosen, models });
    else if (quote !== null) tryPart(desk, { ...asked, maxCost: quote.amount });
  }

  return (
    <DialogBody>
      <QuietText>{quote === null ? SERVICE.counting : leadOf(quote, passage)}</QuietText>
      <ServiceRadios chosen={chosen} onChoose={setChosen} withThisComputer={passage !== undefined} />
      <ModelChoice chosen={models} onChoose={setModels} />
      <StatusLine>{quote === null ? SERVICE.counting : quoteSentences(quote).join(' ')}</StatusLine>
      <Foot>
        <Button onClick={onClose}>{SERVICE.cancel}</Button>
        <Button variant="filled" disabled={quote === null} onClick={go}>
          {isWhole ? SEND_EXCERPT.sendWhole : SEND_EXCERPT.go}
        </Button>
      </Foot>
    </DialogBody>
  );
}

type Tried = Parameters<PageDesk['client']['queue']['tryExcerpt']>[0];

function tryPart(desk: PageDesk, request: Tried): void {
  const sent = request.passage === undefined ? SEND_EXCERPT.sent : SEND_EXCERPT.passageSent;
  const service = desk.session.getState().connections.find(({ id }) => id === request.connectionId);
  desk.client.queue
    .tryExcerpt(request)
    .then(() => notifications.show({ role: 'status', message: sent(service?.name ?? '') }))
    .catch(showRefusal);
}

const quoteExcerpt: Quoting<Omit<Tried, 'maxCost'>, ExcerptQuote> = (queue, request) => queue.quoteExcerpt(request);

function leadOf({ minute }: ExcerptQuote, passage: Passage | undefined): string {
  if (minute === null) return passage === undefined ? SEND_EXCERPT.whole : SEND_EXCERPT.passageIsWhole;
  const { fromSeconds, seconds } = minute;
  const lead = passage === undefined ? SEND_EXCERPT.lead : SEND_EXCERPT.passageLead;
  return lead(formatDuration(fromSeconds), formatDuration(fromSeconds + seconds));
}

function quoteSentences(quote: ExcerptQuote): string[] {
  const { amount, cap, minute, reusable } = quote;
  if (minute === null) return [];
  return [
    priceSentence(amount),
    ...minimumWords(quote).map((words) => `${words}.`),
    ...(reusable > 0 ? [SEND_EXCERPT.reusable] : []),
    ...(cap === null || amount === 0
      ? []
      : [
          (amount ?? 0) > cap.left
            ? SEND_EXCERPT.beyondCap(formatUsd(cap.left))
            : SEND_EXCERPT.cap(formatUsd(cap.left)),
        ]),
  ];
}
