/** What the page itself remembers beside the desk: announcements, what lies over the page, uploads, a drag, files found again, and the time. */

import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Destination } from './reorder.ts';

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

/** Announces what a pressed key changes many times a second: only the last of it. */
export function announceSettled(text: string): void {
  clearTimeout(settling);
  settling = setTimeout(announce, SETTLED_MS, text);
}

/** Whether the command palette lies over the page, and the sheet of shortcuts. */
export const paletteStore = createStore<{ readonly open: boolean }>(() => ({ open: false }));

export function openPalette(): void {
  paletteStore.setState({ open: true });
}

export const shortcutStore = createStore<{ readonly open: boolean }>(() => ({ open: false }));

export function openShortcuts(): void {
  shortcutStore.setState({ open: true });
}

export interface UploadProgress {
  readonly files: number;
  readonly filesDone: number;
  readonly bytes: number;
  readonly bytesDone: number;
  /** Name of the file that is uploaded now. */
  readonly current: string;
}

/** Uploads into the library of the browser host; null while there are none. */
export const uploadStore = createStore<{
  readonly progress: UploadProgress | null;
  readonly stop: (() => void) | null;
}>(() => ({ progress: null, stop: null }));

export interface Drag {
  readonly moving: ReadonlySet<string>;
  /** The row above which they would be dropped. */
  readonly index: number;
  /** Null while a drop would change nothing. */
  readonly to: Destination | null;
  /** The pointer, in pixels of the window. */
  readonly x: number;
  readonly y: number;
}

export const dragStore = createStore<{ readonly drag: Drag | null }>(() => ({ drag: null }));

export function isDragged(id: string): (state: { readonly drag: Drag | null }) => boolean {
  return ({ drag }) => drag?.moving.has(id) ?? false;
}

/** Counts the sources that were found on this page: whoever shows which ones are gone asks again. */
const foundStore = createStore(() => ({ count: 0 }));

export function noteFound(): void {
  foundStore.setState(({ count }) => ({ count: count + 1 }));
}

/** Grows with every source that is found. */
export function useFoundSources(): number {
  return useStore(foundStore, ({ count }) => count);
}

const clockListeners = new Set<() => void>();
let clockTimer: number | undefined;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  clockListeners.add(listener);
  if (clockTimer === undefined) now = Date.now();
  clockTimer ??= window.setInterval(() => {
    now = Date.now();
    for (const each of clockListeners) each();
  }, 1000);
  return () => {
    clockListeners.delete(listener);
    if (clockListeners.size > 0) return;
    window.clearInterval(clockTimer);
    clockTimer = undefined;
  };
}

/** Milliseconds since the epoch, a new value every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
