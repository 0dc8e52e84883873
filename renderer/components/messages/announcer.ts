/** Announces something to screen readers at once. */

import { createStore } from 'zustand/vanilla';

/** `count` changes when the same sentence is announced again. */
export const announcerStore = createStore<{ readonly text: string; readonly count: number }>(() => ({
  text: '',
  count: 0,
}));

export function announce(text: string): void {
  announcerStore.setState(({ count }) => ({ text, count: count + 1 }));
}
