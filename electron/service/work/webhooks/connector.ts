/** Connections to receivers: TLS only, and only to the addresses that were checked after resolving the name. */

import { X509Certificate } from 'node:crypto';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { buildConnector } from 'undici';
import { createConnector as createPlainConnector } from '../../../platform/network/connector.ts';
import type { Egress } from '../../../platform/network/egress.ts';
import type { ResolveHost } from './resolve-host.ts';

/** The part of IPv6 that is allocated to networks (IANA, "IPv6 Global Unicast Address Assignments"). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** IPv4-mapped and IPv4-compatible addresses (RFC 4291, 2.5.5); they lead to the IPv4 address. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');

const IPV4_MAPPED = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');

/** A public address at which every Azure virtual machine reaches its own host. */
const CLOUD_HOST = '168.63.129.16';

/** ISATAP's identifiers before an embedded IPv4 address (RFC 5214, 6.1), in the third quarter of an address. */
const ISATAP = [0x00005efe, 0x02005efe];

export interface ConnectorOptions {
  readonly egress: Egress;
  readonly resolve: ResolveHost;
  readonly allowPrivateAddresses: boolean;
  /** PEM, trusted besides the public certificate authorities. */
  readonly trustedCertificates?: string | undefined;
}

/** Not shorter than an attempt's deadline: it only keeps sockets of ended attempts from waiting for ever. */
const CONNECT_MS = 15_000;

/** Error code: deliveries to the receiver's address are not allowed. */
export const ADDRESS_REFUSED = 'CLEARTAKE_ADDRESS_REFUSED';

/**
 * @returns a function that makes the connector of an attempt, until the signal ends it
 * @throws RangeError when the trusted certificates are not PEM
 */
export function createConnector(options: ConnectorOptions): (signal: AbortSignal) => buildConnector.connector {
  const { egress, trustedCertificates } = options;
  if (trustedCertificates !== undefined) requireCertificate(trustedCertificates);
  const trusted = trustedCertificates === undefined ? [] : [trustedCertificates];
  return (signal) => {
    const lookup = checkedLookup({ ...options, signal });
    const admit = (hostname: string) => admitted(lookup, hostname);
    const connect = createPlainConnector(egress, {
      ...{ admit, lookup, signal, trusted },
      allowH2: false,
      timeoutMs: CONNECT_MS,
    });
    return checked(connect, options);
  };
}

/**
 * A proxy resolves names by itself. What this computer can resolve must be allowed; what it can't, as is usual where a proxy is the only way
 * out, is for the proxy to decide.
 */
function admitted(lookup: LookupFunction, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (failure) => {
      if (failure !== null && 'code' in failure && failure.code === ADDRESS_REFUSED) reject(failure);
      else resolve();
    });
  });
}

function checked(
  connect: buildConnector.connector,
  { allowPrivateAddresses }: Pick<ConnectorOptions, 'allowPrivateAddresses'>,
): buildConnector.connector {
  return (target, callback) => {
    const host = bareHost(target.hostname);
    if (target.protocol !== 'https:') {
      callback(refusedAddress('not https'), null);
      return;
    }
    // A literal address is not resolved, so the lookup below does not check it.
    if (isIP(host) !== 0 && !allowPrivateAddresses && !isPublicAddress(host)) {
      callback(refusedAddress('a literal address'), null);
      return;
    }
    connect(target, callback);
  };
}

/** Node silently ignores text without a certificate. */
function requireCertificate(certificates: string): void {
  try {
    new X509Certificate(certificates);
  } catch (cause) {
    throw new RangeError('webhooks.trustedCertificates holds no certificate in PEM.', { cause });
  }
}

/** Returns only checked addresses, which are the ones connected to: no second DNS answer comes in between. */
export function checkedLookup({
  resolve,
  allowPrivateAddresses,
  signal,
}: Pick<ConnectorOptions, 'resolve' | 'allowPrivateAddresses'> & { readonly signal?: AbortSignal }): LookupFunction {
  return (hostname, { all, family }, callback) => {
    const answer: Parameters<ResolveHost>[1] = (failure, addresses) => {
      if (failure !== null) {
        callback(failure, []);
        return;
      }
      const wanted = family === 4 || family === 6 ? addresses.filter((found) => found.family === family) : addresses;
      const allowed = allowPrivateAddresses ? wanted : wanted.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (first === undefined) callback(refusedAddress('a name'), []);
      else if (all === true) callback(null, [...allowed]);
      else callback(null, first.address, first.family);
    };
    resolve(hostname, answer, signal);
  };
}

function refusedAddress(what: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`The receiver is not on the public internet: ${what}`), { code: ADDRESS_REFUSED });
}

/**
 * Whether an address belongs to the public internet: not to this computer, a private, link-local, shared, reserved, documentation,
 * benchmarking, multicast or broadcast range, not to a cloud's inside, and not to a translation or tunnel (6to4, NAT64, Teredo, ISATAP).
 * IPv4 in IPv6 notation counts as the IPv4 address. Anything that is not an address in plain notation is not public.
 * @param address as a resolver or a parsed URL gives it, without brackets
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  // `unicast` is everything outside the special-purpose ranges.
  if (parsed instanceof ipaddr.IPv4) return isPublicIPv4(parsed);
  if (parsed.match(IPV4_MAPPED) || parsed.match(IPV4_COMPATIBLE)) {
    return isPublicIPv4(new ipaddr.IPv4(parsed.toByteArray().slice(-4)));
  }
  if (ISATAP.includes(Buffer.from(parsed.toByteArray()).readUInt32BE(8))) return false;
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== CLOUD_HOST;
}

/** A URL's host name for a resolver: without IPv6 brackets. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
}
