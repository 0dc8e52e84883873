/** The view of History that the address asks for. */

import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import type { HistoryFilter } from '../../../shared/domain/history/filter.ts';
import { addressOf, type HistoryView, viewOf } from '../../../shared/domain/history/filter-address.ts';
import { useDesk } from '../../state/desk-context.ts';
import { showView } from '../../state/route-store.ts';

export interface ViewControl {
  readonly view: HistoryView;
  /** The same as text. */
  readonly address: string;
  show(view: HistoryView): void;
  /** Changes parts of the filter. @param isTyped while typing, Back doesn't lead through every letter */
  filterBy(parts: Partial<HistoryFilter>, isTyped?: boolean): void;
}

export function useView(): ViewControl {
  const { route } = useDesk();
  const address = useStore(route, (state) => state.view ?? '');
  const view = useMemo(() => viewOf(address), [address]);
  const show = useCallback((next: HistoryView) => showView(route, addressOf(next), false), [route]);
  const filterBy = useCallback(
    (parts: Partial<HistoryFilter>, isTyped = false) =>
      showView(route, addressOf({ ...view, filter: { ...view.filter, ...parts } }), isTyped),
    [route, view],
  );
  return { view, address, show, filterBy };
}
