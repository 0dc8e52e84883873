/** Handlers of the history group. Everything is on this computer. */

import { z } from 'zod';
import { savedSearch } from '../../../../shared/domain/history/filter-address.ts';
import { hasEnded } from '../../../../shared/domain/job-state.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Reader } from '../../calls/reader.ts';
import { os } from '../../calls/router.ts';
import type { Store } from '../../store/open-store.ts';
import type { HistoryAnswers } from './answers.ts';
import { readDetails } from './history-details.ts';

export function historyHandlers(
  { clock, files }: { readonly clock: Pick<Clock, 'now'>; readonly files: Pick<Files, 'facts'> },
  store: Store,
  reader: Reader<HistoryAnswers>,
) {
  const group = os.history;
  return {
    search: group.search.handler(({ input, signal }) => reader.ask('search', input, signal)),
    groups: group.groups.handler(({ input, signal }) => reader.ask('groups', input, signal)),
    choices: group.choices.handler(({ signal }) => reader.ask('choices', undefined, signal)),
    ids: group.ids.handler(({ input, signal }) => reader.ask('ids', input, signal)),
    details: group.details.handler(({ input }) => readDetails(files, store, input.jobId)),
    forget: group.forget.handler(({ input }) => {
      const jobIds = store.jobs.many(input.jobIds).flatMap(({ id, state }) => (hasEnded(state) ? id : []));
      store.history.forget(jobIds, clock.now());
      return { jobIds };
    }),
    recall: group.recall.handler(({ input }) => store.history.forget(input.jobIds, null)),
    saved: group.saved.handler(() =>
      z
        .array(savedSearch)
        .catch([])
        .parse(store.settings.get('saved-searches') ?? []),
    ),
    setSaved: group.setSaved.handler(({ input }) => store.settings.set('saved-searches', input)),
  };
}
