/** A service that delivers to receivers on this computer, and the calls on webhooks that tests make. */

import { onTestFinished } from 'vitest';
import type { ServiceOptions } from '../../../electron/service/service.ts';
import * as portal from '../../../shared/service-api/operations/portal-webhooks.ts';
import { configureWebhook, sendTestEvent } from '../../../shared/service-api/operations/webhooks.ts';
import { EVENT_TYPES } from '../../../shared/service-api/webhooks.ts';
import {
  type AnswerDelivery,
  receiverCertificate,
  startReceiver,
  type WebhookReceiver,
} from '../remote/webhook-receiver.ts';
import { startService, type TestService } from './test-service.ts';

export const CONFIGURE = configureWebhook.path;
export const TEST_EVENT = sendTestEvent.path;
export const PATHS = {
  list: portal.listEndpoints.path,
  update: portal.updateEndpoint.path,
  enable: portal.enableEndpoint.path,
  disable: portal.disableEndpoint.path,
  remove: portal.removeEndpoint.path,
  secret: portal.revealSecret.path,
  rotate: portal.rotateSecret.path,
  recover: portal.recoverEndpoint.path,
  resend: portal.resendMessage.path,
  messages: portal.listMessages.path,
  deliveries: portal.listDeliveries.path,
} as const;

export async function startDelivering(options: Partial<ServiceOptions> = {}): Promise<TestService> {
  const { certificate } = await receiverCertificate();
  const webhooks = { allowPrivateAddresses: true, trustedCertificates: certificate };
  const { configuration, ...others } = options;
  return startService({
    ...others,
    configuration: { ...configuration, webhooks: { ...webhooks, ...configuration?.webhooks } },
  });
}

export async function receiver(answer?: AnswerDelivery): Promise<WebhookReceiver> {
  const started = await startReceiver(answer);
  onTestFinished(started.close);
  return started;
}

/** Configures an endpoint as the admin key. @returns the configuration */
export async function configure(
  service: TestService,
  fields: { url: string; [field: string]: unknown },
  key = service.adminKey,
) {
  const answer = await service.post(CONFIGURE, { mode: 'live', eventTypes: EVENT_TYPES, ...fields }, key);
  if (answer.status !== 200) throw new Error(`The endpoint was not configured: ${answer.status} ${answer.body.error}`);
  return answer.body.webhook as { endpointId: string; apiKeyId: string; appId: string; url: string };
}

/** Identifier of the first scoped key. */
export async function scopedKeyId(service: TestService): Promise<string> {
  const { body } = await service.post('/v1/api_keys/list', {}, service.adminKey);
  return body.keys.find((key: { role: string }) => key.role === 'scoped').keyId;
}
