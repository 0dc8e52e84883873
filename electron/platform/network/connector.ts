/** Makes connections for undici: directly, or through a proxy's tunnel (CONNECT), always with the same trust. */

import { lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import type { ProxyFault } from '../../../shared/domain/connections/proxy-faults.ts';
import type { Egress } from './egress.ts';
import { isThisComputer, plainHost } from './exceptions.ts';
import { type NetworkProxy, ProxyFailure, proxyName } from './proxies.ts';

export interface ConnectorOptions {
  /** Longest time for a connection; a tunnel gets it once more for the way through. Milliseconds. */
  readonly timeoutMs: number;
  /** PEM, trusted besides what the egress trusts. */
  readonly trusted?: readonly string[];
  /** Resolves names of direct connections. */
  readonly lookup?: LookupFunction;
  /** HTTP/2 as well, where the target offers it; default true. */
  readonly allowH2?: boolean;
  /** Decides about a name that a proxy would resolve. @throws whatever refuses it */
  readonly admit?: (hostname: string) => Promise<void>;
  /** Ends connections that are being made; undici looks at a request's signal only once it is connected. */
  readonly signal?: AbortSignal;
}

type Target = Parameters<buildConnector.connector>[0];

/** Undici's connectors return their socket, which its types leave out. */
type Connect = (target: Target, callback: buildConnector.Callback) => Socket;

export function createConnector(egress: Egress, options: ConnectorOptions): buildConnector.connector {
  const { admit, allowH2 = true, lookup = lookupEverywhere, signal, timeoutMs, trusted } = options;
  const usual = { allowH2, lookup, timeout: timeoutMs };
  const plain = buildConnector(usual) as Connect;
  let secure: { readonly context: SecureContext; readonly connect: Connect } | null = null;

  /** Kept for as long as the trust is the same: it resumes TLS sessions. */
  function connectorFor(protocol: string): Connect {
    if (protocol !== 'https:') return plain;
    const context = egress.trust(trusted);
    if (secure?.context !== context)
      secure = { context, connect: buildConnector({ ...usual, secureContext: context }) as Connect };
    return secure.connect;
  }

  async function connect(target: Target): Promise<Socket> {
    const hostname = plainHost(target.hostname);
    const address = new URL(`${target.protocol}//${isIP(hostname) === 6 ? `[${hostname}]` : hostname}`);
    if (target.port !== '') address.port = target.port;
    const proxy = await egress.proxyFor(address);
    if (proxy === null) return await opened(connectorFor(target.protocol), target, signal);
    if (isIP(hostname) === 0) await admit?.(hostname);
    const httpSocket = await tunnel(egress, proxy, address, options);
    if (target.protocol !== 'https:') return httpSocket;
    try {
      return await opened(connectorFor(target.protocol), { ...target, httpSocket }, signal);
    } catch (failure) {
      httpSocket.destroy();
      throw failure;
    }
  }

  return (target, callback) => {
    connect(target).then(
      (socket) => callback(null, socket),
      (failure: Error) => callback(failure, null),
    );
  };
}

function opened(connect: Connect, target: Target, signal: AbortSignal | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const end = () => socket.destroy(signal?.reason instanceof Error ? signal.reason : undefined);
    const socket = connect(target, (...[failure, connected]) => {
      signal?.removeEventListener('abort', end);
      if (failure === null) resolve(connected);
      else reject(failure);
    });
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}

/** This computer has both addresses, whatever the system's list of names says (RFC 6761, 6.3). */
const lookupEverywhere: LookupFunction = (hostname, options, callback) => {
  if (!isThisComputer(plainHost(hostname))) {
    lookUp(hostname, options, callback);
    return;
  }
  const known = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ].filter(({ family }) => (options.family !== 4 && options.family !== 6) || options.family === family);
  if (options.all === true) callback(null, known);
  else callback(null, known[0]?.address ?? '', known[0]?.family);
};

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;
/** A gateway's own words for what is behind it. */
const BEHIND: readonly number[] = [502, 503, 504];

/** @throws ProxyFailure; whatever ended it when that was the signal */
async function tunnel(
  egress: Egress,
  proxy: NetworkProxy,
  target: URL,
  { signal, timeoutMs }: ConnectorOptions,
): Promise<Socket> {
  const name = proxyName(proxy.origin);
  const credentials = proxy.authorization;
  const known = `${proxy.origin} ${credentials}`;
  if (egress.refused.has(known)) throw new ProxyFailure('wrong-password', name, 'not asked again');
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  const authority = `${target.hostname}:${port}`;
  const client = new Client(proxy.origin, {
    connect: toProxy(egress, name, proxy.origin.startsWith('https:'), timeoutMs, signal),
    headersTimeout: timeoutMs,
    pipelining: 0,
  });
  try {
    const { headers, socket, statusCode } = await client.connect({
      path: authority,
      headers: { host: authority, ...(credentials === null ? {} : { 'proxy-authorization': credentials }) },
      ...(signal === undefined ? {} : { signal }),
    });
    if (statusCode >= 200 && statusCode <= 299) {
      void client.close();
      return socket as Socket;
    }
    socket.on('error', () => undefined).destroy();
    const offered = String(headers['proxy-authenticate'] ?? '');
    const fault: ProxyFault =
      statusCode === 407
        ? signInFault(offered, credentials)
        : BEHIND.includes(statusCode)
          ? 'service-unreachable'
          : 'refused';
    if (fault === 'wrong-password') egress.refused.add(known);
    throw new ProxyFailure(fault, name, String(statusCode));
  } catch (failure) {
    void client.destroy();
    if (failure instanceof ProxyFailure || signal?.aborted === true) throw failure;
    throw new ProxyFailure('closed', name, codeOf(failure));
  }
}

/** The connection to the proxy itself. Its name, not the target's, is what its certificate is for. */
function toProxy(
  egress: Egress,
  name: string,
  isSecure: boolean,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: timeoutMs,
    ...(isSecure ? { secureContext: egress.trust() } : {}),
  }) as Connect;
  return (target, callback) => {
    const { servername: _ofTarget, ...own } = target;
    opened(connect, own, signal).then(
      (socket) => callback(null, socket),
      (failure: Error) => {
        const code = codeOf(failure);
        callback(new ProxyFailure(UNTRUSTED.test(code) ? 'untrusted' : 'unreachable', name, code), null);
      },
    );
  };
}

/** @param offered the header Proxy-Authenticate */
function signInFault(offered: string, credentials: string | null): ProxyFault {
  if (offered !== '' && !/\bbasic\b/i.test(offered)) return 'other-sign-in';
  return credentials === null ? 'wants-password' : 'wrong-password';
}

function codeOf(failure: unknown): string {
  if (failure instanceof AggregateError && failure.errors.length > 0) return codeOf(failure.errors[0]);
  return failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
}
