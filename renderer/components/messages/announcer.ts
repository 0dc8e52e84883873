/** Says something at once to people who listen to the screen. */

import { createStore } from 'zustand/vanilla';

/** `count` tells a sentence from the same one said before. */
export const announcerStore = createStore<{ readonly text: string; readonly count: number }>(() => ({
  text: '',
  count: 0,
}));

export function announce(text: string): void {
  announcerStore.setState(({ count }) => ({ text, count: count + 1 }));
}
