/** The recordings of an open group, below it. */

import { useCallback } from 'react';
import type { HistoryEntry, HistoryGroup } from '../../../../shared/contract/history.ts';
import type { HistoryFilter } from '../../../../shared/domain/history/filter.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { sentenceOf } from '../../../components/messages/saving.tsx';
import { costWords, formatMoment, shownName } from '../../../components/text/format.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { useNow } from '../../../state/page-stores.ts';
import { useAsked } from '../../../state/use-asked.ts';
import { amountOf, historyStateWord, isAudible } from '../list/history-words.ts';
import type { ViewControl } from '../list/use-history.ts';
import { Refused } from '../parts.tsx';
import { GROUPS, HISTORY_PAGE, HISTORY_REFUSED } from '../strings.ts';
import classes from './groups.module.css';

/** More are shown by themselves, in the list. */
const MOST = 100;

interface GroupRowsProps {
  readonly group: HistoryGroup;
  /** What the view and the group leave. */
  readonly filter: HistoryFilter;
  readonly control: ViewControl;
  /** Shows the group alone. */
  readonly onAll: () => void;
}

export function GroupRows({ control, filter, group, onAll }: GroupRowsProps) {
  const { entries, refusal, again } = useEntries(group, filter, control);
  if (refusal !== null) {
    return (
      <tr>
        <td colSpan={5}>
          <Refused what={HISTORY_REFUSED.list} sentence={refusal} onAgain={again} />
        </td>
      </tr>
    );
  }
  if (entries === null) {
    return (
      <tr className={classes.inside}>
        <td colSpan={5}>{HISTORY_PAGE.loading}</td>
      </tr>
    );
  }
  return (
    <>
      {entries.map((entry) => (
        <Recording key={entry.jobId} entry={entry} />
      ))}
      {group.count > entries.length && (
        <tr className={classes.inside}>
          <td colSpan={5}>
            <button type="button" className={`${classes.open} cut`} onClick={onAll}>
              {GROUPS.all(group.count)}
            </button>
          </td>
        </tr>
      )}
    </>
  );
}

function Recording({ entry }: { readonly entry: HistoryEntry }) {
  const desk = useDesk();
  const now = useNow();
  const { addedAt, durationSeconds, jobId, name, state } = entry;
  return (
    <tr className={classes.inside} data-job={jobId}>
      <th scope="row" title={entry.sourcePath ?? ''}>
        {isAudible(entry) ? (
          <button
            type="button"
            className={`${classes.open} cut`}
            aria-label={HISTORY_PAGE.listenTo(name)}
            onClick={() => desk.goTo('listen', jobId)}
          >
            {shownName(name)}
          </button>
        ) : (
          shownName(name)
        )}
      </th>
      <td>{historyStateWord(state)}</td>
      <td>{durationSeconds === null ? '—' : formatDuration(durationSeconds)}</td>
      <td>{costWords(amountOf(entry))}</td>
      <td>{formatMoment(addedAt, now)}</td>
    </tr>
  );
}

function useEntries(group: HistoryGroup, filter: HistoryFilter, { view: { sort } }: ViewControl) {
  const { client } = useDesk();
  const request = JSON.stringify({ filter, sort, limit: MOST });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a group whose sums changed has other entries
  const ask = useCallback(() => client.history.search(JSON.parse(request)), [client, request, group]);
  const { again, answer, thrown } = useAsked(ask);
  return { entries: answer?.entries ?? null, refusal: thrown === null ? null : sentenceOf(thrown), again };
}
