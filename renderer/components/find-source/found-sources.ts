/** Counts the sources that were found on this page: whoever shows which ones are gone asks again. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const found = createStore(() => ({ count: 0 }));

export function noteFound(): void {
  found.setState(({ count }) => ({ count: count + 1 }));
}

/** Grows with every source that is found. */
export function useFoundSources(): number {
  return useStore(found, ({ count }) => count);
}
