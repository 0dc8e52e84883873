/** Words of the history. */

import { countOf } from '../../../shared/domain/units.ts';

export const HISTORY = {
  title: 'History',
  search: 'Search names, folders, models, connections, states',
  clearSearch: 'Clear search',
  count: (total: number) => countOf(total, 'recording'),
  emptyTitle: 'Nothing here yet',
  emptyText: 'Every recording you restore appears here with its results and cost, even offline.',
  noneTitle: 'No matches',
  noneText: (search: string) => `No recording, folder, model or connection matches “${search}”.`,
  recording: 'Recording',
  length: 'Length',
  results: 'Results',
  connection: 'Connection',
  when: 'Added',
  cost: 'Cost (USD)',
  listen: 'Listen',
  listenTo: (name: string) => `Listen to ${name}`,
} as const;
