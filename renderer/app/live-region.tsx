/** Announces the batch's progress to screen readers: politely, and not too often. */

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { TotalsView } from '../../shared/contract/views.ts';
import { announcerStore } from '../components/messages/announcer.ts';
import { spokenSpan } from '../components/text/format.ts';
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

/** The result of an action, or an urgent message. */
function Announcement() {
  const { text, count } = useStore(announcerStore);
  return (
    <output className="visually-hidden" aria-live="polite" data-testid={TEST_IDS.announcement}>
      {/* Screen readers announce a repeated sentence only if its node is new. */}
      <span key={count}>{text}</span>
    </output>
  );
}

/** One sentence about the batch; empty before anything is started. */
export function announcement(totals: TotalsView): string {
  const { run } = totals;
  const started = run === null ? 0 : run.started - run.cancelled;
  if (run === null || started === 0) return '';
  const parts = [PROGRESS.done(run.done, started)];
  if (run.failed > 0) parts.push(PROGRESS.failed(run.failed));
  if (totals.needsYou > 0) parts.push(PROGRESS.questions(totals.needsYou));
  if (totals.active > 0 && run.secondsLeft !== null) parts.push(PROGRESS.left(spokenSpan(run.secondsLeft)));
  return `${parts.join(', ')}.`;
}
