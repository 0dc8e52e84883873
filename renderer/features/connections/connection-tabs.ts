/** The tabs of a connection, as the page's address names them. */

import type { ConnectionView } from '../../../shared/contract/connections.ts';

const CONNECTION_TABS = ['overview', 'keys', 'webhooks', 'account', 'rehearsal'] as const;
export type ConnectionTab = (typeof CONNECTION_TABS)[number];

/** Which tabs a connection has: the built-in service has no keys to look after, and only Cleartake's own services rehearse. */
export function tabsOf({ kind, rehearsal }: Pick<ConnectionView, 'kind' | 'rehearsal'>): readonly ConnectionTab[] {
  return CONNECTION_TABS.filter(
    (tab) => (tab !== 'keys' || kind === 'remote') && (tab !== 'rehearsal' || rehearsal !== 'none'),
  );
}
