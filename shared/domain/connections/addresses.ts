/** Which addresses are safe to send a key to: https anywhere, plain http on this computer alone. Page and host judge by the same rules. Pure. */

/** What the rules look at in a URL. */
export interface AddressParts {
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly search: string;
  readonly hash: string;
}

const LOOPBACK_NAMES = new Set(['localhost', '::1', '[::1]']);
const LOOPBACK_IPV4 = /^127(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/** Whether a host means this computer alone. @param host a name or an IP address, with or without brackets */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_NAMES.has(host) || LOOPBACK_IPV4.test(host);
}

/** Whether nobody in between can read what is sent: https, or http to this computer. */
export function isPrivateChannel({ hostname, protocol }: Pick<AddressParts, 'hostname' | 'protocol'>): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

export type AddressProblem = 'incomplete' | 'plain' | 'credentials' | 'extra';

/**
 * Why a URL isn't the address of a service; null if it is one.
 * @returns `extra` only when nothing but a query or a fragment is wrong, which a page for people may have
 */
export function problemOfAddress(url: AddressParts): AddressProblem | null {
  if (!isPrivateChannel(url)) return url.protocol === 'http:' ? 'plain' : 'incomplete';
  if (url.username !== '' || url.password !== '') return 'credentials';
  return url.search === '' && url.hash === '' ? null : 'extra';
}
