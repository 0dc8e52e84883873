/** Handlers of the history group. They read only from this computer. */

import type { Store } from '../../store/open-store.ts';
import { os } from '../router.ts';
import { readHistory } from './read-history.ts';

export function historyHandlers(store: Store) {
  return {
    search: os.history.search.handler(({ input }) => ({
      total: store.history.count(input.search),
      entries: readHistory(store, input.search, input.offset, input.limit),
    })),
  };
}
