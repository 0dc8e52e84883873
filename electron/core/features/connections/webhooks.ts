/** Handlers of the webhooks group. A signing secret goes in, or from a service to the vault; it comes out only for a person whose receiver is elsewhere. */

import { isLoopbackHost } from '../../../../shared/domain/connections/addresses.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import * as portal from '../../../../shared/service-api/operations/portal-webhooks.ts';
import { EVENT_TYPES } from '../../../../shared/service-api/webhooks.ts';
import { isWebhookSecret } from '../../../platform/security/webhook-signature.ts';
import type { Portal } from '../../api/portal.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import { os } from '../../calls/router.ts';
import { BUILT_IN_ID, type Connections } from '../../connections/connections.ts';
import { ACCOUNT } from '../../connections/strings.ts';
import type { DeskReceiver } from './webhooks/desk-receiver.ts';
import { RECEIVER } from './webhooks/strings.ts';

type WebhookConnections = Pick<Connections, 'client' | 'keys' | 'list' | 'portal'>;

export interface WebhooksHandlersPorts {
  readonly connections: WebhookConnections;
  readonly receiver: DeskReceiver;
}

export function webhooksHandlers({ connections, receiver }: WebhooksHandlersPorts) {
  const group = os.webhooks;
  const account = (connectionId: string) => connections.portal(connectionId);

  /** Names the connection's own key, unless it is the one that asks. */
  async function ownerOf(connectionId: string, client: ServiceClient) {
    const apiKeyId = await restoringKeyId(connections, connectionId, client);
    return apiKeyId === undefined ? {} : { apiKeyId };
  }

  /** Whether an endpoint is the receiver on this computer. */
  async function isReceiverHere(connectionId: string, endpointId: string, client: Portal): Promise<boolean> {
    const { endpoints } = await client.portal(portal.listEndpoints, {});
    const found = endpoints.find((one) => one.endpointId === endpointId);
    return hrefOf(found?.url) === receiver.addressFor(connectionId);
  }

  /** Configures an endpoint of the connection's key for the receiver, and takes its secret from the service. */
  async function receive(connectionId: string): Promise<void> {
    const client = await account(connectionId);
    const url = allowedUrl(connectionId, receiver.addressFor(connectionId));
    const { endpointId } = await client.configureWebhook({
      ...(await ownerOf(connectionId, client)),
      mode: 'live',
      url,
      eventTypes: [...EVENT_TYPES],
    });
    await receiver.setSecrets(connectionId, await client.signingSecret(portal.revealSecret, { endpointId }));
  }

  return {
    list: group.list.handler(async ({ input }) => (await account(input.connectionId)).portal(portal.listEndpoints, {})),
    configure: group.configure.handler(async ({ input }) => {
      const { apiKeyId, connectionId, eventTypes, mode } = input;
      const url = allowedUrl(connectionId, input.url);
      const client = await account(connectionId);
      const whose = apiKeyId === undefined ? await ownerOf(connectionId, client) : { apiKeyId };
      const made = await client.configureWebhook({ mode, url, eventTypes, ...whose });
      return { endpointId: made.endpointId, url: made.url };
    }),
    test: group.test.handler(async ({ input }) => {
      const { connectionId, ...event } = input;
      return (await connections.client(connectionId)).sendTestEvent(event);
    }),
    deliveries: group.deliveries.handler(async ({ input: { connectionId, ...filter } }) =>
      (await account(connectionId)).portal(portal.listDeliveries, filter),
    ),
    messages: group.messages.handler(async ({ input: { connectionId, ...page } }) =>
      (await account(connectionId)).portal(portal.listMessages, page),
    ),
    update: group.update.handler(async ({ input: { connectionId, ...changes } }) => {
      if (changes.url !== undefined) allowedUrl(connectionId, changes.url);
      await (await account(connectionId)).portal(portal.updateEndpoint, changes);
    }),
    remove: group.remove.handler(async ({ input: { connectionId, endpointId } }) => {
      await (await account(connectionId)).portal(portal.removeEndpoint, { endpointId });
    }),
    rotateSecret: group.rotateSecret.handler(async ({ input: { connectionId, endpointId, immediately } }) => {
      const client = await account(connectionId);
      const isHere = await isReceiverHere(connectionId, endpointId, client);
      const secret = await client.signingSecret(portal.rotateSecret, { endpointId, immediately });
      if (!isHere) return { secret };
      await receiver.setSecrets(connectionId, secret);
      return { secret: null };
    }),
    revealSecret: group.revealSecret.handler(async ({ input: { connectionId, endpointId } }) => {
      const client = await account(connectionId);
      if (await isReceiverHere(connectionId, endpointId, client)) return { secret: null };
      return { secret: await client.signingSecret(portal.revealSecret, { endpointId }) };
    }),
    setEnabled: group.setEnabled.handler(async ({ input: { connectionId, enabled, endpointId } }) => {
      const operation = enabled ? portal.enableEndpoint : portal.disableEndpoint;
      await (await account(connectionId)).portal(operation, { endpointId });
    }),
    resend: group.resend.handler(async ({ input: { connectionId, ...resent } }) => {
      await (await account(connectionId)).portal(portal.resendMessage, resent);
    }),
    recover: group.recover.handler(async ({ input: { connectionId, ...window } }) =>
      (await account(connectionId)).portal(portal.recoverEndpoint, window),
    ),
    receiver: group.receiver.handler(() => receiver.view()),
    setReceiver: group.setReceiver.handler(async ({ input }) => {
      await receiver.set(input);
      return receiver.view();
    }),
    setSigning: group.setSigning.handler(async ({ input: { connectionId, signing, keep } }) => {
      // The connection has to exist; a service needn't be reachable.
      const isKnown = (await receiver.view()).sources.some((source) => source.connectionId === connectionId);
      if (!isKnown) throw new CleartakeError('notFound', { detail: 'connection' });
      const secrets = signing === null ? null : signing.split(/\s+/).filter((text) => text !== '');
      if (secrets !== null && (secrets.length === 0 || !secrets.every(isWebhookSecret))) {
        throw new CleartakeError('notPossibleNow', { parts: RECEIVER.notASecret });
      }
      await receiver.setSecrets(connectionId, secrets?.join(' ') ?? null, keep);
    }),
    receive: group.receive.handler(async ({ input }) => {
      if (!(await receiver.view()).on) throw new CleartakeError('notPossibleNow', { parts: RECEIVER.isOff });
      await receive(input.connectionId);
      return receiver.view();
    }),
  };
}

/**
 * The key that the connection restores with: an endpoint gets the events of one key, and without a name that would be the admin key's.
 * @returns its id; undefined when the calling key is that key
 * @throws CleartakeError notPossibleNow when the account doesn't list it
 */
async function restoringKeyId(
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

/** A script in the page must not make the desk's own service tell others, within the network or outside it, what is restored here. */
function allowedUrl(connectionId: string, url: string): string {
  if (connectionId === BUILT_IN_ID && !isLoopbackHost(new URL(url).hostname)) {
    throw new CleartakeError('notPossibleNow', { parts: RECEIVER.onlyHere });
  }
  return url;
}

function hrefOf(url = ''): string | null {
  return URL.canParse(url) ? new URL(url).href : null;
}
