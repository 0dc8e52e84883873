/** Calls on an account: its API keys and webhooks. What changes something is sent once; a lost answer is reported, never guessed. */

import { ACCOUNT_MESSAGES, type AccountCall, accountMessage } from '../../../shared/domain/error-messages/account.ts';
import { MADE_ONCE } from '../../../shared/domain/error-messages/account-outcomes.ts';
import { CleartakeError, type Message, toCleartakeError } from '../../../shared/domain/errors.ts';
import {
  type ConfiguredWebhook,
  type CreatedKey,
  type KeyWithSecret,
  type ListedKey,
  readCreatedKey,
  readKeys,
  readKeyWithSecret,
  readTestEvent,
  readWebhook,
  type SentTestEvent,
} from '../../../shared/service-api/account-answers.ts';
import { readError } from '../../../shared/service-api/answers.ts';
import type { BodyOf } from '../../../shared/service-api/operation.ts';
import * as keys from '../../../shared/service-api/operations/keys.ts';
import * as accounts from '../../../shared/service-api/operations/portal-accounts.ts';
import * as webhooks from '../../../shared/service-api/operations/webhooks.ts';
import { createRedactor, type Redactor } from '../../platform/security/redaction.ts';
import { type Answer, answerError, networkError, quotable, wasNeverSent, withReason } from './failures.ts';
import { type Http, type JsonCall, postJson, postJsonOnce } from './http.ts';

/** Its sample may have any fields: the service says what is wrong with them. */
type TestEvent = Omit<BodyOf<typeof webhooks.sendTestEvent>, 'samplePayload'> & {
  readonly samplePayload?: Readonly<Record<string, unknown>> | undefined;
};

export type AccountCalls = ReturnType<typeof createAccountCalls>;

export interface Connecting {
  readonly callTo: (path: string, body: unknown, signal?: AbortSignal) => JsonCall;
  /** The connection's own key, which a service may echo. */
  readonly secret: string;
}

/** How calls on an account are made, each with its own words for refusals. */
export function createAccountCaller(http: Http, { callTo, secret }: Connecting) {
  /** May be repeated. */
  async function ask<Result>(
    call: AccountCall,
    path: string,
    body: unknown,
    read: Reader<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const answer = await postJson(http, callTo(path, body, signal)).catch((failure: unknown) => {
      throw madeOnce(failure);
    });
    return readOutcome(call, answer, read, secret);
  }

  /** Once, on a connection of its own, as whatever may have happened can't be taken back. */
  async function change<Result>(call: AccountCall, path: string, body: unknown, read: Reader<Result>): Promise<Result> {
    const dispatcher = http.network.single();
    const answer = await postJsonOnce(http, { ...callTo(path, body), dispatcher })
      .catch((failure: unknown) => {
        throw unanswered(call, failure);
      })
      .finally(() => dispatcher.destroy());
    return readOutcome(call, answer, read, secret);
  }

  return { ask, change };
}

/** All of them throw CleartakeErrors with words of their own. */
export function createAccountCalls(http: Http, connecting: Connecting) {
  const { secret } = connecting;
  const { ask, change } = createAccountCaller(http, connecting);
  return {
    /** All keys of the account, without secrets. May be repeated. */
    async listKeys(signal?: AbortSignal): Promise<readonly ListedKey[]> {
      const listed = await ask('listKeys', keys.listKeys.path, {}, readKeys, signal);
      return listed.map((key) => cleanKey(key, [secret]));
    },

    /**
     * Gives a scoped key a new secret; the old one stops at once. Never repeated.
     * @throws CleartakeError accountChangeUncertain when it may have happened
     */
    async rotateKey(keyId: string): Promise<KeyWithSecret> {
      const rotated = await change('rotateKey', keys.rotateKey.path, { keyId }, readKeyWithSecret);
      return cleanKey(rotated, [secret, rotated.key]);
    },

    /**
     * A secret is shown once, so an answer is read whatever else it holds. Only Cleartake's own service has this call. Never repeated.
     * @throws CleartakeError accountChangeUncertain when it may have happened
     */
    async createKey(wanted: BodyOf<typeof accounts.createKey>): Promise<CreatedKey> {
      const made = await change('createKey', accounts.createKey.path, wanted, readCreatedKey);
      return cleanKey(made, [secret, made.key]);
    },

    /** Never repeated: at some services that makes a second endpoint. @throws CleartakeError accountChangeUncertain */
    configureWebhook(settings: BodyOf<typeof webhooks.configureWebhook>): Promise<ConfiguredWebhook> {
      return change('configureWebhook', webhooks.configureWebhook.path, settings, readWebhook);
    },

    /** To the endpoints of the connection's own key. @throws CleartakeError accountChangeUncertain when it may arrive */
    sendTestEvent(event: TestEvent): Promise<SentTestEvent> {
      return change('sendTestEvent', webhooks.sendTestEvent.path, event, readTestEvent);
    },
  };
}

type Reader<Result> = (body: unknown) => Result | null;

/** Statuses that a service may answer after it has done nothing; a gateway's 502 or 504 says nothing of that. */
const OWN_FAULTS = [500, 503];

/** @throws CleartakeError for a refusal, and for a success that can't be read */
function readOutcome<Result>(call: AccountCall, answer: Answer, read: Reader<Result>, secret: string): Result {
  if (answer.status < 200 || answer.status > 299) throw refusalOf(call, answer, secret);
  const result = read(answer.body);
  if (result === null) throw unanswered(call, new CleartakeError('serviceAnswerUnreadable', { detail: call }));
  return result;
}

function refusalOf(call: AccountCall, answer: Answer, secret: string): CleartakeError {
  const { message, code } = readError(answer.body);
  const said = redactorOf([secret]).redact(message);
  const isOwn = answer.isPage !== true && message !== '';
  const { lost } = ACCOUNT_MESSAGES[call];
  const provesNothing = answer.status >= 500 && !(isOwn && OWN_FAULTS.includes(answer.status));
  if (provesNothing && lost !== undefined) return uncertain(lost, String(answer.status));
  const error = answerError({ ...answer, body: { error: said, code } });
  const parts = accountMessage(call, answer.status, code);
  if (!isOwn || parts === undefined) return madeOnce(error, isOwn ? quotable(said) : '', answer.requestId);
  return new CleartakeError(answer.status === 404 ? 'notFound' : error.code, {
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    parts: withReason(parts, quotable(said), answer.requestId),
  });
}

/** A failure of a call that nobody repeats by itself. @param said the service's own words, '' where there are none */
function madeOnce<Failure>(failure: Failure, said = '', requestId?: string): Failure | CleartakeError {
  if (!(failure instanceof CleartakeError)) return failure;
  const { code, detail, parts, retryAfterMs } = failure;
  return new CleartakeError(code, {
    cause: failure,
    ...(detail === undefined ? {} : { detail }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    parts: withReason(MADE_ONCE[code] ?? parts, said, requestId),
  });
}

/** What a failure without a readable answer says: never sent, done but unreadable, or uncertain. */
function unanswered(call: AccountCall, failure: unknown): CleartakeError {
  const { lost, unreadable = lost } = ACCOUNT_MESSAGES[call];
  const error = toCleartakeError(networkError(failure));
  if (lost === undefined || wasNeverSent(failure)) return madeOnce(error);
  const isUnreadable = error.code === 'serviceAnswerUnreadable';
  return uncertain((isUnreadable ? unreadable : lost) ?? lost, error.detail ?? error.code);
}

function uncertain(parts: Message, detail: string): CleartakeError {
  return new CleartakeError('accountChangeUncertain', { detail, parts });
}

export function redactorOf(secrets: readonly string[]): Redactor {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.conceal(secret);
  return redactor;
}

/** Longest prefix of a key that is shown, in characters. */
const LONGEST_PREFIX = 16;

/** Metadata without secrets: a service may put one into any text of its answer. A new secret stays in `key` alone. */
export function cleanKey<Key extends ListedKey>(key: Key, secrets: readonly string[]): Key {
  const { redact } = redactorOf(secrets);
  const revealsAll = secrets.some((secret) => key.keyPrefix.includes(secret));
  return {
    ...key,
    label: redact(key.label),
    status: redact(key.status),
    // A prefix looks like a secret, so only whole secrets are removed from it.
    keyPrefix: revealsAll ? '' : key.keyPrefix.slice(0, LONGEST_PREFIX),
    role: redact(key.role),
    scopes: key.scopes.map(redact),
    resourceBounds: cleanTexts(key.resourceBounds, redact) as Key['resourceBounds'],
  };
}

export function cleanTexts(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((one) => cleanTexts(one, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [redact(name), cleanTexts(inner, redact)]));
}
