/** Each call of the service as a desk's client makes it, by its path. No part of Cleartake makes a call that is missing here. */

import type { ServiceClient } from '../../../electron/core/api/service-client.ts';
import { classifyAnswer, classifyFault } from '../../../electron/core/queue/start/classify.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { ACCOUNT_PATHS, DEFAULT_PATHS, LOCAL_PATHS } from '../../../shared/service-api/routes.ts';

type Call = (client: ServiceClient) => Promise<unknown>;

const ENDPOINT = 'end_1';
const page = { limit: 10 };
const event = { eventType: 'generation.completed', mode: 'live' } as const;
const webhook = { mode: 'live', url: 'https://hooks.example.test/', eventTypes: ['generation.completed'] } as const;

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
  [ACCOUNT_PATHS.listKeys]: (client) => client.listKeys(),
  [ACCOUNT_PATHS.rotateKey]: (client) => client.rotateKey('key_1'),
  [ACCOUNT_PATHS.configureWebhook]: (client) => client.configureWebhook(webhook),
  [ACCOUNT_PATHS.sendTestEvent]: (client) => client.sendTestEvent(event),
  [LOCAL_PATHS.cancelGeneration]: (client) => client.cancelGeneration('prj_1', 'gen_1'),
  [LOCAL_PATHS.deleteProject]: (client) => client.deleteProject('prj_1'),
  [LOCAL_PATHS.paymentHold]: (client) => client.liftHold(),
  [LOCAL_PATHS.billingAccount]: ({ portal }) => portal.account(),
  [LOCAL_PATHS.billingUsage]: ({ portal }) => portal.usage(page),
  [LOCAL_PATHS.billingInvoices]: ({ portal }) => portal.invoices(page),
  [LOCAL_PATHS.rehearsal]: (client) => client.rehearse({}),
  '/portal/audit/list': ({ portal }) => portal.audit(page),
  '/portal/billing/alerts': ({ portal }) => portal.setAlerts([]),
  '/portal/billing/country': ({ portal }) => portal.setCountry('DE'),
  '/portal/billing/downgrade': ({ portal }) => portal.setPlan('free'),
  '/portal/billing/upgrade': ({ portal }) => portal.setPlan('developer'),
  '/portal/billing/invoices/get': ({ portal }) => portal.invoice('inv_1'),
  '/portal/billing/invoices/pay': ({ portal }) => portal.pay('inv_1'),
  '/portal/billing/payment_method': ({ portal }) => portal.setPaymentMethod('Studio card'),
  '/portal/billing/spend_limit': ({ portal }) => portal.setSpendLimit(null),
  '/portal/billing/ledger/list': ({ portal }) => portal.ledger(page),
  '/portal/keys/activate': ({ portalKeys }) => portalKeys.setActive('key_1', true),
  '/portal/keys/create': ({ portalKeys }) => portalKeys.create({ label: 'k', role: 'scoped', scopes: ['read'] }),
  '/portal/keys/deactivate': ({ portalKeys }) => portalKeys.setActive('key_1', false),
  '/portal/keys/limit': ({ portalKeys }) => portalKeys.limit('key_1', 60),
  '/portal/keys/list': ({ portalKeys }) => portalKeys.list(),
  '/portal/keys/revoke': ({ portalKeys }) => portalKeys.revoke('key_1'),
  '/portal/users/create': ({ portal }) => portal.createUser({ name: 'Ada', tier: 'free' }),
  '/portal/users/list': ({ portal }) => portal.users(),
  '/portal/webhooks/deliveries/list': ({ webhooks }) => webhooks.deliveries(page),
  '/portal/webhooks/endpoints/disable': ({ webhooks }) => webhooks.setEnabled(ENDPOINT, false),
  '/portal/webhooks/endpoints/enable': ({ webhooks }) => webhooks.setEnabled(ENDPOINT, true),
  '/portal/webhooks/endpoints/list': ({ webhooks }) => webhooks.endpoints(),
  '/portal/webhooks/endpoints/recover': ({ webhooks }) => webhooks.recover(ENDPOINT, { since: '2026-01-01T00:00:00Z' }),
  '/portal/webhooks/endpoints/remove': ({ webhooks }) => webhooks.remove(ENDPOINT),
  '/portal/webhooks/endpoints/rotate_secret': ({ webhooks }) => webhooks.rotateSecret(ENDPOINT, false),
  '/portal/webhooks/endpoints/secret': ({ webhooks }) => webhooks.secret(ENDPOINT),
  '/portal/webhooks/endpoints/update': ({ webhooks }) => webhooks.update(ENDPOINT, { eventTypes: [] }),
  '/portal/webhooks/messages/list': ({ webhooks }) => webhooks.messages(page),
  '/portal/webhooks/messages/resend': ({ webhooks }) => webhooks.resend('msg_1', ENDPOINT),
};
