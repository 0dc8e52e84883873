/** Announces something to screen readers: at once, or when it has settled. */

import { createStore } from 'zustand/vanilla';

/** Milliseconds without another one, after which it is announced. */
const SETTLED_MS = 400;

/** `count` changes when the same sentence is announced again. */
export const announcerStore = createStore<{ readonly text: string; readonly count: number }>(() => ({
  text: '',
  count: 0,
}));

let settling: ReturnType<typeof setTimeout> | undefined;

/** What was still settling is older, and is dropped. */
export function announce(text: string): void {
  clearTimeout(settling);
  announcerStore.setState(({ count }) => ({ text, count: count + 1 }));
}

/** Announces what a held key changes many times a second: only the last of it. */
export function announceSettled(text: string): void {
  clearTimeout(settling);
  settling = setTimeout(announce, SETTLED_MS, text);
}
