/** What a recording is, in one quiet line: length, channels, rate, what is particular about it, and its folder. */

import { Fragment, type ReactNode } from 'react';
import type { JobView } from '../../../../shared/contract/views.ts';
import { rowSettings, withRowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { type OutputNote, outputNotes } from '../../../../shared/domain/quality/channel-notes.ts';
import { type Remark, remarkSentence, remarkTitle } from '../../../../shared/domain/quality/remarks.ts';
import { channelNoteDetail, channelNoteTitle } from '../../../../shared/domain/quality/strings.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { ShortConnectionName } from '../../../components/connections/connection-name.tsx';
import grid from '../../../components/grid/grid.module.css';
import { ownWords } from '../../../components/presets/preset-words.ts';
import { SEND_EXCERPT } from '../../../components/sending/strings.ts';
import { inSentence } from '../../../components/text/format.ts';
import { useSession } from '../../../state/desk-context.ts';
import { chosenConnection, connectionOf, type SessionState } from '../../../state/session-store.ts';
import { CHANNEL_ROWS, CHIP } from '../own/strings.ts';
import { FACTS, QUEUE_TABLE } from '../strings.ts';
import classes from './queue.module.css';

interface Fact {
  readonly words: ReactNode;
  /** More about it, on hovering; all of it where the words are no text. */
  readonly tip?: string;
  readonly tone?: 'warning' | 'accent';
}

export function RowFacts({ job }: { job: JobView }) {
  // Texts are compared by value: rows render only when theirs change.
  const settings = useSession((state) => settingsOf(state, job));
  const connection = useSession((state) => otherConnection(state, job));
  const notes = useSession((state) => notesOn(state, job).map(channelNoteTitle).join('\n'));
  const notesTip = useSession((state) =>
    notesOn(state, job)
      .map((one) => `${channelNoteTitle(one)}. ${channelNoteDetail(one)}`)
      .join('\n'),
  );
  const isPriced = useSession((session) => {
    const prices = connectionOf(session, job)?.prices ?? {};
    return Object.values(prices).some((price) => price !== 0);
  });
  const twin = useSession((state) => (job.started ? undefined : state.twins.get(job.id)?.name));
  const remarks = remarksIn(job, twin);
  const facts: Fact[] = [
    lengthOf(job, isPriced),
    // What is wrong with a recording isn't what a narrow row cuts off.
    ...remarks.filter(({ tone }) => tone === 'warning'),
    ...(job.hasVideo ? [{ words: FACTS.video }] : []),
    ...(job.channels === null ? [] : [{ words: FACTS.channels(job.channels) }]),
    ...sideIn(job),
    ...(notes === '' ? [] : [{ words: inSentence(notes.split('\n')[0] ?? ''), tip: notesTip }]),
    ...remarks.filter(({ tone }) => tone !== 'warning'),
    ...(job.sampleRate === null ? [] : [{ words: FACTS.rate(job.sampleRate) }]),
    ...(job.joined.length === 0 ? [] : [{ words: CHIP.joined(job.joined.length), tip: CHIP.joinedFrom(job.joined) }]),
    ...(job.excerpt === null ? [] : [excerptIn(job.excerpt)]),
    ...(settings === '' ? [] : [{ words: settings, tip: CHIP.own(settings) }]),
    ...(connection === '' ? [] : [elsewhere(job, connection)]),
    ...(job.folder === '' ? [] : [{ words: <bdi>{job.folder}</bdi>, tip: job.folder }]),
  ];
  const whole = facts.map(({ words, tip }) => (typeof words === 'string' ? words : tip)).join(' · ');
  return (
    <span className={`${grid.under} ${classes.facts}`} title={whole}>
      {facts.map(({ words, tip, tone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts have no identity of their own
        <Fragment key={index}>
          {index > 0 && ' · '}
          <span data-tone={tone} title={tip}>
            {words}
          </span>
        </Fragment>
      ))}
    </span>
  );
}

/** Where it decides the price, a length counts only once it was counted in the file: headers may be wrong. */
function lengthOf({ countedSeconds, durationSeconds, state: { kind } }: JobView, isPriced: boolean): Fact {
  const isMeasured = countedSeconds !== null || !isPriced || (kind !== 'queued' && kind !== 'preparing');
  if (!isMeasured) return { words: QUEUE_TABLE.measuring, tip: QUEUE_TABLE.measuringWhy };
  return { words: durationSeconds === null ? '—' : formatDuration(durationSeconds) };
}

/** Nothing is wrong with them. */
const QUIET: ReadonlySet<Remark['kind']> = new Set(['music', 'same', 'track']);

/** Told once: the first in words, all of them on hovering. @param twin the name of the equal recording that it follows once it is started */
function remarksIn(job: JobView, twin: string | undefined): Fact[] {
  const remarks = twin === undefined ? job.remarks : [{ kind: 'same' as const, as: twin }, ...job.remarks];
  const [first] = remarks;
  if (first === undefined) return [];
  const fact = { words: inSentence(remarkTitle(first)), tip: remarks.map(remarkSentence).join('\n') };
  return [QUIET.has(first.kind) ? fact : { ...fact, tone: 'warning' }];
}

/** What is odd about the recording's channels, and what becomes of them. Before Start by the present settings. */
function notesOn({ preset }: SessionState, job: JobView): readonly OutputNote[] {
  return job.started || preset === null ? job.channelNotes : outputNotes(job, withRowSettings(preset, job.own));
}

function sideIn({ side }: JobView): Fact[] {
  return side === null ? [] : [{ words: CHANNEL_ROWS.side(side.side), tip: CHANNEL_ROWS.sideOf(side.side, side.of) }];
}

function excerptIn({ fromSeconds, kind, seconds }: NonNullable<JobView['excerpt']>): Fact {
  const from = formatDuration(fromSeconds);
  return kind === 'passage'
    ? {
        words: inSentence(SEND_EXCERPT.passageChip),
        tip: SEND_EXCERPT.passageChipWhy(from, formatDuration(fromSeconds + seconds)),
      }
    : { words: inSentence(SEND_EXCERPT.chip), tip: SEND_EXCERPT.chipWhy(from) };
}

/** Before Start what differs from the present settings; afterward what differed at Start. */
function settingsOf({ preset, info }: SessionState, job: Pick<JobView, 'own' | 'started'>): string {
  if (job.own === null || preset === null) return '';
  const own = job.started ? job.own : rowSettings(withRowSettings(preset, job.own), preset);
  if (own === null) return '';
  // Its chips show its models.
  const { models: _, ...rest } = own;
  return ownWords(rest, info?.filesHavePaths ?? false).join(', ');
}

function otherConnection(state: SessionState, job: Pick<JobView, 'connectionId' | 'connection'>): string {
  const chosen = chosenConnection(state);
  return chosen === null || job.connectionId === chosen.id ? '' : job.connection;
}

function elsewhere({ connectionId }: JobView, name: string): Fact {
  return { words: <ShortConnectionName id={connectionId} name={name} />, tip: CHIP.connection(name), tone: 'accent' };
}
