/**
 * Resolves the names of receivers over the network. The system's lookup blocks one of Node's few threads until it times out, so a
 * name server that never answers would delay all other names and file operations.
 */

import { type LookupAddress, Resolver } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** As `lookup` of node:dns with `all`. The signal ends it. */
export type ResolveHost = (
  hostname: string,
  callback: (failure: Error | null, addresses: readonly LookupAddress[]) => void,
  signal?: AbortSignal,
) => void;

/** Two tries leave half of an attempt's time for the receiver; the second waits twice as long. */
const TRY_MS = 2500;
const TRIES = 2;

const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
] as const;

/**
 * `localhost` and its subdomains are this computer (RFC 6761, 6.3). Other names are looked up in the hosts file, then at the name
 * servers.
 * @param servers name servers instead of the system's, for example `127.0.0.1:53`
 * @param hostsFile path of the hosts file
 */
export function createResolveHost({
  servers,
  hostsFile = SYSTEM_HOSTS,
}: {
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
} = {}): ResolveHost {
  async function resolve(hostname: string, signal: AbortSignal | undefined): Promise<readonly LookupAddress[]> {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    if (name === 'localhost' || name.endsWith('.localhost')) return LOOPBACK;
    const written = addressesIn(await readFile(hostsFile, 'utf8').catch(() => ''), name);
    return written.length > 0 ? written : ask(name, servers, signal);
  }

  return (hostname, callback, signal) => {
    void resolve(hostname, signal).then(
      (addresses) => callback(null, addresses),
      (failure: Error) => callback(failure, []),
    );
  };
}

const SYSTEM_HOSTS = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/** Addresses of a name in a hosts file (hosts(5)). @param name in lower case */
export function addressesIn(hosts: string, name: string): LookupAddress[] {
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*$/, '').trim().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.some((other) => other.toLowerCase() === name) ? [{ address, family }] : [];
  });
}

async function ask(
  name: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal | undefined,
): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal?.addEventListener('abort', cancel);
  try {
    if (signal?.aborted) throw lookupFailure('EAI_AGAIN');
    const [four, six] = await Promise.all([answers(resolver, name, 4), answers(resolver, name, 6)]);
    const found = [...four.found, ...six.found];
    if (found.length > 0) return found;
    throw lookupFailure(four.unknown && six.unknown ? 'ENOTFOUND' : 'EAI_AGAIN');
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** `unknown` when the servers answer that there is no such address. */
function answers(resolver: Resolver, name: string, family: 4 | 6) {
  return new Promise<{ readonly found: LookupAddress[]; readonly unknown: boolean }>((resolve) => {
    const done = (failure: NodeJS.ErrnoException | null, addresses: readonly string[] | undefined) =>
      resolve({
        found: failure === null ? (addresses ?? []).map((address) => ({ address, family })) : [],
        unknown: failure === null || failure.code === 'ENOTFOUND' || failure.code === 'ENODATA',
      });
    if (family === 4) resolver.resolve4(name, done);
    else resolver.resolve6(name, done);
  });
}

function lookupFailure(code: 'ENOTFOUND' | 'EAI_AGAIN'): NodeJS.ErrnoException {
  return Object.assign(new Error('The name could not be looked up'), { code });
}
