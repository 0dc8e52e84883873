/** What is typed into "Find a setting": sections without these words hide. */

import { createContext, type RefObject, useContext, useLayoutEffect, useState } from 'react';

/** Lower case; empty shows everything. */
export const SettingsQuery = createContext('');

/** Every word of the query is somewhere in the text. Pure. */
function matchesQuery(text: string, query: string): boolean {
  const within = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** Whether the element is to be hidden. @param words what it goes by besides its text */
export function useHidden(ref: RefObject<HTMLElement | null>, words: string): boolean {
  const query = useContext(SettingsQuery);
  const [hidden, setHidden] = useState(false);
  useLayoutEffect(() => {
    setHidden(!matchesQuery(`${words} ${ref.current?.textContent ?? ''}`, query));
  }, [query, words, ref]);
  return hidden;
}
