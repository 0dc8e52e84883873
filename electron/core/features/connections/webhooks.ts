/** Handlers of the webhooks group. A signing secret goes in, or from a service to the vault; it comes out only for a person whose receiver is elsewhere. */

import type { WebhookEndpointView } from '../../../../shared/contract/webhooks.ts';
import { isLoopbackHost } from '../../../../shared/domain/addresses.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { EVENT_TYPES } from '../../../../shared/service-api/webhooks.ts';
import { isWebhookSecret } from '../../../platform/security/webhook-signature.ts';
import type { createWebhookPortal, PortalEndpoint } from '../../api/webhook-portal.ts';
import { os, refusing } from '../../calls/router.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import { restoringKeyId, type WebhookConnections, webhookAccount } from '../../connections/webhook-account.ts';
import type { DeskReceiver } from './webhooks/desk-receiver.ts';
import { RECEIVER } from './webhooks/strings.ts';

type WebhookPortal = ReturnType<typeof createWebhookPortal>;

export interface WebhooksHandlersPorts {
  readonly connections: WebhookConnections;
  readonly receiver: DeskReceiver;
}

export function webhooksHandlers({ connections, receiver }: WebhooksHandlersPorts) {
  const group = os.webhooks;
  const account = (connectionId: string) => webhookAccount(connections, connectionId);

  /** Names the connection's own key, unless it is the one that asks. */
  async function ownerOf(connectionId: string, client: Awaited<ReturnType<typeof account>>) {
    const apiKeyId = await restoringKeyId(connections, connectionId, client);
    return apiKeyId === undefined ? {} : { apiKeyId };
  }

  /** Whether an endpoint is the receiver on this computer. */
  async function isReceiverHere(connectionId: string, endpointId: string, webhooks: WebhookPortal): Promise<boolean> {
    const found = (await webhooks.endpoints()).find((one) => one.endpointId === endpointId);
    return hrefOf(found?.url) === receiver.addressFor(connectionId);
  }

  /** Configures an endpoint of the connection's key for the receiver, and takes its secret from the service. */
  async function receive(connectionId: string): Promise<void> {
    const client = await account(connectionId);
    const url = allowedAddress(connectionId, receiver.addressFor(connectionId));
    const { endpointId } = await client.configureWebhook({
      ...(await ownerOf(connectionId, client)),
      mode: 'live',
      url,
      eventTypes: EVENT_TYPES,
    });
    await receiver.setSecrets(connectionId, await client.webhooks.secret(endpointId));
  }

  return {
    list: group.list.handler(({ input, errors }) =>
      refusing(errors, async () => ({
        endpoints: (await (await account(input.connectionId)).webhooks.endpoints()).map(endpointView),
      })),
    ),
    configure: group.configure.handler(({ input, errors }) =>
      refusing(errors, async () => {
        const { connectionId, mode, address, eventTypes, owner: apiKeyId } = input;
        const url = allowedAddress(connectionId, address);
        const client = await account(connectionId);
        const whose = apiKeyId === undefined ? await ownerOf(connectionId, client) : { apiKeyId };
        const made = await client.configureWebhook({ mode, url, eventTypes, ...whose });
        return { endpointId: made.endpointId, address: made.url };
      }),
    ),
    test: group.test.handler(({ input, errors }) =>
      refusing(errors, async () => {
        const { connectionId, eventType, mode, sample: samplePayload } = input;
        const client = await connections.client(connectionId);
        const event = { eventType, mode, ...(samplePayload === undefined ? {} : { samplePayload }) };
        const { vendorMessageId: messageId, eventId, endpoints, notice } = await client.sendTestEvent(event);
        const reached = endpoints?.map(({ endpointId, url: address, sent }) => ({ endpointId, address, sent })) ?? null;
        return { messageId, eventId, reached, notice };
      }),
    ),
    deliveries: group.deliveries.handler(({ input: { connectionId, ...filter }, errors }) =>
      refusing(errors, async () => (await account(connectionId)).webhooks.deliveries(filter)),
    ),
    messages: group.messages.handler(({ input: { connectionId, owner, ...page }, errors }) =>
      refusing(errors, async () => {
        const of = owner === undefined ? {} : { apiKeyId: owner };
        const { messages, next } = await (await account(connectionId)).webhooks.messages({ ...page, ...of });
        return { messages: messages.map(({ apiKeyId, ...message }) => ({ ...message, owner: apiKeyId })), next };
      }),
    ),
    update: group.update.handler(({ input: { connectionId, endpointId, address, eventTypes }, errors }) =>
      refusing(errors, async () => {
        const url = address === undefined ? {} : { url: allowedAddress(connectionId, address) };
        await (await account(connectionId)).webhooks.update(endpointId, { ...url, eventTypes });
      }),
    ),
    remove: group.remove.handler(({ input: { connectionId, endpointId }, errors }) =>
      refusing(errors, async () => (await account(connectionId)).webhooks.remove(endpointId)),
    ),
    rotateSecret: group.rotateSecret.handler(({ input: { connectionId, endpointId, immediately }, errors }) =>
      refusing(errors, async () => {
        const { webhooks } = await account(connectionId);
        const isHere = await isReceiverHere(connectionId, endpointId, webhooks);
        const secret = await webhooks.rotateSecret(endpointId, immediately);
        if (!isHere) return { secret };
        await receiver.setSecrets(connectionId, secret);
        return { secret: null };
      }),
    ),
    revealSecret: group.revealSecret.handler(({ input: { connectionId, endpointId }, errors }) =>
      refusing(errors, async () => {
        const { webhooks } = await account(connectionId);
        const isHere = await isReceiverHere(connectionId, endpointId, webhooks);
        return { secret: isHere ? null : await webhooks.secret(endpointId) };
      }),
    ),
    setEnabled: group.setEnabled.handler(({ input, errors }) =>
      refusing(errors, async () =>
        (await account(input.connectionId)).webhooks.setEnabled(input.endpointId, input.enabled),
      ),
    ),
    resend: group.resend.handler(({ input, errors }) =>
      refusing(errors, async () =>
        (await account(input.connectionId)).webhooks.resend(input.messageId, input.endpointId),
      ),
    ),
    recover: group.recover.handler(({ input: { connectionId, endpointId, ...window }, errors }) =>
      refusing(errors, async () => ({
        recovered: await (await account(connectionId)).webhooks.recover(endpointId, window),
      })),
    ),
    receiver: group.receiver.handler(() => receiver.view()),
    setReceiver: group.setReceiver.handler(({ input, errors }) =>
      refusing(errors, async () => {
        await receiver.set(input);
        return receiver.view();
      }),
    ),
    setSigning: group.setSigning.handler(({ input: { connectionId, signing, keep }, errors }) =>
      refusing(errors, async () => {
        // The connection has to exist; a service needn't be reachable.
        const isKnown = (await receiver.view()).sources.some((source) => source.connectionId === connectionId);
        if (!isKnown) throw new CleartakeError('notFound', { detail: 'connection' });
        const secrets = signing === null ? null : signing.split(/\s+/).filter((text) => text !== '');
        if (secrets !== null && (secrets.length === 0 || !secrets.every(isWebhookSecret))) {
          throw new CleartakeError('notPossibleNow', { parts: RECEIVER.notASecret });
        }
        await receiver.setSecrets(connectionId, secrets?.join(' ') ?? null, keep);
      }),
    ),
    receive: group.receive.handler(({ input, errors }) =>
      refusing(errors, async () => {
        if (!(await receiver.view()).on) throw new CleartakeError('notPossibleNow', { parts: RECEIVER.isOff });
        await receive(input.connectionId);
        return receiver.view();
      }),
    ),
  };
}

/** A script in the page must not make the desk's own service tell others, within the network or outside it, what is restored here. */
function allowedAddress(connectionId: string, address: string): string {
  if (connectionId === BUILT_IN_ID && !isLoopbackHost(new URL(address).hostname)) {
    throw new CleartakeError('notPossibleNow', { parts: RECEIVER.onlyHere });
  }
  return address;
}

function hrefOf(address = ''): string | null {
  return URL.canParse(address) ? new URL(address).href : null;
}

function endpointView(endpoint: PortalEndpoint): WebhookEndpointView {
  const {
    apiKeyId: owner,
    disabledReason,
    enabled,
    endpointId,
    eventTypes,
    failingSince,
    mode,
    url: address,
  } = endpoint;
  return { endpointId, address, mode, eventTypes, owner, enabled, disabledReason, failingSince };
}
