/** Proxies as they are written in the environment, in settings and by the system. Pure. */

import type { ProxyFault } from '../../../shared/domain/connections/proxy-faults.ts';

export interface NetworkProxy {
  /** `http://proxy.example:3128`, or `https:`, without a user. */
  readonly origin: string;
  /** Value of the header Proxy-Authorization; null where no user is known. Secret. */
  readonly authorization: string | null;
}

/** Error code of a ProxyFailure. */
export const PROXY_FAILED = 'CLEARTAKE_PROXY';

/** The proxy didn't connect, so nothing was sent to the target. Has no cause: its faults are those of another connection. */
export class ProxyFailure extends Error {
  readonly code = PROXY_FAILED;
  readonly fault: ProxyFault;
  /** Host and port, never a user. */
  readonly proxy: string;
  /** A code or a status, for the log. */
  readonly detail: string;

  constructor(fault: ProxyFault, proxy: string, detail: string) {
    super(`The proxy ${proxy}: ${fault} (${detail})`);
    this.name = 'ProxyFailure';
    this.fault = fault;
    this.proxy = proxy;
    this.detail = detail;
  }
}

/** Host and port of a proxy, as messages name it. */
export function proxyName(origin: string): string {
  const { hostname, port, protocol } = new URL(origin);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

/** @param user may be empty, with an empty password, for none */
export function proxyWith(origin: string, user: string, password: string): NetworkProxy {
  const isOpen = user === '' && password === '';
  const credentials = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  return { origin, authorization: isOpen ? null : `Basic ${credentials}` };
}

/**
 * A proxy as variables name it: `http://user:p%40ss@proxy.example:3128`, or without the scheme.
 * @returns null for what is none
 */
export function readProxyAddress(text: string): NetworkProxy | null {
  const url = URL.parse(text.includes('://') ? text.trim() : `http://${text.trim()}`);
  if (url === null || url.hostname === '') return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  return proxyWith(url.origin, decoded(url.username), decoded(url.password));
}

/** Passwords in the addresses of proxies, as they are written, meant and sent. @param environment all variables */
export function secretsOfProxies(environment: Readonly<Record<string, string | undefined>>): string[] {
  const named = Object.entries(environment).filter(([name]) => /^(https?|all)_proxy$/i.test(name));
  return named.flatMap(([, text = '']) => {
    const written = /:\/*[^@]*:([^@]*)@/.exec(text)?.[1] ?? '';
    const sent = readProxyAddress(text)?.authorization?.slice('Basic '.length) ?? '';
    const meant = Buffer.from(sent, 'base64').toString('utf8');
    return [written, sent, meant.slice(meant.indexOf(':') + 1)].filter((secret) => secret !== '');
  });
}

/** A `%` that isn't an encoding stands for itself, as the password has it. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The first proxy of a list as proxy scripts and Electron write it: `PROXY a:3128; HTTPS b:443; DIRECT`.
 * @returns null for a direct connection
 * @throws ProxyFailure when the list has only kinds that aren't supported
 */
export function firstOfList(list: string): NetworkProxy | null {
  const entries = list.split(';').map((entry) => entry.trim().split(/\s+/));
  for (const [kind = '', address = ''] of entries) {
    if (kind.toUpperCase() === 'DIRECT') return null;
    const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind.toUpperCase()];
    const proxy = scheme === undefined ? null : readProxyAddress(`${scheme}://${address}`);
    if (proxy !== null) return proxy;
  }
  const [kind = '', address = ''] = entries[0] ?? [];
  if (kind === '') return null;
  throw new ProxyFailure('unsupported', address, kind);
}
