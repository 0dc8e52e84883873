/** The connection whose costs or history a command reads. */

import type { Store } from '../../../core/store/open-store.ts';
import { namedConnection } from './named.ts';

/** Also one that was removed, whose costs remain. @throws UsageError for an unknown one */
export function connectionNamed({ connections, costs }: Store, name: string): string {
  const present = connections.list();
  const removed = costs.sums.connections().flatMap((id) => connections.get(id) ?? []);
  const isMeant = ({ id, name: known }: { readonly id: string; readonly name: string }) =>
    id === name || known.toLowerCase() === name.toLowerCase();
  return namedConnection(present.some(isMeant) ? present : [...present, ...removed.filter(isNotIn(present))], name).id;
}

function isNotIn(connections: readonly { readonly id: string }[]): (one: { readonly id: string }) => boolean {
  const ids = new Set(connections.map(({ id }) => id));
  return ({ id }) => !ids.has(id);
}
