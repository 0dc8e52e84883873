/**
 * The port of webhooks. Methods that take a `reach` see only the endpoints of that account; null sees all. Every change by a caller
 * writes the audit log in the same transaction.
 */

import type { EventType, WebhookMode } from '../../../shared/service-api/webhooks.ts';
import type {
  AttemptTrigger,
  BegunAttempt,
  DeliverySchedule,
  DeliveryStatus,
  EndpointHealth,
  Window,
} from '../rules/webhooks/deliveries.ts';
import type { DueDeliveries, DueDelivery } from '../rules/webhooks/fairness.ts';
import type { NewestFirst } from './records.ts';

export interface Endpoint extends EndpointHealth {
  readonly endpointId: string;
  readonly userId: string;
  readonly keyId: string;
  readonly mode: WebhookMode;
  /** As given. */
  readonly url: string;
  /** The URL in normal form, which identifies an endpoint of a key and mode. */
  readonly href: string;
  /** Empty means all. */
  readonly eventTypes: readonly EventType[];
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly updatedByKeyId: string;
}

export interface WebhookMessage {
  readonly messageId: string;
  readonly userId: string;
  readonly keyId: string;
  readonly mode: WebhookMode;
  readonly eventType: EventType;
  readonly eventId: string;
  /** Null for test events. */
  readonly generationId: string | null;
  /** The exact bytes that are signed and sent. */
  readonly payload: Buffer;
  readonly createdAt: number;
}

/** A message at an endpoint that takes it. */
interface Delivery extends DeliverySchedule {
  readonly deliveryId: string;
  readonly messageId: string;
  readonly userId: string;
  readonly endpointId: string;
  readonly createdAt: number;
}

interface Attempt {
  readonly trigger: AttemptTrigger;
  readonly at: number;
  readonly durationMs: number;
  /** Null when no answer came. */
  readonly statusCode: number | null;
  /** Why it failed; null when it succeeded. */
  readonly error: string | null;
  /** The beginning of the receiver's answer. */
  readonly answer: string | null;
}

/** An endpoint with its key's application. */
export interface OwnedEndpoint {
  readonly endpoint: Endpoint;
  readonly appId: string;
}

export type Changed<Outcome> = ({ readonly kind: 'done' } & Outcome) | { readonly kind: 'missing' };

export interface WantedEndpoint {
  /** The account that the key has to belong to. */
  readonly userId: string;
  readonly keyId: string;
  readonly mode: WebhookMode;
  readonly url: string;
  readonly href: string;
  readonly eventTypes: readonly EventType[];
  /** The signing secret for a new endpoint. */
  readonly secret: string;
}

export interface RecoveryBatch {
  /** Where the previous batch ended; 0 for the first. */
  readonly after: number;
  /** How many deliveries to check. */
  readonly limit: number;
  /** How many the previous batches recovered. */
  readonly recovered: number;
}

export interface WebhookStore {
  /** Adds an endpoint. The same key, mode and URL again updates it and enables it. */
  configure(
    wanted: WantedEndpoint,
    actorKeyId: string,
    now: number,
  ): Promise<Changed<OwnedEndpoint> | { readonly kind: 'too-many' } | { readonly kind: 'account-full' }>;
  /** All endpoints of an account that were not removed, oldest first. */
  listEndpoints(userId: string, filter: { keyId: string | null; mode: WebhookMode | null }): Promise<OwnedEndpoint[]>;
  updateEndpoint(
    reach: string | null,
    endpointId: string,
    changes: Partial<Pick<Endpoint, 'url' | 'href' | 'eventTypes'>>,
    actorKeyId: string,
    now: number,
  ): Promise<Changed<OwnedEndpoint> | { readonly kind: 'taken' }>;
  /** Disabling cancels pending deliveries. */
  setEnabled(
    reach: string | null,
    endpointId: string,
    enabled: boolean,
    actorKeyId: string,
    now: number,
  ): Promise<Changed<OwnedEndpoint>>;
  removeEndpoint(
    reach: string | null,
    endpointId: string,
    actorKeyId: string,
    now: number,
  ): Promise<Changed<OwnedEndpoint>>;
  revealSecret(
    reach: string | null,
    endpointId: string,
    actorKeyId: string,
    now: number,
  ): Promise<Changed<{ readonly secret: string; readonly createdAt: number }>>;
  /** @param previousValidUntil when earlier secrets become invalid at the latest; `now` ends them at once */
  rotateSecret(
    reach: string | null,
    endpointId: string,
    secret: string,
    previousValidUntil: number,
    actorKeyId: string,
    now: number,
  ): Promise<Changed<object> | { readonly kind: 'too-many' }>;
  /**
   * Makes deliveries of a window due again that did not succeed. Those that an earlier recovery made due, and that were not
   * attempted since, stay as they are. The last batch writes the audit log, with the count of all.
   */
  recoverBatch(
    reach: string | null,
    endpointId: string,
    window: Window,
    batch: RecoveryBatch,
    actorKeyId: string,
    now: number,
  ): Promise<
    | Changed<{
        /** Includes the previous batches. */ readonly recovered: number /** Null after the last. */;
        readonly next: number | null;
      }>
    | Disabled
  >;
  /** Requests one attempt, which is not retried when it fails. */
  resend(
    reach: string | null,
    messageId: string,
    endpointId: string,
    actorKeyId: string,
    now: number,
  ): Promise<Changed<{ readonly deliveryId: string }> | Disabled>;
  /**
   * Adds a test event for every endpoint of its key and mode; what a disabled one misses can be recovered. Only the newest thousand test
   * events of an account are kept.
   * @param payload given the event's identifier
   * @returns it, and the endpoints that it is for
   */
  addTestMessage(
    message: Pick<WebhookMessage, 'userId' | 'keyId' | 'mode' | 'eventType'>,
    payload: (eventId: string) => Buffer,
    now: number,
  ): Promise<{ readonly message: WebhookMessage; readonly endpoints: readonly Endpoint[] }>;
  /** @returns null when there is no message `before` */
  listMessages(userId: string, keyId: string | null, page: NewestFirst): Promise<readonly WebhookMessage[] | null>;
  /** @returns null when there is no delivery `before` */
  listDeliveries(
    userId: string,
    filter: { endpointId: string | null; messageId: string | null; status: DeliveryStatus | null },
    page: NewestFirst,
  ): Promise<readonly LoggedDelivery[] | null>;
  readonly queue: WebhookQueue;
}

export interface Disabled {
  readonly kind: 'disabled';
}

export interface LoggedDelivery {
  readonly delivery: Delivery;
  readonly eventType: EventType;
  /** The last fifty, oldest first. */
  readonly attempts: readonly Attempt[];
}

/** What the dispatcher of deliveries needs. */
export interface WebhookQueue {
  /** At most `limit` due deliveries, longest due first, and when the next one will be due. */
  due(now: number, limit: number): Promise<{ readonly due: readonly DueDelivery[]; readonly nextDueAt: number | null }>;
  /** All due deliveries, to be read step by step. */
  allDue(now: number): DueDeliveries;
  /** What an attempt needs. @returns null when the delivery is no longer due */
  open(deliveryId: string, now: number): Promise<OpenDelivery | null>;
  /**
   * Records an attempt: its log entry, the delivery's schedule and the endpoint's health.
   * @param random 0 to 1, for the wait before the next attempt
   */
  record(opened: OpenDelivery, outcome: RecordedOutcome, random: number, now: number): Promise<{ disabled: boolean }>;
  /**
   * Removes messages that are older than a time with their deliveries, delivered or not, and expired secrets.
   * @returns how many messages were removed; fewer than `limit` when there are no more
   */
  prune(before: number, limit: number, now: number): Promise<number>;
}

export interface OpenDelivery extends DueDelivery, BegunAttempt {
  readonly messageId: string;
  readonly url: string;
  readonly payload: Buffer;
  /** The current secret first, then rotated ones that are still valid. */
  readonly secrets: readonly string[];
}

export type RecordedOutcome = Omit<Attempt, 'trigger'> & {
  readonly succeeded: boolean;
};
