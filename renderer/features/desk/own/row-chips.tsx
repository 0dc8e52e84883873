/** What is particular about a row: its recording, settings of its own, and another connection. */

import type { JobView } from '../../../../shared/contract/views.ts';
import { rowSettings, withRowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { type OutputNote, outputNotes } from '../../../../shared/domain/quality/channel-notes.ts';
import { type Remark, remarkSentence, remarkTitle } from '../../../../shared/domain/quality/remarks.ts';
import { channelNoteDetail, channelNoteTitle } from '../../../../shared/domain/quality/strings.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { ShortConnectionName } from '../../../components/connections/connection-name.tsx';
import { ownWords } from '../../../components/presets/preset-words.ts';
import { SEND_EXCERPT } from '../../../components/sending/strings.ts';
import { useSession } from '../../../state/desk-context.ts';
import { chosenConnection, connectionOf, type SessionState } from '../../../state/session-store.ts';
import classes from './own.module.css';
import { CHIP } from './strings.ts';

const SEPARATOR = ' · ';
/** Nothing is wrong with them. */
const QUIET: ReadonlySet<Remark['kind']> = new Set(['music', 'same', 'track']);

export function RowChips({ job }: { job: JobView }) {
  // Texts are compared by value: rows without chips render only once.
  const settings = useSession((state) => settingsChip(state, job));
  const connection = useSession((state) => connectionChip(state, job));
  const note = useSession((state) => notesOn(state, job).slice(0, 1).map(channelNoteTitle).join());
  const notes = useSession((state) =>
    notesOn(state, job)
      .map((one) => `${channelNoteTitle(one)}. ${channelNoteDetail(one)}`)
      .join('\n'),
  );
  const isFree = useSession((state) => connectionOf(state, job)?.kind === 'built-in');
  const both = settings !== '' && connection !== '';
  const twin = useSession((state) => (job.started ? undefined : state.twins.get(job.id)));
  const remarks = twin === undefined ? job.remarks : [{ kind: 'same' as const, as: twin }, ...job.remarks];
  const [remark] = remarks;
  return (
    <>
      {remark !== undefined && (
        <span
          className={`${classes.chip} cut`}
          data-tone={QUIET.has(remark.kind) ? undefined : 'warning'}
          data-both={both}
          title={remarks.map(remarkSentence).join('\n')}
        >
          {remarkTitle(remark)}
        </span>
      )}
      {job.joined.length > 0 && (
        <span className={`${classes.chip} cut`} title={CHIP.joinedFrom(job.joined)}>
          {CHIP.joined(job.joined.length)}
        </span>
      )}
      {job.excerpt !== null && (
        <span className={`${classes.chip} cut`} data-both={connection !== ''} title={chipWhy(job.excerpt)}>
          {job.excerpt.kind === 'passage' ? SEND_EXCERPT.passageChip : SEND_EXCERPT.chip}
        </span>
      )}
      {note !== '' && (
        <span className={`${classes.chip} cut`} title={notes}>
          {note}
        </span>
      )}
      {settings !== '' && (
        <span className={`${classes.chip} cut`} data-both={both} title={CHIP.own(settings)}>
          {settings}
        </span>
      )}
      {connection !== '' && (
        <span className={`${classes.chip} cut`} data-tone="accent" data-both={both} title={CHIP.connection(connection)}>
          <ShortConnectionName id={job.connectionId} name={connection} />
          {isFree && <span className={classes.free}>{CHIP.free}</span>}
        </span>
      )}
    </>
  );
}

/** What is odd about the recording's channels, and what becomes of them. Before Start by the present settings. */
function notesOn({ preset }: SessionState, job: JobView): readonly OutputNote[] {
  return job.started || preset === null ? job.channelNotes : outputNotes(job, withRowSettings(preset, job.own));
}

function chipWhy({ fromSeconds, kind, seconds }: NonNullable<JobView['excerpt']>): string {
  const from = formatDuration(fromSeconds);
  return kind === 'passage'
    ? SEND_EXCERPT.passageChipWhy(from, formatDuration(fromSeconds + seconds))
    : SEND_EXCERPT.chipWhy(from);
}

/** Before Start what differs from the present settings; afterward what differed at Start. */
function settingsChip({ preset, info }: SessionState, job: Pick<JobView, 'own' | 'started'>): string {
  if (job.own === null || preset === null) return '';
  const own = job.started ? job.own : rowSettings(withRowSettings(preset, job.own), preset);
  return own === null ? '' : ownWords(own, info?.filesHavePaths ?? false).join(SEPARATOR);
}

function connectionChip(state: SessionState, job: Pick<JobView, 'connectionId' | 'connection'>): string {
  const chosen = chosenConnection(state);
  if (chosen === null || job.connectionId === chosen.id) return '';
  return job.connection;
}
