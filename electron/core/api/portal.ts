/** Calls that only Cleartake's own service has: its accounts with their billing, users, keys and webhooks. One function makes them all. */

import type { AccountCall } from '../../../shared/domain/error-messages/account.ts';
import type { AnswerOf, BodyOf, Operation } from '../../../shared/service-api/operation.ts';
import * as accounts from '../../../shared/service-api/operations/portal-accounts.ts';
import * as billing from '../../../shared/service-api/operations/portal-billing.ts';
import * as webhooks from '../../../shared/service-api/operations/portal-webhooks.ts';
import { type Connecting, cleanKey, cleanTexts, createAccountCaller, redactorOf } from './account-calls.ts';
import type { Http } from './http.ts';

export type PortalAccount = AnswerOf<typeof billing.billingAccount>;
export type PortalKey = AnswerOf<typeof accounts.revokeKey>;

/** Calls that change something, with the words of their failures. They are sent once. */
const CHANGES: ReadonlyMap<Operation, AccountCall> = new Map<Operation, AccountCall>([
  [billing.setPaymentMethod, 'changeBilling'],
  [billing.setSpendLimit, 'changeBilling'],
  [billing.setAlerts, 'changeBilling'],
  [billing.setPaymentHold, 'changeBilling'],
  [billing.setBillingCountry, 'changeCountry'],
  [billing.upgrade, 'changePlan'],
  [billing.downgrade, 'changePlan'],
  [billing.payInvoice, 'payInvoice'],
  [accounts.createUser, 'createUser'],
  [accounts.revokeKey, 'revokeKey'],
  [accounts.activateKey, 'changeKey'],
  [accounts.deactivateKey, 'changeKey'],
  [accounts.limitKey, 'limitKey'],
  [webhooks.updateEndpoint, 'updateWebhook'],
  [webhooks.rotateSecret, 'rotateWebhookSecret'],
  [webhooks.enableEndpoint, 'changeWebhooks'],
  [webhooks.disableEndpoint, 'changeWebhooks'],
  [webhooks.removeEndpoint, 'changeWebhooks'],
  [webhooks.resendMessage, 'changeWebhooks'],
  [webhooks.recoverEndpoint, 'changeWebhooks'],
]);

/** All others read, most of them with the words of the account. */
const READS: ReadonlyMap<Operation, AccountCall> = new Map<Operation, AccountCall>([
  [accounts.listAccountKeys, 'listKeys'],
  [webhooks.listEndpoints, 'readWebhooks'],
  [webhooks.listDeliveries, 'readWebhooks'],
  [webhooks.listMessages, 'readWebhooks'],
  [webhooks.revealSecret, 'readWebhooks'],
]);

export type Portal = ReturnType<typeof createPortal>;

/** Both throw CleartakeErrors with words of their own; `accountChangeUncertain` when a change may have happened. */
export function createPortal(http: Http, connecting: Connecting) {
  const { ask, change } = createAccountCaller(http, connecting);
  const { secret } = connecting;
  const { redact } = redactorOf([secret]);

  function send<Result>(
    operation: Operation,
    body: unknown,
    read: (answer: unknown) => Result | null,
    signal?: AbortSignal,
  ): Promise<Result> {
    const words = CHANGES.get(operation);
    return words === undefined
      ? ask(READS.get(operation) ?? 'readPortal', operation.path, body, read, signal)
      : change(words, operation.path, body, read);
  }

  /** Texts are shown, so they hold no secrets; only the beginning of a key stays, which looks like one. */
  function clean(answer: unknown): unknown {
    const { keys } = answer as { readonly keys?: readonly PortalKey[] };
    if (keys !== undefined) return { keys: keys.map((listed) => cleanKey(listed, [secret])) };
    if (isKey(answer)) return cleanKey(answer, [secret]);
    return cleanTexts(answer, redact);
  }

  return {
    portal<Call extends Operation>(operation: Call, body: BodyOf<Call>, signal?: AbortSignal): Promise<AnswerOf<Call>> {
      const read = (answer: unknown) => {
        const { data, success } = operation.answer.safeParse(answer);
        return success ? (clean(data) as AnswerOf<Call>) : null;
      };
      return send(operation, body, read, signal);
    },

    /**
     * The signing secret that a person asked for. Nothing else of the answer is needed, so nothing else can make it unreadable. Never log
     * or store it.
     */
    signingSecret<Call extends typeof webhooks.revealSecret | typeof webhooks.rotateSecret>(
      operation: Call,
      body: BodyOf<Call>,
    ): Promise<string> {
      const read = (answer: unknown) => {
        const shown = operation.answer.shape.secret.safeParse(Object(answer).secret).data;
        return shown === undefined || shown.includes(secret) ? null : shown;
      };
      return send(operation, body, read);
    },

    /** The signed address of an invoice's page. Never log or store it. */
    invoicePage(invoiceId: string): Promise<string> {
      const read = (answer: unknown) => {
        const address = billing.getInvoice.answer.safeParse(answer).data?.invoice.pageUrl;
        return address === undefined || address.includes(secret) ? null : address;
      };
      return send(billing.getInvoice, { invoiceId }, read);
    },
  };
}

function isKey(answer: unknown): answer is PortalKey {
  return typeof answer === 'object' && answer !== null && 'keyId' in answer;
}
