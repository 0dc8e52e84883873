/** Tells people who listen to the screen how the batch is doing: politely, and not too often. */

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { TotalsView } from '../../shared/contract/views.ts';
import { announcerStore } from '../components/messages/announcer.ts';
import { spokenTime } from '../components/text/format.ts';
import { TEST_IDS } from '../components/text/test-ids.ts';
import { useDesk } from '../state/desk-context.ts';
import { PROGRESS } from './strings.ts';

const QUIET_MS = 15_000;

export function LiveRegion() {
  const { queue } = useDesk();
  const [text, setText] = useState('');
  const last = useRef({ at: 0, said: '' });
  useEffect(
    () =>
      queue.subscribe((state) => {
        const now = Date.now();
        const said = announcement(state.totals);
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

/** What the person has just done, or must know at once. */
function Announcement() {
  const { text, count } = useStore(announcerStore);
  return (
    <output className="visually-hidden" aria-live="polite" data-testid={TEST_IDS.announcement}>
      {/* The same sentence again is new to the screen reader only as another node. */}
      <span key={count}>{text}</span>
    </output>
  );
}

/** One sentence on the batch; empty while nothing was started. */
export function announcement(totals: TotalsView): string {
  const started = totals.jobs - totals.notStarted;
  if (started === 0) return '';
  const parts = [PROGRESS.done(totals.done, started)];
  if (totals.failed > 0) parts.push(PROGRESS.failed(totals.failed));
  if (totals.needsYou > 0) parts.push(PROGRESS.questions(totals.needsYou));
  if (totals.active > 0 && totals.secondsLeft !== null) parts.push(PROGRESS.left(spokenTime(totals.secondsLeft)));
  return `${parts.join(', ')}.`;
}
