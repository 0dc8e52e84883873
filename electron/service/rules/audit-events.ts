/** The entries of the audit log, one for each kind of change. The store writes them in the transaction that makes the change. */

import type { AuditAction } from '../../../shared/service-api/audit-actions.ts';
import type { KeyStatus } from '../../../shared/service-api/key-metadata.ts';
import type { WebhookMode } from '../../../shared/service-api/webhooks.ts';

export interface AuditEvent {
  /** The account that the change belongs to, which need not be the actor's. */
  readonly userId: string;
  /** The key that made the change; null for the service itself. */
  readonly actorKeyId: string | null;
  readonly action: AuditAction;
  /** Identifier of what was changed. */
  readonly target: string;
  /** What changed, for people to read. Nothing secret: no key, no signing secret, no signed address. */
  readonly details: Readonly<Record<string, unknown>>;
}

interface AuditedKey {
  readonly userId: string;
  readonly keyId: string;
  readonly label: string;
  readonly keyPrefix: string;
  readonly status: KeyStatus;
}

interface AuditedEndpoint {
  readonly userId: string;
  readonly endpointId: string;
  readonly keyId: string;
  readonly mode: WebhookMode;
}

/** @param actorKeyId null when the service adds the user at its start */
export function userCreated(
  user: { readonly userId: string; readonly name: string; readonly tier: string },
  billingCountry: string | null,
  actorKeyId: string | null,
): AuditEvent {
  const { userId, name, tier } = user;
  return { userId, actorKeyId, action: 'user.created', target: userId, details: { name, tier, billingCountry } };
}

interface AddedKey extends AuditedKey {
  readonly role: string;
  readonly scopes: readonly string[];
  readonly resourceBounds: Readonly<Record<string, unknown>>;
  readonly parentKeyId: string | null;
}

/** @param actorKeyId null when the service adds the key at its start */
export function keyCreated(key: AddedKey, actorKeyId: string | null): AuditEvent {
  const { userId, keyId, label, role, status, scopes, resourceBounds, keyPrefix, parentKeyId } = key;
  const details = { label, role, status, scopes, resourceBounds, keyPrefix, parentKeyId };
  return { userId, actorKeyId, action: 'key.created', target: keyId, details };
}

export function keyRotated(before: AuditedKey, keyPrefix: string, actorKeyId: string): AuditEvent {
  const { userId, keyId, label, keyPrefix: previousPrefix } = before;
  return { userId, actorKeyId, action: 'key.rotated', target: keyId, details: { label, previousPrefix, keyPrefix } };
}

const STATUS_ACTIONS = {
  active: 'key.activated',
  inactive: 'key.deactivated',
  revoked: 'key.revoked',
} as const satisfies Record<KeyStatus, AuditAction>;

export function keyStatusChanged(before: AuditedKey, to: KeyStatus, actorKeyId: string): AuditEvent {
  const { userId, keyId, label, status: from } = before;
  return { userId, actorKeyId, action: STATUS_ACTIONS[to], target: keyId, details: { label, from, to } };
}

export function keyLimited(before: AuditedKey, callsPerMinute: number | null, actorKeyId: string): AuditEvent {
  const { userId, keyId, label } = before;
  return { userId, actorKeyId, action: 'key.limited', target: keyId, details: { label, callsPerMinute } };
}

/** @param generations how many the project had */
export function projectDeleted(
  project: { readonly userId: string; readonly projectId: string; readonly originalFileName: string },
  generations: number,
  actorKeyId: string,
): AuditEvent {
  const { userId, projectId, originalFileName } = project;
  const details = { originalFileName, generations };
  return { userId, actorKeyId, action: 'project.deleted', target: projectId, details };
}

/** A change of an account's plan or of its billing settings. */
export function billingChanged(
  userId: string,
  action: AuditAction & `billing.${string}`,
  details: AuditEvent['details'],
  actorKeyId: string | null,
): AuditEvent {
  return { userId, actorKeyId, action, target: userId, details };
}

interface AuditedInvoice {
  readonly number: number;
  readonly reason: string;
  readonly total: number;
}

/** Only a final invoice has an actor; the service issues the others by itself. */
export function invoiceIssued(
  userId: string,
  invoiceId: string,
  { number, reason, total }: AuditedInvoice,
  actorKeyId: string | null,
): AuditEvent {
  const actor = reason === 'final' ? actorKeyId : null;
  const details = { number, reason, total };
  return { userId, actorKeyId: actor, action: 'billing.invoice.issued', target: invoiceId, details };
}

export function invoiceSettled(
  invoice: { readonly userId: string; readonly invoiceId: string } & Omit<AuditedInvoice, 'reason'>,
  outcome: 'paid' | 'declined',
  actorKeyId: string | null,
): AuditEvent {
  const { userId, invoiceId, number, total } = invoice;
  return { userId, actorKeyId, action: `billing.invoice.${outcome}`, target: invoiceId, details: { number, total } };
}

/** A change of an endpoint or of its signing secret. */
export function endpointChanged(
  { userId, endpointId, keyId, mode }: AuditedEndpoint,
  action: AuditAction & `webhook.${string}`,
  details: AuditEvent['details'],
  actorKeyId: string | null,
): AuditEvent {
  return { userId, actorKeyId, action, target: endpointId, details: { apiKeyId: keyId, mode, ...details } };
}

/** The service disabled an endpoint that only fails. */
export function endpointFailed(endpoint: AuditedEndpoint, failingSince: number): AuditEvent {
  const details = { failingSince: new Date(failingSince).toISOString() };
  return endpointChanged(endpoint, 'webhook.endpoint.disabled', details, null);
}

/** @param recovered how many deliveries are due again */
export function endpointRecovered(
  { userId, endpointId }: AuditedEndpoint,
  { since, until }: { readonly since: number; readonly until: number },
  recovered: number,
  actorKeyId: string,
): AuditEvent {
  const details = { since: new Date(since).toISOString(), until: new Date(until).toISOString(), recovered };
  return { userId, actorKeyId, action: 'webhook.recovered', target: endpointId, details };
}

export function messageResent(
  { userId, endpointId }: AuditedEndpoint,
  details: { readonly messageId: string; readonly deliveryId: string },
  actorKeyId: string,
): AuditEvent {
  return { userId, actorKeyId, action: 'webhook.resent', target: endpointId, details };
}
