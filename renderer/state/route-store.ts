/** The page that is open and, on Listen, its job. Kept in the address, so that a reload opens the same page. */

import { createStore, type StoreApi } from 'zustand/vanilla';

export const PAGES = ['desk', 'listen', 'history', 'connections', 'settings'] as const;
export type PageName = (typeof PAGES)[number];

export interface Route {
  readonly name: PageName;
  /** The job that is compared on Listen; null on the other pages and while none is chosen. */
  readonly jobId: string | null;
}

export type RouteStore = StoreApi<Route>;

/** Reads `#/listen/JOB` and the like; anything unknown is the desk. */
export function routeOf(hash: string): Route {
  const [name, jobId] = hash.replace(/^#\/?/, '').split('/');
  const known = PAGES.find((page) => page === name) ?? 'desk';
  return { name: known, jobId: known === 'listen' && jobId ? decodeURIComponent(jobId) : null };
}

export function hashOf(route: Route): string {
  return route.jobId === null ? `#/${route.name}` : `#/${route.name}/${encodeURIComponent(route.jobId)}`;
}

/** Follows the address, including Back and Forward, until disposed. */
export function createRouteStore(): { store: RouteStore; dispose(): void } {
  const store = createStore<Route>(() => routeOf(window.location.hash));
  const follow = (): void => store.setState(routeOf(window.location.hash), true);
  window.addEventListener('hashchange', follow);
  return { store, dispose: () => window.removeEventListener('hashchange', follow) };
}

/** Opens a page and adds an entry to the browser's own history. */
export function openPage(store: RouteStore, name: PageName, jobId: string | null): void {
  const route: Route = { name, jobId };
  store.setState(route, true);
  if (window.location.hash !== hashOf(route)) window.history.pushState(null, '', hashOf(route));
}
