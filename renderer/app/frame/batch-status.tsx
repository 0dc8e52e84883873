/** How the batch stands, outside the desk: in the page's title and icon, and for screen readers, politely and not too often. */

import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { TotalsView } from '../../../shared/contract/views.ts';
import { spokenSpan } from '../../components/text/format.ts';
import { TEST_IDS } from '../../components/text/test-ids.ts';
import { useDesk, useQueue } from '../../state/desk-context.ts';
import { announcerStore } from '../../state/page-stores.ts';
import icon from '../icon.svg?url';
import { PROGRESS, SHELL } from '../strings.ts';

const RING_COLOR = '#0b8468';

const RING_LENGTH = 2 * Math.PI * 12;

const QUIET_MS = 15_000;
/** Long enough for a screen reader to come to it. */
const SPOKEN_MS = 12_000;

export function LiveRegion() {
  const { queue } = useDesk();
  const [text, setText] = useState('');
  const last = useRef({ at: 0, said: '' });
  useEffect(
    () =>
      queue.subscribe((state) => {
        const now = Date.now();
        const said = announcement(state.totals);
        // What ended before the page was opened is no news.
        if (last.current.at === 0 && state.totals.run?.finishedAt !== null) last.current = { at: now, said };
        if (said === last.current.said || (now - last.current.at < QUIET_MS && state.totals.active > 0)) return;
        last.current = { at: now, said };
        setText(said);
      }),
    [queue],
  );
  return (
    <>
      <output className="visually-hidden" aria-live="polite">
        {text}
      </output>
      <Announcement />
    </>
  );
}

/** The result of an action, or an urgent message. Gone after a while: who reads the page later finds nothing that is over. */
function Announcement() {
  const { text, count } = useStore(announcerStore);
  // Also where the same sentence is announced again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (text === '') return;
    const timer = window.setTimeout(() => announcerStore.setState({ text: '' }), SPOKEN_MS);
    return () => window.clearTimeout(timer);
  }, [text, count]);
  return (
    <output className="visually-hidden" aria-live="polite" data-testid={TEST_IDS.announcement}>
      {/* Screen readers announce a repeated sentence only if its node is new. */}
      <span key={count}>{text}</span>
    </output>
  );
}

/** One sentence about the batch; empty before anything is started. */
export function announcement(totals: TotalsView): string {
  const { lastRun, run } = totals;
  const started = run === null ? 0 : run.started - run.cancelled;
  if (run === null || started === 0) return '';
  if (run.finishedAt !== null) return lastRun === null ? '' : PROGRESS.ended(run.done, run.failed);
  const parts = [PROGRESS.done(run.done, started)];
  if (run.failed > 0) parts.push(PROGRESS.failed(run.failed));
  if (totals.needsYou > 0) parts.push(PROGRESS.questions(totals.needsYou));
  if (totals.active > 0 && run.secondsLeft !== null) parts.push(PROGRESS.left(spokenSpan(run.secondsLeft)));
  return `${parts.join(', ')}.`;
}

export function usePageMark(): void {
  useDocumentTitle(useQueue(({ totals }) => pageTitle(totals)));
  const mark = useQueue(({ totals }) => pageMark(totals));
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link !== null) link.href = mark === null ? icon : drawn(mark);
  }, [mark]);
}

type Totals = Pick<TotalsView, 'active' | 'run' | 'lastRun'>;

export function pageTitle({ active, run, lastRun }: Totals): string {
  if (run !== null && run.finishedAt === null && active > 0)
    return SHELL.working(run.done, run.started - run.cancelled);
  return lastRun === null ? SHELL.name : SHELL.ended(lastRun.done, lastRun.done + lastRun.failed);
}

/** Percent of the running batch, or that one is over; null for the plain icon. */
export function pageMark({ active, run, lastRun }: Totals): number | 'done' | null {
  if (run !== null && run.finishedAt === null && active > 0) return Math.floor(run.progress * 100);
  return lastRun === null ? null : 'done';
}

/** A ring that fills, or a tick. */
function drawn(mark: number | 'done'): string {
  const inside =
    mark === 'done'
      ? `<circle cx="16" cy="16" r="15" fill="${RING_COLOR}"/><path d="M9 16.5l5 5 9.5-10.5" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/>`
      : `<circle cx="16" cy="16" r="12" fill="none" stroke="${RING_COLOR}" stroke-opacity=".28" stroke-width="7"/><circle cx="16" cy="16" r="12" fill="none" stroke="${RING_COLOR}" stroke-width="7" stroke-dasharray="${(RING_LENGTH * mark) / 100} ${RING_LENGTH}" transform="rotate(-90 16 16)"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${inside}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
