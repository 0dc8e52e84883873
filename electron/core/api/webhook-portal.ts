/** The portal of Cleartake's own service, as far as it is about webhooks: endpoints, deliveries, secrets. No other service has these calls. */

import { z } from 'zod';
import type { AccountCall } from '../../../shared/domain/error-messages/account.ts';
import * as portal from '../../../shared/service-api/operations/portal-webhooks.ts';
import type { EventType } from '../../../shared/service-api/webhooks.ts';
import { type Connecting, cleanTexts, createAccountCaller, redactorOf } from './account-calls.ts';
import type { Http } from './http.ts';

const withSecret = z.object({ secret: z.string().startsWith('whsec_').max(200) });

type AnswerOf<Call extends { readonly answer: z.ZodType }> = z.infer<Call['answer']>;

export type PortalEndpoint = AnswerOf<typeof portal.listEndpoints>['endpoints'][number];
export type PortalDelivery = AnswerOf<typeof portal.listDeliveries>['deliveries'][number];

export type PortalMessages = AnswerOf<typeof portal.listMessages>;

export interface EndpointChanges {
  readonly url?: string | undefined;
  /** None means every type. */
  readonly eventTypes?: readonly EventType[] | undefined;
}

export interface MessagePage {
  /** Only of this key. */
  readonly apiKeyId?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface DeliveryFilter {
  readonly endpointId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly status?: PortalDelivery['status'] | undefined;
  /** The `next` of the page before. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** All of them throw CleartakeErrors with words of their own; `accountChangeUncertain` when a change may have happened. */
export function createWebhookPortal(http: Http, connecting: Connecting) {
  const { ask, change } = createAccountCaller(http, connecting);
  const { redact } = redactorOf([connecting.secret]);

  /** Without secrets in its texts, since they are shown. */
  function readerOf<Call extends { readonly answer: z.ZodType }>({ answer }: Call) {
    return (body: unknown): AnswerOf<Call> | null => {
      const read = answer.safeParse(cleanTexts(body, redact));
      return read.success ? (read.data as AnswerOf<Call>) : null;
    };
  }

  function changing<Call extends { readonly path: string; readonly answer: z.ZodType }>(
    call: Call,
    body: unknown,
    words: AccountCall = 'changeWebhooks',
  ) {
    return change(words, call.path, body, readerOf(call));
  }

  /** The one answer that holds a secret. */
  async function secretOf(call: typeof portal.revealSecret | typeof portal.rotateSecret, body: unknown) {
    const read = (answer: unknown) => withSecret.safeParse(answer).data?.secret ?? null;
    return call === portal.revealSecret
      ? ask('readWebhooks', call.path, body, read)
      : change('rotateWebhookSecret', call.path, body, read);
  }

  return {
    async endpoints(): Promise<readonly PortalEndpoint[]> {
      const { path } = portal.listEndpoints;
      return (await ask('readWebhooks', path, {}, readerOf(portal.listEndpoints))).endpoints;
    },

    /** Newest first. */
    deliveries(filter: DeliveryFilter): Promise<AnswerOf<typeof portal.listDeliveries>> {
      return ask('readWebhooks', portal.listDeliveries.path, filter, readerOf(portal.listDeliveries));
    },

    /** What was to be delivered, newest first, with its payload. */
    messages(page: MessagePage): Promise<PortalMessages> {
      return ask('readWebhooks', portal.listMessages.path, page, readerOf(portal.listMessages));
    },

    async update(endpointId: string, changes: EndpointChanges): Promise<void> {
      await changing(portal.updateEndpoint, { endpointId, ...changes }, 'updateWebhook');
    },

    /** For good, with its secrets. */
    async remove(endpointId: string): Promise<void> {
      await changing(portal.removeEndpoint, { endpointId });
    },

    async setEnabled(endpointId: string, enabled: boolean): Promise<void> {
      await changing(enabled ? portal.enableEndpoint : portal.disableEndpoint, { endpointId });
    },

    async resend(messageId: string, endpointId: string): Promise<void> {
      await changing(portal.resendMessage, { messageId, endpointId });
    },

    /** @param window ISO 8601; `until` is now without it @returns how many messages are sent again */
    async recover(endpointId: string, window: { readonly since: string; readonly until?: string | undefined }) {
      return (await changing(portal.recoverEndpoint, { endpointId, ...window })).recovered;
    },

    /** The signing secret of an endpoint. Never log it. */
    secret: (endpointId: string): Promise<string> => secretOf(portal.revealSecret, { endpointId }),

    /** Another one; the one before stays valid for a day, or not at all. @returns the new one */
    rotateSecret: (endpointId: string, immediately: boolean): Promise<string> =>
      secretOf(portal.rotateSecret, { endpointId, immediately }),
  };
}
