/** Rules of webhook endpoints: how many there may be, what their URLs may contain, and what changes do to them. */

import { refuse } from '../refusal.ts';
import type { EndpointHealth } from './deliveries.ts';

/** Endpoints that a key may have in a mode. */
const MOST_ENDPOINTS = 50;
/** Endpoints of all keys of an account. */
const MOST_OF_ACCOUNT = 1000;
/** Rotated secrets that are still valid. */
const MOST_OLD_SECRETS = 10;

export const ENABLED: EndpointHealth = { enabled: true, disabledReason: null, failingSince: null };

/** An endpoint that was disabled by hand. */
export const DISABLED = { enabled: false, disabledReason: 'manual' } as const satisfies Partial<EndpointHealth>;

/**
 * The URL of an endpoint, as given and in normal form. A fragment is never sent, so URLs that differ only in it are one endpoint.
 * @param url an https URL
 * @throws refusal 400 when it contains a user name or a password, which everybody who may list endpoints could read
 */
export function readEndpointUrl(url: string): { readonly url: string; readonly href: string } {
  const parsed = new URL(url);
  parsed.hash = '';
  const { username, password, href } = parsed;
  if (username !== '' || password !== '') throw refuse(400, 'url must not hold a user name or a password.');
  return { url, href };
}

/** The URL for the audit log, without its query: that may contain a token, and the log is kept for good. */
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

/** A new URL resets the failure mark: failures of another receiver say nothing about this one. */
export function healthAfterMove(before: string, after: string | undefined): Partial<EndpointHealth> {
  return after !== undefined && after !== before ? { failingSince: null } : {};
}

/** Whether a secret may be rotated. @param old how many rotated secrets are still valid */
export function mayRotateSecret(old: number): boolean {
  return old < MOST_OLD_SECRETS;
}
