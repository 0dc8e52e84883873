/** Who asks a service about webhooks, and whose events an endpoint gets when nobody says. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { ServiceClient } from '../api/service-client.ts';
import { BUILT_IN_ID, type Connections } from './connections.ts';
import { ACCOUNT } from './strings.ts';

export type WebhookConnections = Pick<Connections, 'accountClient' | 'client' | 'keys' | 'list'>;

/** With the connection's admin key where there is one. @throws CleartakeError as `Connections.accountClient` */
export function webhookAccount(connections: WebhookConnections, id: string): Promise<ServiceClient> {
  return id === BUILT_IN_ID ? connections.client(id) : connections.accountClient(id);
}

/**
 * The key that the connection restores with: an endpoint gets the events of one key, and without a name that would be the admin key's.
 * @returns its id; undefined when the calling key is that key
 * @throws CleartakeError notPossibleNow when the account doesn't list it
 */
export async function restoringKeyId(
  { keys, list }: WebhookConnections,
  id: string,
  client: ServiceClient,
): Promise<string | undefined> {
  const row = list().find((one) => one.id === id);
  if (row === undefined || !(await keys.hasAdmin(row))) return undefined;
  for (const { keyId, keyPrefix } of await client.listKeys()) {
    if (await keys.uses(row, keyPrefix, 'own')) return keyId;
  }
  throw new CleartakeError('notPossibleNow', { parts: ACCOUNT.keyNotListed });
}
