/** A clock that ticks every second while something subscribes. */

import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: number | undefined;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) now = Date.now();
  timer ??= window.setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** Milliseconds since the epoch, a new value every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
