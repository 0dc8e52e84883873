/** Endpoints of webhooks: how many there may be, what their URLs may hold, and what a change makes of them. */

import { refuse } from '../refusal.ts';
import type { EndpointHealth } from './deliveries.ts';

/** Endpoints that a key may have in a mode. */
const MOST_ENDPOINTS = 50;
/** Endpoints that an account may have, of all its keys. */
const MOST_OF_ACCOUNT = 1000;
/** Secrets that were rotated away and are still valid. */
const MOST_OLD_SECRETS = 10;

export const ENABLED: EndpointHealth = { enabled: true, disabledReason: null, failingSince: null };

/** What switching an endpoint off by hand changes. */
export const DISABLED = { enabled: false, disabledReason: 'manual' } as const satisfies Partial<EndpointHealth>;

/**
 * The URL of an endpoint: as it was given, and in the form that tells endpoints apart. A fragment is never sent, so two URLs that
 * differ only in it are one endpoint.
 * @param url an https URL
 * @throws refusal 400 when it has a user name or a password: whoever may list endpoints would read them
 */
export function readEndpointUrl(url: string): { readonly url: string; readonly href: string } {
  const parsed = new URL(url);
  parsed.hash = '';
  const { username, password, href } = parsed;
  if (username !== '' || password !== '') throw refuse(400, 'url must not hold a user name or a password.');
  return { url, href };
}

/** The URL as the audit log keeps it, for good: its query may hold a token of the receiver. */
export function auditedUrl(href: string): string {
  return href.replace(/[?#].*$/s, '');
}

/**
 * Whether a key may have another endpoint.
 * @param ofKey endpoints of the key in the mode
 * @param ofAccount endpoints of all keys
 */
export function decideNewEndpoint(ofKey: number, ofAccount: number): 'go' | 'too-many' | 'account-full' {
  if (ofKey >= MOST_ENDPOINTS) return 'too-many';
  return ofAccount >= MOST_OF_ACCOUNT ? 'account-full' : 'go';
}

/** Whether another endpoint of the same key and mode has the URL already. */
export function isTaken(
  others: readonly { readonly endpointId: string; readonly href: string }[],
  endpointId: string,
  href: string | undefined,
): boolean {
  return others.some((other) => other.href === href && other.endpointId !== endpointId);
}

/** What a new URL changes beside: failures of another receiver say nothing about this one. */
export function healthAfterMove(before: string, after: string | undefined): Partial<EndpointHealth> {
  return after !== undefined && after !== before ? { failingSince: null } : {};
}

/** Whether a secret may be rotated. @param old secrets that were rotated away and are still valid */
export function mayRotateSecret(old: number): boolean {
  return old < MOST_OLD_SECRETS;
}
