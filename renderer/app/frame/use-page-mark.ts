/** The title and icon of the page: how far the batch is while it runs, and that it is done until the person has seen it. */

import { useDocumentTitle } from '@mantine/hooks';
import { useEffect } from 'react';
import type { TotalsView } from '../../../shared/contract/views.ts';
import { useQueue } from '../../state/desk-context.ts';
import icon from '../icon.svg?url';
import { SHELL } from '../strings.ts';

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

const GREEN = '#0b8468';
const AROUND = 2 * Math.PI * 12;

/** A ring that fills, or a tick. */
function drawn(mark: number | 'done'): string {
  const inside =
    mark === 'done'
      ? `<circle cx="16" cy="16" r="15" fill="${GREEN}"/><path d="M9 16.5l5 5 9.5-10.5" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/>`
      : `<circle cx="16" cy="16" r="12" fill="none" stroke="${GREEN}" stroke-opacity=".28" stroke-width="7"/><circle cx="16" cy="16" r="12" fill="none" stroke="${GREEN}" stroke-width="7" stroke-dasharray="${(AROUND * mark) / 100} ${AROUND}" transform="rotate(-90 16 16)"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${inside}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
