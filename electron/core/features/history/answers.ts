/** The questions of History that take long in a long history, answered in the reading thread. */

import type { HistorySums } from '../../../../shared/contract/history.ts';
import type { HistoryFilter } from '../../../../shared/domain/history/filter.ts';
import type { Counted } from '../../store/history-index/find-entries.ts';
import type { HistoryIndex, Question } from '../../store/history-index/history-index.ts';
import { MOST_COUNTED } from '../../store/history-index/prepare-search.ts';
import type { Store } from '../../store/open-store.ts';
import { readEntries } from './read-history.ts';

export type HistoryAnswers = ReturnType<typeof historyAnswers>;

export function historyAnswers(store: Store, index: HistoryIndex) {
  return {
    search: async (question: Question) => {
      const { entries, counted } = await index.find(question);
      const last = entries.at(-1);
      return {
        entries: readEntries(
          store,
          entries.map(({ jobId }) => jobId),
        ),
        next: last === undefined || entries.length < question.limit ? null : { value: last.value, id: last.id },
        found: sumsOf(counted),
        total: index.total(),
        indexing: index.indexing(),
      };
    },
    ids: async ({ limit, ...question }: Omit<Question, 'after'>) => {
      const { entries } = await index.find({ ...question, after: null, limit: limit + 1 });
      return { jobIds: entries.slice(0, limit).map(({ jobId }) => jobId), isMore: entries.length > limit };
    },
    groups: async ({ by, filter }: { readonly by: 'batch' | 'show'; readonly filter: HistoryFilter }) => {
      const { groups, counted } = await index.groups(filter, by);
      return { groups: [...groups], found: sumsOf(counted) };
    },
    choices: async (_: undefined) => ({ connections: store.history.connections(), ...(await index.choices()) }),
  };
}

function sumsOf({ count, ...sums }: Counted): HistorySums {
  return { ...sums, count: Math.min(count, MOST_COUNTED), isMore: count > MOST_COUNTED };
}
