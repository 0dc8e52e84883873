/**
 * The port of the webhooks' rows. Methods that take a `reach` see only the endpoints of that account; null sees all. Every change that
 * somebody makes writes the audit log in the same transaction.
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
import type { Page } from './records.ts';

export interface Endpoint extends EndpointHealth {
  readonly endpointId: string;
  readonly userId: string;
  readonly keyId: string;
  readonly mode: WebhookMode;
  /** As it was given. */
  readonly url: string;
  /** The URL in its normal form: what tells endpoints of a key and mode apart. */
  readonly href: string;
  /** None means all. */
  readonly eventTypes: readonly EventType[];
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly updatedByKeyId: string;
}

export interface Message {
  readonly messageId: string;
  readonly userId: string;
  readonly keyId: string;
  readonly mode: WebhookMode;
  readonly eventType: EventType;
  readonly eventId: string;
  /** Null for test events. */
  readonly generationId: string | null;
  /** The very bytes that are signed and sent. */
  readonly payload: Buffer;
  readonly createdAt: number;
}

/** A message at an endpoint that takes it. */
export interface Delivery extends DeliverySchedule {
  readonly deliveryId: string;
  readonly messageId: string;
  readonly userId: string;
  readonly endpointId: string;
  readonly createdAt: number;
}

export interface Attempt {
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

/** An endpoint with the application of its key. */
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
  /** The signing secret, should the endpoint be new. */
  readonly secret: string;
}

export interface RecoveryBatch {
  /** Where the batch before ended; 0 for the first. */
  readonly after: number;
  /** How many deliveries to look at. */
  readonly limit: number;
  /** How many the batches before brought back. */
  readonly recovered: number;
}

export interface WebhookStore {
  /** The same key, mode and URL again updates the endpoint and enables it. */
  configure(
    wanted: WantedEndpoint,
    actorKeyId: string,
    now: number,
  ): Promise<Changed<OwnedEndpoint> | { readonly kind: 'too-many' } | { readonly kind: 'account-full' }>;
  /** All of an account that were not removed, oldest first. */
  listEndpoints(userId: string, filter: { keyId: string | null; mode: WebhookMode | null }): Promise<OwnedEndpoint[]>;
  updateEndpoint(
    reach: string | null,
    endpointId: string,
    changes: Partial<Pick<Endpoint, 'url' | 'href' | 'eventTypes'>>,
    actorKeyId: string,
    now: number,
  ): Promise<Changed<OwnedEndpoint> | { readonly kind: 'taken' }>;
  /** Disabling cancels what is pending. */
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
  /** @param previousValidUntil until when, at the latest, what was valid before signs as well; now: no longer */
  rotateSecret(
    reach: string | null,
    endpointId: string,
    secret: string,
    previousValidUntil: number,
    actorKeyId: string,
    now: number,
  ): Promise<Changed<object> | { readonly kind: 'too-many' }>;
  /**
   * Makes pending again what an endpoint did not get: of the messages that were for it, those of a window without a successful delivery.
   * What an earlier recovery made pending and nobody attempted since stays as it is. The last batch is audited, with the count of all.
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
        /** With those before. */ readonly recovered: number /** Null after the last. */;
        readonly next: number | null;
      }>
    | Disabled
  >;
  /** Asks for one attempt, which is not repeated when it fails. */
  resend(
    reach: string | null,
    messageId: string,
    endpointId: string,
    actorKeyId: string,
    now: number,
  ): Promise<Changed<{ readonly deliveryId: string }> | Disabled>;
  /**
   * Adds a test event for every enabled endpoint of its key and mode. Of an account's test events the newest thousand are kept.
   * @param payload given the event's identifier
   */
  addTestMessage(
    message: Pick<Message, 'userId' | 'keyId' | 'mode' | 'eventType'>,
    payload: (eventId: string) => Buffer,
    now: number,
  ): Promise<Message>;
  /** @returns null when there is no such message to go on from */
  listMessages(userId: string, keyId: string | null, page: Page): Promise<readonly Message[] | null>;
  /** @returns null when there is no such delivery to go on from */
  listDeliveries(
    userId: string,
    filter: { endpointId: string | null; messageId: string | null; status: DeliveryStatus | null },
    page: Page,
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

/** What the dispatcher of deliveries works with. */
export interface WebhookQueue {
  /** At most `limit` deliveries that are due, longest due first, and when the next one will be. */
  due(now: number, limit: number): Promise<{ readonly due: readonly DueDelivery[]; readonly nextDueAt: number | null }>;
  /** All that is due, however much it is, to be read step by step. */
  allDue(now: number): DueDeliveries;
  /** What an attempt needs, as it is now. @returns null when it is not due any more */
  open(deliveryId: string, now: number): Promise<OpenDelivery | null>;
  /**
   * Writes down what came of an attempt: the log, what is next for the delivery, and what it means for the endpoint.
   * @param random 0 to 1, for the wait before the next attempt
   */
  record(opened: OpenDelivery, outcome: RecordedOutcome, random: number, now: number): Promise<{ disabled: boolean }>;
  /**
   * Removes messages from before a time with all that belongs to them, delivered or not, and secrets that ran out.
   * @returns how many messages; fewer than `limit` when there are no more
   */
  prune(before: number, limit: number, now: number): Promise<number>;
}

export interface OpenDelivery extends DueDelivery, BegunAttempt {
  readonly messageId: string;
  readonly url: string;
  readonly payload: Buffer;
  /** The endpoint's own first, then those that were rotated away and are still valid. */
  readonly secrets: readonly string[];
}

export type RecordedOutcome = Omit<Attempt, 'trigger'> & {
  readonly succeeded: boolean;
};
