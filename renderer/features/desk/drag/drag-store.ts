/** The rows that the pointer carries at present, and where they would go. */

import { createStore } from 'zustand/vanilla';
import type { Destination } from '../../../state/reorder.ts';

export interface Drag {
  readonly moving: ReadonlySet<string>;
  /** The row above which they would be put. */
  readonly index: number;
  /** Null while a drop would change nothing. */
  readonly to: Destination | null;
  /** The pointer, in pixels of the window. */
  readonly x: number;
  readonly y: number;
}

export const dragStore = createStore<{ readonly drag: Drag | null }>(() => ({ drag: null }));

export function isCarried(id: string): (state: { readonly drag: Drag | null }) => boolean {
  return ({ drag }) => drag?.moving.has(id) ?? false;
}
