/** A dialog about recordings that end early: what is there, from where to where, and what restoring that costs. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { RepairQuote } from '../../../../shared/contract/queue/queue.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { minimumWords } from '../../../../shared/domain/costs/minimum-words.ts';
import type { Span } from '../../../../shared/domain/quality/spans.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { DialogBody, Foot, QuietText, StatusLine } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { KnownRepeats } from '../../../components/repeats/repeat-list.tsx';
import { priceSentence } from '../../../components/sending/send-dialog.tsx';
import { type Quoting, useQuoteOf } from '../../../components/sending/service-choice.tsx';
import { SERVICE } from '../../../components/sending/strings.ts';
import { shownName } from '../../../components/text/format.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { backToRow } from '../../../state/view-store.ts';
import { REPAIR } from '../strings.ts';
import classes from './repair.module.css';

/** Gaps that are listed. */
const MOST_GAPS = 5;

export function askToRepair(jobs: readonly [JobView, ...JobView[]]): void {
  const id = modals.open({
    title: REPAIR.title(jobs.length, shownName(jobs[0].name)),
    size: 520,
    onClose: backToRow,
    children: <RepairDialog jobIds={jobs.map((job) => job.id)} onClose={() => modals.close(id)} />,
  });
}

function RepairDialog({ jobIds, onClose }: { readonly jobIds: readonly string[]; readonly onClose: () => void }) {
  const desk = useDesk();
  const request = { jobIds: [...jobIds] };
  const quote = useQuoteOf(request, quoteRepair);
  const found = quote?.found ?? [];
  const [first] = found;
  const isCut = found.length === 0 || found.some(({ spans }) => spans.length === 0 || spans.at(-1)?.kind === 'missing');

  function repair(): void {
    onClose();
    desk.client.queue.repair(request).catch(showRefusal);
  }

  return (
    <DialogBody>
      <QuietText>{REPAIR.lead(jobIds.length, isCut)}</QuietText>
      {found.length === 1 && first !== undefined && first.spans.length > 0 && <WhatIsThere spans={first.spans} />}
      {found.length > 1 && <Recordings found={found} />}
      <StatusLine>{quote === null ? SERVICE.counting : costOf(quote)}</StatusLine>
      <KnownRepeats request={{ action: 'retry', ...request }} />
      <Foot>
        <Button data-autofocus onClick={onClose}>
          {SERVICE.cancel}
        </Button>
        <Button variant="filled" disabled={quote === null || quote.recordings === 0} onClick={repair}>
          {REPAIR.go}
        </Button>
      </Foot>
    </DialogBody>
  );
}

const quoteRepair: Quoting<{ jobIds: string[] }, RepairQuote> = (queue, request) => queue.quoteRepair(request);

function costOf(quote: RepairQuote) {
  const { amount, recordings, reusable, unmeasured, unmeasuredMayCost } = quote;
  if (recordings === 0) return REPAIR.nothing;
  return [
    unmeasured > 0 && unmeasuredMayCost && amount !== null ? REPAIR.costCountedFirst : priceSentence(amount),
    ...minimumWords(quote).map((words) => `${words}.`),
    ...(reusable > 0 ? [REPAIR.reusable] : []),
  ].join(' ');
}

/** The recording as a bar, and the same in words. */
function WhatIsThere({ spans }: { readonly spans: readonly Span[] }) {
  const whole = spans.at(-1)?.to ?? 0;
  const [missing] = spans.filter(({ kind }) => kind === 'missing');
  const gaps = spans.filter(({ kind }) => kind === 'gap');
  return (
    <>
      <div className={classes.bar} aria-hidden="true">
        {spans.map(({ from, kind, to }) => (
          <span key={from} data-kind={kind} style={{ flexGrow: (to - from) / whole }} />
        ))}
      </div>
      <dl className={classes.facts}>
        <dt>{REPAIR.there}</dt>
        <dd>
          {missing === undefined
            ? lengthsOf(spans)
            : REPAIR.thereOf(formatDuration(missing.from), formatDuration(whole))}
        </dd>
        {gaps.length > 0 && (
          <>
            <dt>{REPAIR.gaps}</dt>
            <dd>{REPAIR.gapsAt(gaps.slice(0, MOST_GAPS).map(fromTo), Math.max(0, gaps.length - MOST_GAPS))}</dd>
          </>
        )}
        {missing !== undefined && (
          <>
            <dt>{REPAIR.missing}</dt>
            <dd>{REPAIR.missingFrom(fromTo(missing))}</dd>
          </>
        )}
      </dl>
    </>
  );
}

function Recordings({ found }: Pick<RepairQuote, 'found'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <ul className={classes.list} tabIndex={0} aria-label={REPAIR.list}>
      {found.map(({ jobId, name, spans }) => (
        <li key={jobId}>
          <span className="cut" dir="auto" title={name}>
            {shownName(name)}
          </span>
          <span className={classes.span}>{spans.length > 0 && lengthsOf(spans)}</span>
        </li>
      ))}
    </ul>
  );
}

function lengthsOf(spans: readonly Span[]): string {
  const whole = spans.at(-1)?.to ?? 0;
  const missing = spans.find(({ kind }) => kind === 'missing');
  const heard = spans.reduce((sum, { from, kind, to }) => (kind === 'sound' ? sum + to - from : sum), 0);
  return REPAIR.thereShort(formatDuration(missing?.from ?? heard), formatDuration(whole));
}

function fromTo({ from, to }: Span): string {
  const [start, end] = [formatDuration(from), formatDuration(to)];
  return start === end ? start : REPAIR.fromTo(start, end);
}
