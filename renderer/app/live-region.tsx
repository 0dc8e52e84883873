/** Announces the batch's progress to screen readers: politely, and not too often. */

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { TotalsView } from '../../shared/contract/views.ts';
import { spokenSpan } from '../components/text/format.ts';
import { TEST_IDS } from '../components/text/test-ids.ts';
import { useDesk } from '../state/desk-context.ts';
import { announcerStore } from '../state/page-stores.ts';
import { PROGRESS } from './strings.ts';

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
