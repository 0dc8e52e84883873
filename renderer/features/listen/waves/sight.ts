/** What is in view, as a store: only what shows it is rendered again while someone zooms. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ViewWindow } from './view-window.ts';

export type Sight = StoreApi<ViewWindow>;

export function createSight(view: ViewWindow): Sight {
  return createStore(() => view);
}
