/** How connections leave this computer: through which proxy, and trusting whom. One for the process; settings may change it at any time. */

import { statSync } from 'node:fs';
import type { SecureContext } from 'node:tls';
import { createTrust, readCertificateFile } from './certificates.ts';
import { isExcepted } from './exceptions.ts';
import { firstOfList, type NetworkProxy, ProxyFailure, proxyWith, readProxyAddress } from './proxies.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a person chose. */
export interface EgressChoice {
  /** `automatic`: as the environment or the system has it. `none`: never a proxy. Otherwise the origin of one. */
  readonly proxy: string;
  readonly user: string;
  /** What goes to no proxy, as NO_PROXY has it. */
  readonly exceptions: string;
  /** Absolute path of a file of authorities; empty for none. */
  readonly certificateFile: string;
  /** For this proxy; null where there is none. @throws whatever the vault throws */
  password(): Promise<string | null>;
}

export interface Egress {
  /** Null: directly. @throws ProxyFailure */
  proxyFor(target: URL): Promise<NetworkProxy | null>;
  /**
   * For programs that choose by themselves: one proxy for https with what doesn't go to it, or null for the system's own choice.
   * @throws ProxyFailure
   */
  fixed(): Promise<{ readonly proxy: NetworkProxy | null; readonly exceptions: string } | null>;
  /** @param others PEM, trusted besides */
  trust(others?: readonly string[]): SecureContext;
  /** Authorities besides those of Node and the system, in PEM. */
  certificates(): readonly string[];
  /** @param read called for every connection */
  follow(read: () => EgressChoice): void;
  /** Proxies with credentials that they refused: asking again and again would lock the account. */
  readonly refused: Set<string>;
}

export interface EgressOptions {
  readonly environment?: Environment;
  /** Asks the system, as `PROXY a:3128; DIRECT`; absent where it can't be asked. */
  readonly systemProxy?: (address: string) => Promise<string>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

const AUTOMATIC: EgressChoice = {
  proxy: 'automatic',
  user: '',
  exceptions: '',
  certificateFile: '',
  password: async () => null,
};

export function createEgress({ environment = {}, now = () => 0, systemProxy }: EgressOptions = {}): Egress {
  const trust = createTrust();
  const files = createFileReader(now);
  let read = (): EgressChoice => AUTOMATIC;
  const certificates = () =>
    [environment.NODE_EXTRA_CA_CERTS ?? '', read().certificateFile].flatMap((file) => files(file));
  const exceptionsOf = ({ exceptions, proxy }: EgressChoice) =>
    `${exceptions} ${proxy === 'automatic' ? variable(environment, 'no_proxy').value : ''}`.trim();

  /** Null: nobody named one, so the system may. */
  async function named(choice: EgressChoice, protocol: string): Promise<NetworkProxy | null> {
    const { password, proxy, user } = choice;
    if (proxy === 'automatic') return proxyOfEnvironment(environment, protocol);
    return proxyWith(proxy, user, (await password()) ?? '');
  }

  return {
    async proxyFor(target) {
      const choice = read();
      if (choice.proxy === 'none' || isExcepted(exceptionsOf(choice), target)) return null;
      const proxy = await named(choice, target.protocol);
      if (proxy !== null || systemProxy === undefined) return proxy;
      return firstOfList(await systemProxy(target.href));
    },
    async fixed() {
      const choice = read();
      const exceptions = exceptionsOf(choice);
      if (choice.proxy === 'none') return { proxy: null, exceptions };
      const proxy = await named(choice, 'https:');
      return proxy === null ? null : { proxy, exceptions };
    },
    trust: (others = []) => trust([...certificates(), ...others]),
    certificates,
    follow: (next) => {
      read = next;
    },
    refused: new Set(),
  };
}

/** A target over https without a proxy of its own goes through the one for http, as in undici. @throws ProxyFailure */
function proxyOfEnvironment(environment: Environment, protocol: string): NetworkProxy | null {
  const names = protocol === 'https:' ? ['https_proxy', 'http_proxy', 'all_proxy'] : ['http_proxy', 'all_proxy'];
  const found = names.map((name) => variable(environment, name)).find(({ value }) => value !== '');
  if (found === undefined) return null;
  const proxy = readProxyAddress(found.value);
  if (proxy === null) throw new ProxyFailure('unreadable', found.name, 'not an address');
  return proxy;
}

/** In lower case first, as in other programs. */
function variable(environment: Environment, lower: string): { readonly name: string; readonly value: string } {
  const upper = lower.toUpperCase();
  const name = (environment[lower] ?? '') === '' ? upper : lower;
  return { name, value: environment[name]?.trim() ?? '' };
}

/** Reads a file again once it has changed. One that can't be used gives nothing: then the connection's own error says what is missing. */
function createFileReader(now: () => number): (file: string) => readonly string[] {
  const known = new Map<string, { readonly stamp: string; readonly certificates: readonly string[] }>();
  return (file) => {
    const facts = file === '' ? undefined : statSync(file, { throwIfNoEntry: false });
    if (facts === undefined) return [];
    const stamp = `${facts.mtimeMs} ${facts.size}`;
    const before = known.get(file);
    if (before?.stamp === stamp) return before.certificates;
    const read = readCertificateFile(file, now());
    const certificates = 'problem' in read ? [] : read.certificates;
    known.set(file, { stamp, certificates });
    return certificates;
  };
}
