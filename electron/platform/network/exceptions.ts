/** What goes to no proxy: a list as NO_PROXY and browsers have it. Pure. */

import { BlockList, isIP } from 'node:net';
import { isLoopbackHost } from '../../../shared/domain/connections/addresses.ts';

/** Chromium's word for sending even this computer's own addresses through the proxy. */
const LOOPBACK_TOO = '<-loopback>';

/** Names without a dot. */
const LOCAL_NAMES = '<local>';

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Whether a target is reached without the proxy. This computer always is, unless the list has `<-loopback>`.
 * @param list separated by commas, semicolons or spaces: `example.com` and `.example.com` with all names below, `*.example.com` those alone,
 * `host:8443`, addresses, networks such as `10.0.0.0/8`, `<local>` for names without a dot, `*` for everything
 */
export function isExcepted(list: string, target: Pick<URL, 'hostname' | 'port' | 'protocol'>): boolean {
  const entries = list.split(/[,;\s]+/).filter((entry) => entry !== '');
  const host = plainHost(target.hostname);
  if (isThisComputer(host)) return !entries.includes(LOOPBACK_TOO);
  const port = target.port || (PORTS[target.protocol] ?? '');
  return entries.some((entry) => matches(entry.toLowerCase(), host, port));
}

/** Names below `localhost` are this computer as well (RFC 6761, 6.3). */
export function isThisComputer(host: string): boolean {
  return isLoopbackHost(host) || host.endsWith('.localhost');
}

/** Lower case, without brackets and the dot at the end. */
export function plainHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/(.)\.$/, '$1');
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === LOCAL_NAMES) return !host.includes('.') && isIP(host) === 0;
  const { name, ofPort } = splitPort(entry);
  if (ofPort !== null && ofPort !== port) return false;
  if (name === '*') return true;
  if (name.includes('/')) return isInNetwork(name, host);
  if (isIP(host) !== 0) return name === host;
  const below = name.replace(/^\*?\./, '');
  if (below === '') return false;
  return host.endsWith(`.${below}`) || (!name.startsWith('*') && host === below);
}

/** A port follows a name, an IPv4 address or brackets; a bare IPv6 address has none. */
function splitPort(entry: string): { readonly name: string; readonly ofPort: string | null } {
  const [, bracketed, ofBracketed] = /^\[(.+)\](?::(\d+))?$/.exec(entry) ?? [];
  if (bracketed !== undefined) return { name: bracketed, ofPort: ofBracketed ?? null };
  const [, name, ofPort] = /^([^:]+):(\d+)$/.exec(entry) ?? [];
  return name === undefined || ofPort === undefined ? { name: entry, ofPort: null } : { name, ofPort };
}

function isInNetwork(network: string, host: string): boolean {
  const [address = '', prefix = ''] = network.split('/');
  const [family, ofHost] = [isIP(address), isIP(host)];
  const bits = Number(prefix);
  if (family === 0 || family !== ofHost || !/^\d+$/.test(prefix) || bits > (family === 4 ? 32 : 128)) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(address, bits, kind);
  return list.check(host, kind);
}
