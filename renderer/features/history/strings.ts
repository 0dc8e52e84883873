/** Words of the history. */

export const HISTORY = {
  title: 'History',
  clearSearch: 'Clear the search',
  search: 'Search names, folders, models, connections, states',
  count: (total: number) => `${total} ${total === 1 ? 'recording' : 'recordings'}`,
  emptyTitle: 'Nothing here yet',
  emptyText: 'Every recording you restore is kept here with its results and what it cost, also without a network.',
  noneTitle: 'Nothing fits',
  noneText: (search: string) => `No recording, folder, model or connection matches “${search}”.`,
  recording: 'Recording',
  length: 'Length',
  results: 'Results',
  connection: 'Connection',
  when: 'Added',
  cost: 'Cost, USD',
  listen: 'Listen',
  listenTo: (name: string) => `Listen to ${name}`,
} as const;
