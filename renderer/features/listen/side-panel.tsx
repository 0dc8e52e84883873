/** The column beside the takes: measures, blind tests, verdict and note. While a blind test runs, only what tells nothing. */

import { type ReactNode, useDeferredValue } from 'react';
import type { JobView, TakeView } from '../../../shared/contract/views.ts';
import { MeasuresTable } from '../../components/measures/measures-table.tsx';
import type { Player } from '../../components/playback/player.ts';
import { NoteBox } from '../../components/verdicts/verdicts.tsx';
import { BlindCard, EarlierTests } from './blind/blind-card.tsx';
import { keepTake, keepWords } from './decide/keep-output.tsx';
import type { Opinions } from './decide/use-opinions.ts';
import { VerdictBox } from './decide/verdict-box.tsx';
import classes from './listen.module.css';
import { LISTEN } from './strings.ts';
import { useActiveCard, useHeardTake } from './takes/use-takes.ts';

interface SidePanelProps {
  readonly job: JobView;
  readonly takes: readonly TakeView[];
  readonly player: Player;
  readonly opinions: Opinions;
  onBlind(): void;
  /** Above everything. */
  readonly first?: ReactNode;
  /** Below the blind tests. */
  readonly children?: ReactNode;
}

/** Its cards come after what is drawn and played, so that opening a room never blocks the page. */
export function SidePanel(props: SidePanelProps) {
  const isReady = useDeferredValue(true, false);
  return (
    <aside className={classes.panel} aria-label={LISTEN.side}>
      {isReady && <Cards {...props} />}
    </aside>
  );
}

function Cards(props: SidePanelProps) {
  const { job, takes, player, opinions, onBlind, first, children } = props;
  const active = useActiveCard(player);
  const heard = useHeardTake(player, takes);
  const { view } = opinions;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls in small windows, and must be reachable by key then */}
      <div className={classes.scroll} tabIndex={0}>
        {first}
        <MeasuresTable takes={takes} active={active} />
        <BlindCard
          tests={view?.tests ?? []}
          possible={takes.filter((take) => take.playable).length > 1}
          onOpen={onBlind}
        />
        {children}
        {view !== null && <NoteBox note={view.note} onSave={opinions.setNote} />}
      </div>
      {heard !== undefined && (
        <VerdictBox
          takes={takes}
          heard={heard}
          opinions={opinions}
          keepWords={keepWords(job, heard)}
          onKeep={() => keepTake(job, heard, opinions)}
        />
      )}
    </>
  );
}

interface BlindSidePanelProps extends Pick<SidePanelProps, 'opinions'> {
  /** Id of the test that is open. */
  readonly open: string;
  readonly isFinished: boolean;
}

export function BlindSidePanel({ isFinished, open, opinions }: BlindSidePanelProps) {
  const tests = (opinions.view?.tests ?? []).filter(({ id }) => id !== open);
  return (
    <aside className={classes.panel} data-blind aria-label={LISTEN.side}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls in small windows, and must be reachable by key then */}
      <div className={classes.scroll} tabIndex={0}>
        <EarlierTests tests={tests} isFinished={isFinished} />
      </div>
    </aside>
  );
}
