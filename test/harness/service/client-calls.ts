/** Each call of the service as a desk's client makes it, by its path. No part of Cleartake makes a call that is missing here. */

import type { ServiceClient } from '../../../electron/core/api/service-client.ts';
import { classifyAnswer, classifyFault } from '../../../electron/core/queue/start/classify.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import type { BodyOf, Operation } from '../../../shared/service-api/operation.ts';
import { listKeys, rotateKey } from '../../../shared/service-api/operations/keys.ts';
import * as accounts from '../../../shared/service-api/operations/portal-accounts.ts';
import { listAudit } from '../../../shared/service-api/operations/portal-audit.ts';
import * as billing from '../../../shared/service-api/operations/portal-billing.ts';
import * as webhooks from '../../../shared/service-api/operations/portal-webhooks.ts';
import { configureWebhook, sendTestEvent } from '../../../shared/service-api/operations/webhooks.ts';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../shared/service-api/routes.ts';

type Call = (client: ServiceClient) => Promise<unknown>;

const ENDPOINT = { endpointId: 'end_1' };
const page = { limit: 10 };
const event = { eventType: 'generation.completed', mode: 'live' } as const;
const webhook = { mode: 'live' as const, url: 'https://hooks.example.test/', eventTypes: [event.eventType] };

function portalCalls<Portal extends Operation>(operation: Portal, body: BodyOf<Portal>): Record<string, Call> {
  return { [operation.path]: (client) => client.portal(operation, body) };
}

/** A start, classified as the start protocol does: without a proof of its outcome it is uncertain. */
function start(model: ModelId): Call {
  return async (client) => {
    const outcome = await client
      .startOnce(model, { apiProjectId: 'prj_1', params: {} })
      .then((answer) => classifyAnswer(answer, () => false), classifyFault);
    if (outcome.kind === 'started') return;
    throw outcome.kind === 'unknown' ? new CleartakeError('startUncertain', { detail: outcome.detail }) : outcome.error;
  };
}

export const CLIENT_CALLS: Readonly<Record<string, Call>> = {
  [DEFAULT_PATHS.createProject]: (client) =>
    client.createProject({ originalFileName: 'a.wav', contentType: 'audio/wav', params: {} }),
  [DEFAULT_PATHS.listProjects]: (client) => client.listProjects(),
  [DEFAULT_PATHS.startGeneration['service-2']]: start('service-2'),
  [DEFAULT_PATHS.startGeneration['service-3.5']]: start('service-3.5'),
  [DEFAULT_PATHS.generationProgress]: (client) => client.progress('prj_1', 'gen_1'),
  [DEFAULT_PATHS.generationDownload]: async (client) => {
    const answer = await client.askResult('prj_1', 'gen_1', 'audio');
    if ('refusal' in answer) throw answer.refusal;
  },
  [DEFAULT_PATHS.listGenerations]: (client) => client.listGenerations('prj_1'),
  [listKeys.path]: (client) => client.listKeys(),
  [rotateKey.path]: (client) => client.rotateKey('key_1'),
  [configureWebhook.path]: (client) => client.configureWebhook(webhook),
  [sendTestEvent.path]: (client) => client.sendTestEvent(event),
  [LOCAL_PATHS.cancelGeneration]: (client) => client.cancelGeneration('prj_1', 'gen_1'),
  [LOCAL_PATHS.deleteProject]: (client) => client.deleteProject('prj_1'),
  [LOCAL_PATHS.rehearsal]: (client) => client.rehearse({}),
  ...portalCalls(billing.billingAccount, {}),
  ...portalCalls(billing.listUsage, page),
  ...portalCalls(billing.listInvoices, page),
  ...portalCalls(billing.listLedger, page),
  ...portalCalls(billing.getInvoice, { invoiceId: 'inv_1' }),
  ...portalCalls(billing.payInvoice, { invoiceId: 'inv_1' }),
  ...portalCalls(billing.setPaymentHold, { hold: false }),
  ...portalCalls(billing.setAlerts, { amounts: [] }),
  ...portalCalls(billing.setBillingCountry, { billingCountry: 'DE' }),
  ...portalCalls(billing.setPaymentMethod, { paymentMethod: { label: 'Studio card' } }),
  ...portalCalls(billing.setSpendLimit, { limit: null }),
  ...portalCalls(billing.downgrade, {}),
  ...portalCalls(billing.upgrade, {}),
  ...portalCalls(listAudit, page),
  ...portalCalls(accounts.activateKey, { keyId: 'key_1' }),
  [accounts.createKey.path]: (client) => client.createKey({ label: 'k', role: 'scoped', scopes: ['read'] }),
  ...portalCalls(accounts.deactivateKey, { keyId: 'key_1' }),
  ...portalCalls(accounts.limitKey, { keyId: 'key_1', callsPerMinute: 60 }),
  ...portalCalls(accounts.listAccountKeys, {}),
  ...portalCalls(accounts.revokeKey, { keyId: 'key_1' }),
  ...portalCalls(accounts.createUser, { name: 'Ada', tier: 'free' }),
  ...portalCalls(accounts.listUsers, {}),
  ...portalCalls(webhooks.listDeliveries, page),
  ...portalCalls(webhooks.listEndpoints, {}),
  ...portalCalls(webhooks.listMessages, page),
  ...portalCalls(webhooks.enableEndpoint, ENDPOINT),
  ...portalCalls(webhooks.disableEndpoint, ENDPOINT),
  ...portalCalls(webhooks.removeEndpoint, ENDPOINT),
  ...portalCalls(webhooks.recoverEndpoint, { ...ENDPOINT, since: '2026-01-01T00:00:00Z' }),
  ...portalCalls(webhooks.updateEndpoint, { ...ENDPOINT, eventTypes: [] }),
  ...portalCalls(webhooks.resendMessage, { ...ENDPOINT, messageId: 'msg_1' }),
  [webhooks.rotateSecret.path]: ({ signingSecret }) => signingSecret(webhooks.rotateSecret, ENDPOINT),
  [webhooks.revealSecret.path]: ({ signingSecret }) => signingSecret(webhooks.revealSecret, ENDPOINT),
};
