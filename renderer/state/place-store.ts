/** Where the person is: the place in the rail and, in Listen, the job. Kept in the address so that a reload stays there. */

import { createStore, type StoreApi } from 'zustand/vanilla';

export const PLACES = ['desk', 'listen', 'history', 'connections', 'settings'] as const;
export type PlaceName = (typeof PLACES)[number];

export interface Place {
  readonly name: PlaceName;
  /** The job of the comparison; null elsewhere and before one was chosen. */
  readonly jobId: string | null;
}

export type PlaceStore = StoreApi<Place>;

/** `#/listen/JOB` and so on; anything else is the desk. */
export function placeOf(hash: string): Place {
  const [name, jobId] = hash.replace(/^#\/?/, '').split('/');
  const known = PLACES.find((place) => place === name) ?? 'desk';
  return { name: known, jobId: known === 'listen' && jobId ? decodeURIComponent(jobId) : null };
}

export function hashOf(place: Place): string {
  return place.jobId === null ? `#/${place.name}` : `#/${place.name}/${encodeURIComponent(place.jobId)}`;
}

/** Follows the address (back and forward included) until disposed. */
export function createPlaceStore(): { store: PlaceStore; dispose(): void } {
  const store = createStore<Place>(() => placeOf(window.location.hash));
  const follow = (): void => store.setState(placeOf(window.location.hash), true);
  window.addEventListener('hashchange', follow);
  return { store, dispose: () => window.removeEventListener('hashchange', follow) };
}

/** Goes to a place, with an entry in the browser's own history. */
export function goTo(store: PlaceStore, name: PlaceName, jobId: string | null): void {
  const place: Place = { name, jobId };
  store.setState(place, true);
  if (window.location.hash !== hashOf(place)) window.history.pushState(null, '', hashOf(place));
}
