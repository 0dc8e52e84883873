/** Parses the addresses of a service and of its transfers, and refuses unsafe ones. */

import { isLoopbackHost, isPrivateChannel, problemOfAddress } from '../../../shared/domain/connections/addresses.ts';
import { CleartakeError, type Message } from '../../../shared/domain/errors.ts';
import { CONNECTION } from '../strings.ts';

/** Signed addresses can have a few thousand characters. */
const LONGEST_ADDRESS = 16_384;

/**
 * The base URL of a service.
 * @throws CleartakeError unsafeAddress unless it is https, or http on loopback, without user, query or fragment
 */
export function parseBaseUrl(text: string): URL {
  const url = parseTyped(text, CONNECTION.unsafeBaseUrl);
  if (problemOfAddress(url) !== null) {
    throw new CleartakeError('unsafeAddress', {
      detail: `base URL with ${url.protocol}//${url.host}`,
      parts: CONNECTION.unsafeBaseUrl,
    });
  }
  return url;
}

/** Whether two base URLs are the same service, however they are spelled: upper case in the host, its usual port, a slash at the end. */
export function sameService(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && spelledOut(one) === spelledOut(other);
}

function spelledOut(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/**
 * A page that a person opens in their browser.
 * @throws CleartakeError unsafeAddress unless it is https, or http on loopback, without user
 */
export function parseBillingPage(text: string): URL {
  const url = parseTyped(text, CONNECTION.unsafeBillingPage);
  const problem = problemOfAddress(url);
  if (problem !== null && problem !== 'extra') {
    throw new CleartakeError('unsafeAddress', {
      detail: `billing page with ${url.protocol}//${url.host}`,
      parts: CONNECTION.unsafeBillingPage,
    });
  }
  return url;
}

/**
 * The address of a call. It must have the service's own origin, because the API key is sent with it.
 * @throws CleartakeError unsafeAddress when the path leads elsewhere
 */
export function addressOfCall(baseUrl: URL, path: string): URL {
  // Joined as text: with the URL constructor, a path that begins with two slashes would name another host.
  const url = parse(`${baseUrl.origin}${baseUrl.pathname.replace(/\/+$/, '')}${path}`);
  if (url.origin !== baseUrl.origin || url.username !== '' || url.password !== '') {
    throw new CleartakeError('unsafeAddress', { detail: `call to ${url.protocol}//${url.host}` });
  }
  return url;
}

/**
 * An upload or download address from the service. Its query is a capability, so it never appears in an error.
 * @throws CleartakeError unsafeAddress unless it is https, or http on loopback when the service itself is on loopback
 */
export function parseTransferUrl(text: string, baseUrl: URL): URL {
  if (text.length > LONGEST_ADDRESS) throw new CleartakeError('unsafeAddress', { detail: 'a very long address' });
  const url = parse(text, baseUrl);
  const safe = url.protocol === 'https:' || (isPrivateChannel(url) && isLoopbackHost(baseUrl.hostname));
  if (!safe || url.username !== '' || url.password !== '') {
    throw new CleartakeError('unsafeAddress', { detail: `transfer address with ${url.protocol}//${url.host}` });
  }
  return url;
}

/**
 * Where the storage of a transfer address sends a request on to.
 * @param at the address that answered
 * @param given the address that the service gave: plain http is safe only if that was plain already, on loopback
 * @throws CleartakeError unsafeAddress unless it is as safe as the address that the service gave
 */
export function parseRedirect(location: string, at: URL, given: URL): URL {
  if (location.length > LONGEST_ADDRESS) throw new CleartakeError('unsafeAddress', { detail: 'a very long redirect' });
  const url = parse(location, at);
  const mayBePlain = given.protocol === 'http:' && isPrivateChannel(given);
  const safe = url.protocol === 'https:' || (mayBePlain && isPrivateChannel(url));
  if (!safe || url.username !== '' || url.password !== '') {
    throw new CleartakeError('unsafeAddress', { detail: `redirect to ${url.protocol}//${url.host}` });
  }
  return url;
}

function parse(text: string, base?: URL): URL {
  try {
    return new URL(text, base);
  } catch (cause) {
    throw new CleartakeError('unsafeAddress', { cause, detail: 'not an address' });
  }
}

/** One that a person entered: the service had no part in it. */
function parseTyped(text: string, parts: Message): URL {
  if (!URL.canParse(text)) throw new CleartakeError('unsafeAddress', { detail: 'not an address', parts });
  return parse(text);
}
