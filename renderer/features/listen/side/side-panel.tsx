/** The column beside the takes: measures, blind tests, verdict and note. While a blind test runs, only what tells nothing. */

import type { TakeView } from '../../../../shared/contract/views.ts';
import { BlindCard, EarlierTests } from '../blind/blind-card.tsx';
import { MeasuresTable } from '../measures/measures-table.tsx';
import { NoteBox } from '../opinions/note-box.tsx';
import type { Opinions } from '../opinions/use-opinions.ts';
import { VerdictBox } from '../opinions/verdict-box.tsx';
import { LISTEN } from '../strings.ts';
import classes from './side.module.css';

interface SidePanelProps {
  readonly takes: readonly TakeView[];
  /** Index of the audible take. */
  readonly active: number;
  readonly opinions: Opinions;
  onBlind(): void;
}

export function SidePanel({ takes, active, opinions, onBlind }: SidePanelProps) {
  const heard = takes[active];
  const { view } = opinions;
  return (
    <aside className={classes.panel} aria-label={LISTEN.side}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls in small windows, and must be reachable by key then */}
      <div className={classes.scroll} tabIndex={0}>
        <MeasuresTable takes={takes} active={active} />
        <BlindCard
          tests={view?.tests ?? []}
          possible={takes.filter((take) => take.playable).length > 1}
          onOpen={onBlind}
        />
        {view !== null && <NoteBox note={view.note} onSave={opinions.setNote} />}
      </div>
      {heard !== undefined && <VerdictBox takes={takes} heard={heard} opinions={opinions} />}
    </aside>
  );
}

export function BlindSidePanel({ opinions }: Pick<SidePanelProps, 'opinions'>) {
  return (
    <aside className={classes.panel} data-blind aria-label={LISTEN.side}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls in small windows, and must be reachable by key then */}
      <div className={classes.scroll} tabIndex={0}>
        <EarlierTests tests={opinions.view?.tests ?? []} />
      </div>
    </aside>
  );
}
