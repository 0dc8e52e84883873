/** The page that is open and, on Listen, its job. Kept in the address, so that a reload opens the same page. */

import { createStore, type StoreApi } from 'zustand/vanilla';

export const PAGES = ['desk', 'listen', 'history', 'costs', 'connections', 'settings'] as const;
export type PageName = (typeof PAGES)[number];

export const SETTINGS_PLACES = [
  'general',
  'presets',
  'models',
  'output',
  'watch-folders',
  'queue',
  'network',
  'notifications',
  'data',
  'advanced',
] as const;
export type SettingsPlaceName = (typeof SETTINGS_PLACES)[number];

export interface Route {
  readonly name: PageName;
  /** The job that is compared on Listen; null on the other pages and while none is chosen. */
  readonly jobId: string | null;
  /** The place of Settings that was gone to; null on the other pages, and for its beginning. */
  readonly place: SettingsPlaceName | null;
  /** What History, Costs or Connections shows, as the text of an address; missing on the other pages, and for their first view. */
  readonly view?: string;
}

export type RouteStore = StoreApi<Route>;

/** Reads `#/listen/JOB`, `#/settings/PLACE` and the like; anything unknown is the desk. */
export function routeOf(hash: string): Route {
  const [name, ...parts] = hash.replace(/^#\/?/, '').split('/');
  const [part = ''] = parts;
  if ((name === 'history' || name === 'costs' || name === 'connections') && part !== '')
    return { name, jobId: null, place: null, view: parts.join('/') };
  const known = PAGES.find((page) => page === name) ?? 'desk';
  return {
    name: known,
    jobId: known === 'listen' && part !== '' ? decodeURIComponent(part) : null,
    place: (known === 'settings' ? SETTINGS_PLACES.find((place) => place === part) : null) ?? null,
  };
}

export function pageAddress({ jobId, name, place, view }: Route): string {
  if (view !== undefined && view !== '') return `#/${name}/${view}`;
  const part = place ?? jobId;
  return part === null ? `#/${name}` : `#/${name}/${encodeURIComponent(part)}`;
}

/** What Connections shows. @param tab empty for the first one */
export function connectionRoute(connectionId: string, tab = ''): Route {
  const view = encodeURIComponent(connectionId) + (tab === '' ? '' : `/${tab}`);
  return { name: 'connections', jobId: null, place: null, view };
}

/** The address of a connection, for a link. */
export function connectionAddress(connectionId: string): string {
  return pageAddress(connectionRoute(connectionId));
}

/** The connection and tab that the view of Connections is about; empty texts for its first view. */
export function connectionOfView(view: string): { readonly id: string; readonly tab: string } {
  const [id = '', tab = ''] = view.split('/');
  return { id: decodeURIComponent(id), tab };
}

/** The address of what one batch cost, for a link. */
export function batchCostsAddress(batchId: string): string {
  return pageAddress({ name: 'costs', jobId: null, place: null, view: `batch=${encodeURIComponent(batchId)}` });
}

/** The batch that the view of Costs is about; null for every other view. */
export function batchOfView(view: string): string | null {
  return new URLSearchParams(view).get('batch') || null;
}

/** Follows the address, including Back and Forward, until disposed. */
export function createRouteStore(): { store: RouteStore; dispose(): void } {
  const store = createStore<Route>(() => routeOf(window.location.hash));
  const follow = (): void => store.setState(routeOf(window.location.hash), true);
  window.addEventListener('hashchange', follow);
  return { store, dispose: () => window.removeEventListener('hashchange', follow) };
}

/** Opens a page and adds an entry to the browser's own history. */
export function openPage(store: RouteStore, route: Route): void {
  store.setState(route, true);
  if (window.location.hash !== pageAddress(route)) window.history.pushState(null, '', pageAddress(route));
}

/** Shows another view of History. @param isTyped the same entry of the browser's own history stays, so that Back leaves the page */
export function showView(store: RouteStore, view: string, isTyped: boolean): void {
  const route: Route = { name: 'history', jobId: null, place: null, ...(view === '' ? {} : { view }) };
  if (isTyped) {
    store.setState(route, true);
    window.history.replaceState(null, '', pageAddress(route));
  } else openPage(store, route);
}
