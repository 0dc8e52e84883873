/** Connections to receivers: TLS only, and only to the addresses that were checked after resolving the name. */

import { X509Certificate } from 'node:crypto';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { bareHost, isPublicAddress } from '../../../platform/security/address-filter.ts';
import type { ResolveHost } from './resolve-host.ts';

/** Undici's connectors return their socket, which its types leave out. */
type Connect = (...given: Parameters<buildConnector.connector>) => Socket;

export interface ConnectorOptions {
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
  const { trustedCertificates } = options;
  const trust = trustedCertificates === undefined ? {} : { secureContext: trusting(trustedCertificates) };
  return (signal) => {
    const lookup = checkedLookup({ ...options, signal });
    const connect = buildConnector({ allowH2: false, timeout: CONNECT_MS, lookup, ...trust }) as Connect;
    return checked(connectingUntil(signal, connect), options);
  };
}

/** Undici looks at a request's signal only once it is connected: a receiver that says nothing would hold up the end of the service. */
function connectingUntil(signal: AbortSignal, connect: Connect): buildConnector.connector {
  return (target, callback) => {
    const end = () => socket.destroy(signal.reason);
    const socket = connect(target, (...result) => {
      signal.removeEventListener('abort', end);
      callback(...result);
    });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  };
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
function trusting(certificates: string): SecureContext {
  try {
    new X509Certificate(certificates);
  } catch (cause) {
    throw new RangeError('webhooks.trustedCertificates holds no certificate in PEM.', { cause });
  }
  return createSecureContext({ ca: [...rootCertificates, certificates] });
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
