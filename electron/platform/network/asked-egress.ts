/** The egress of a helper process: the host knows the settings and their secrets, so it is asked for each connection. */

import type { EgressAnswer } from '../../../shared/service-api/service-process.ts';
import { createTrust } from './certificates.ts';
import type { Egress } from './egress.ts';
import { ProxyFailure } from './proxies.ts';

/** @param ask rejects when the host is gone */
export function createAskedEgress(ask: (address: string) => Promise<EgressAnswer>): Egress {
  const trust = createTrust();
  let known: readonly string[] = [];
  return {
    async proxyFor(target) {
      const { certificates, failure, proxy } = await ask(target.href);
      known = certificates;
      if (failure !== null) throw new ProxyFailure(failure.fault, failure.proxy, failure.detail);
      return proxy;
    },
    fixed: async () => null,
    trust: (others = []) => trust([...known, ...others]),
    certificates: () => known,
    follow: () => undefined,
    refused: new Set(),
  };
}

/** The host's answer. */
export async function answerEgress(egress: Egress, address: string): Promise<EgressAnswer> {
  const certificates = egress.certificates();
  try {
    return { proxy: await egress.proxyFor(new URL(address)), failure: null, certificates };
  } catch (thrown) {
    const { detail, fault, proxy } =
      thrown instanceof ProxyFailure ? thrown : new ProxyFailure('unreadable', 'Settings', 'the vault');
    return { proxy: null, failure: { fault, proxy, detail }, certificates };
  }
}
