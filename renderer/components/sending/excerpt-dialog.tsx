/** A dialog that tries the worst minute of a finished recording at a service, with its price, before the whole is sent. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import type { ExcerptQuote } from '../../../shared/contract/queue/excerpts.ts';
import { MODEL_IDS, type ModelId } from '../../../shared/domain/models.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import { formatDuration } from '../../../shared/domain/units.ts';
import type { Desk } from '../../state/desk.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { backToRow } from '../../state/view-store.ts';
import { showRefusal } from '../messages/refusal.ts';
import { askForService, priceSentence } from './send-dialog.tsx';
import classes from './sending.module.css';
import { ModelChoice, ServiceChoice } from './service-choice.tsx';
import { EXCERPT, SERVICE } from './strings.ts';

export function askForMinute(desk: Desk, jobId: string): void {
  const { connectionId } = desk.queue.getState().jobs.get(jobId) ?? {};
  const id = modals.open({
    title: EXCERPT.title,
    size: 460,
    onClose: backToRow,
    children: <ExcerptDialog jobId={jobId} restoredOver={connectionId ?? ''} onClose={() => modals.close(id)} />,
  });
}

interface ExcerptDialogProps {
  readonly jobId: string;
  /** The connection of its results. */
  readonly restoredOver: string;
  readonly onClose: () => void;
}

function ExcerptDialog({ jobId, restoredOver, onClose }: ExcerptDialogProps) {
  const desk = useDesk();
  const connections = useSession((state) => state.connections);
  const services = connections.filter(({ kind }) => kind !== 'built-in');
  const [chosen, setChosen] = useState((services.find(({ id }) => id !== restoredOver) ?? services[0])?.id ?? '');
  const [models, setModels] = useState<readonly ModelId[]>(MODEL_IDS);
  const quote = useExcerptQuote(jobId, chosen, models);
  const isWhole = quote !== null && quote.minute === null;

  function go(): void {
    onClose();
    if (isWhole) askForService(desk, [jobId], { connectionId: chosen, models });
    else if (quote !== null)
      tryMinute(desk, { jobId, connectionId: chosen, models: [...models], maxCost: quote.amount });
  }

  return (
    <div className={classes.dialog}>
      <p className={classes.note}>{quote === null ? SERVICE.counting : leadOf(quote)}</p>
      <ServiceChoice chosen={chosen} onChoose={setChosen} />
      <ModelChoice chosen={models} onChoose={setModels} />
      <p className={classes.quote} role="status">
        {quote === null ? SERVICE.counting : quoteSentences(quote).join(' ')}
      </p>
      <div className={classes.foot}>
        <Button onClick={onClose}>{SERVICE.cancel}</Button>
        <Button variant="filled" disabled={quote === null} onClick={go}>
          {isWhole ? EXCERPT.sendWhole : EXCERPT.go}
        </Button>
      </div>
    </div>
  );
}

type Tried = Parameters<Desk['client']['queue']['tryExcerpt']>[0];

function tryMinute(desk: Desk, request: Tried): void {
  const service = desk.session.getState().connections.find(({ id }) => id === request.connectionId);
  desk.client.queue
    .tryExcerpt(request)
    .then(() => notifications.show({ role: 'status', message: EXCERPT.sent(service?.name ?? '') }))
    .catch(showRefusal);
}

/** Null until it is there. */
function useExcerptQuote(jobId: string, connectionId: string, models: readonly ModelId[]): ExcerptQuote | null {
  const { client } = useDesk();
  const asked = [connectionId, ...models].join(' ');
  const [found, setFound] = useState<{ readonly for: string; readonly quote: ExcerptQuote } | null>(null);

  useEffect(() => {
    let isPresent = true;
    client.queue
      .quoteExcerpt({ jobId, connectionId, models: [...models] })
      .then((quote) => isPresent && setFound({ for: asked, quote }))
      .catch(showRefusal);
    return () => {
      isPresent = false;
    };
  }, [client, jobId, connectionId, models, asked]);

  return found?.for === asked ? found.quote : null;
}

function leadOf({ minute }: ExcerptQuote): string {
  if (minute === null) return EXCERPT.whole;
  const { fromSeconds, seconds } = minute;
  return EXCERPT.lead(formatDuration(fromSeconds), formatDuration(fromSeconds + seconds));
}

function quoteSentences({ amount, cap, minute, reusable }: ExcerptQuote): string[] {
  if (minute === null) return [];
  return [
    priceSentence(amount),
    ...(reusable > 0 ? [EXCERPT.reusable] : []),
    ...(cap === null || amount === 0
      ? []
      : [(amount ?? 0) > cap.left ? EXCERPT.beyondCap(formatUsd(cap.left)) : EXCERPT.cap(formatUsd(cap.left))]),
  ];
}
