/** Webhooks on the fake desk: endpoints, deliveries and a receiver, in memory. */

import type {
  WebhookDeliveryView,
  WebhookEndpointView,
  WebhookReceiverView,
} from '../../../shared/contract/account/webhooks.ts';
import type { FakeState } from './fake-state.ts';
import { refuseAccount } from './key-handlers.ts';
import { type Os, refuse } from './refuse.ts';

export interface FakeWebhooks {
  endpoints: WebhookEndpointView[];
  deliveries: WebhookDeliveryView[];
  receiver: Omit<WebhookReceiverView, 'sources'>;
  /** What resending and recovering wait for. */
  sending: Promise<void>;
  /** Connections whose signing secret the desk has. */
  readonly signed: Set<string>;
}

export const FAKE_SIGNING_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

export function makeWebhooks(): FakeWebhooks {
  return {
    endpoints: [],
    deliveries: [],
    receiver: {
      on: false,
      problem: null,
      port: 4781,
      publicAddress: null,
      certificateFile: null,
      counted: 0,
      refused: 0,
      arrived: [],
      refusals: [],
    },
    sending: Promise.resolve(),
    signed: new Set(),
  };
}

export function webhookHandlers(os: Os, fake: FakeState) {
  const { webhooks } = fake;
  const addressOf = (connectionId: string) =>
    `${webhooks.receiver.publicAddress ?? `https://127.0.0.1:${webhooks.receiver.port}/webhooks`}/${connectionId}`;
  const view = (): WebhookReceiverView => ({
    ...webhooks.receiver,
    sources: fake.connections.map(({ id: connectionId }) => ({
      connectionId,
      address: addressOf(connectionId),
      isReady: webhooks.signed.has(connectionId),
    })),
  });
  const endpoint = (id: string): WebhookEndpointView => {
    const found = webhooks.endpoints.find(({ endpointId }) => endpointId === id);
    if (found === undefined) throw refuse('notFound');
    return found;
  };

  function add(row: Pick<WebhookEndpointView, 'apiKeyId' | 'eventTypes' | 'mode' | 'url'>): WebhookEndpointView {
    const endpointId = `ep_${webhooks.endpoints.length + 1}`;
    const added = { ...row, endpointId, enabled: true, disabledReason: null, failingSince: null };
    webhooks.endpoints.push(added);
    return added;
  }

  return {
    list: os.webhooks.list.handler(() => {
      refuseAccount(fake);
      return { endpoints: [...webhooks.endpoints] };
    }),
    configure: os.webhooks.configure.handler(({ input }) => {
      const { apiKeyId = 'key_own', eventTypes, mode, url } = input;
      return { endpointId: add({ apiKeyId, eventTypes, mode, url }).endpointId, url };
    }),
    test: os.webhooks.test.handler(({ input }) => {
      const reached = webhooks.endpoints.filter(({ mode }) => mode === input.mode);
      return {
        vendorMessageId: 'msg_test',
        eventId: 'evt_test',
        endpoints: reached.map(({ enabled: sent, endpointId, url }) => ({ endpointId, url, sent })),
        notice: reached.length === 0 ? `The key has no endpoint in the mode ${input.mode}.` : null,
      };
    }),
    deliveries: os.webhooks.deliveries.handler(({ input: { before, endpointId, limit, status } }) => {
      refuseAccount(fake);
      const found = webhooks.deliveries.filter(
        (one) => (endpointId ?? one.endpointId) === one.endpointId && (status ?? one.status) === one.status,
      );
      const from = before === undefined ? 0 : Number(before);
      const next = from + limit < found.length ? String(from + limit) : null;
      return { deliveries: found.slice(from, from + limit), next };
    }),
    messages: os.webhooks.messages.handler(() => ({ messages: [], next: null })),
    update: os.webhooks.update.handler(({ input: { endpointId, eventTypes, url } }) => {
      const found = endpoint(endpointId);
      const changed = { ...found, url: url ?? found.url, eventTypes: eventTypes ?? found.eventTypes };
      webhooks.endpoints = webhooks.endpoints.map((one) => (one === found ? changed : one));
    }),
    remove: os.webhooks.remove.handler(({ input }) => {
      const found = endpoint(input.endpointId);
      webhooks.endpoints = webhooks.endpoints.filter((one) => one !== found);
    }),
    rotateSecret: os.webhooks.rotateSecret.handler(({ input: { connectionId, endpointId } }) => ({
      secret: endpoint(endpointId).url === addressOf(connectionId) ? null : FAKE_SIGNING_SECRET,
    })),
    revealSecret: os.webhooks.revealSecret.handler(({ input: { connectionId, endpointId } }) => ({
      secret: endpoint(endpointId).url === addressOf(connectionId) ? null : FAKE_SIGNING_SECRET,
    })),
    setEnabled: os.webhooks.setEnabled.handler(({ input }) => {
      const found = endpoint(input.endpointId);
      const changed = { ...found, enabled: input.enabled, disabledReason: input.enabled ? null : ('manual' as const) };
      webhooks.endpoints = webhooks.endpoints.map((one) => (one === found ? changed : one));
    }),
    resend: os.webhooks.resend.handler(async ({ input }) => {
      endpoint(input.endpointId);
      await webhooks.sending;
    }),
    recover: os.webhooks.recover.handler(async ({ input }) => {
      endpoint(input.endpointId);
      await webhooks.sending;
      return { recovered: webhooks.deliveries.filter(({ status }) => status !== 'delivered').length };
    }),
    receiver: os.webhooks.receiver.handler(view),
    setReceiver: os.webhooks.setReceiver.handler(({ input: { on, port, publicAddress } }) => {
      const { receiver } = webhooks;
      webhooks.receiver = {
        ...receiver,
        on,
        port: port ?? receiver.port,
        publicAddress: publicAddress === undefined ? receiver.publicAddress : publicAddress,
        certificateFile: on ? '/home/ada/Cleartake/webhooks/certificate.pem' : null,
      };
      return view();
    }),
    setSigning: os.webhooks.setSigning.handler(({ input: { connectionId, signing } }) => {
      if (signing === null) webhooks.signed.delete(connectionId);
      else webhooks.signed.add(connectionId);
    }),
    receive: os.webhooks.receive.handler(({ input: { connectionId } }) => {
      add({ apiKeyId: 'key_own', eventTypes: [], mode: 'live', url: addressOf(connectionId) });
      webhooks.signed.add(connectionId);
      return view();
    }),
  };
}
