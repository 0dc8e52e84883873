/** The network in Settings: the proxy in use, its password, and a company's CA file. */

import path from 'node:path';
import type { NetworkView } from '../../../../shared/contract/system.ts';
import { proxyWords } from '../../../../shared/domain/connections/proxy-faults.ts';
import { ERROR_MESSAGES } from '../../../../shared/domain/error-messages/table.ts';
import { CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import { readCertificateFile } from '../../../platform/network/certificates.ts';
import { ProxyFailure, proxyName } from '../../../platform/network/proxies.ts';
import { os } from '../../calls/router.ts';
import { hasProxyPassword, keepProxyPassword } from '../../connections/network-choice.ts';
import type { DeskPorts } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';
import { readPreferences } from '../../store/tables/preferences.ts';
import { CERTIFICATE_FILE, NETWORK } from './strings.ts';

/** Stands for any service: proxies are chosen by address. */
const ANY_SERVICE = new URL('https://example.com');

export function networkHandlers({ egress, vault }: Pick<DeskPorts, 'egress' | 'vault'>, store: Store) {
  async function view(): Promise<NetworkView> {
    const hasPassword = await hasProxyPassword(vault, readPreferences(store).proxy);
    try {
      const proxy = (await egress?.proxyFor(ANY_SERVICE)) ?? null;
      return { proxy: proxy === null ? null : proxyName(proxy.origin), problem: null, hasPassword };
    } catch (failure) {
      const isProxy = failure instanceof ProxyFailure;
      const problem = isProxy ? proxyWords(failure.fault, failure.proxy) : toCleartakeError(failure).userMessage;
      return { proxy: null, problem, hasPassword };
    }
  }

  return {
    network: os.system.network.handler(view),
    setProxyPassword: os.system.setProxyPassword.handler(async ({ input: { keep, password } }) => {
      const { proxy } = readPreferences(store);
      if (!URL.canParse(proxy)) throw new CleartakeError('notPossibleNow', { parts: NETWORK.noProxy });
      await keepProxyPassword(vault, proxy, password, keep);
      egress?.refused.clear();
      return await view();
    }),
  };
}

/** @throws CleartakeError certificateFileUnusable */
export function requireCertificateFile(file: string, now: number): void {
  const read = path.isAbsolute(file) ? readCertificateFile(file, now) : ({ problem: 'missing' } as const);
  if (!('problem' in read)) return;
  const { message } = ERROR_MESSAGES.certificateFileUnusable;
  throw new CleartakeError('certificateFileUnusable', {
    detail: read.problem,
    parts: { ...message, what: CERTIFICATE_FILE[read.problem] },
  });
}
