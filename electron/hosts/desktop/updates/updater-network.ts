/** Updates go through the same proxy, and trust the same authorities, as services. Chromium connects, so it is told. */

import type { AuthInfo, Certificate, Session } from 'electron';
import { leadsTo } from '../../../platform/network/certificates.ts';
import type { Egress } from '../../../platform/network/egress.ts';
import type { NetworkProxy } from '../../../platform/network/proxies.ts';

/** Answers of a certificate check: trusted, or as Chromium judged it. */
const TRUSTED = 0;
const AS_JUDGED = -3;

type UpdaterSession = Pick<Session, 'closeAllConnections' | 'setCertificateVerifyProc' | 'setProxy'>;

/** Before each look for an update: the settings may have changed. @returns the proxy, null for none or the system's */
export async function settleSession(
  session: UpdaterSession,
  egress: Egress,
  now: () => number,
): Promise<NetworkProxy | null> {
  const fixed = await egress.fixed();
  const { proxy = null, exceptions = '' } = fixed ?? {};
  if (fixed === null) await session.setProxy({ mode: 'system' });
  else if (proxy === null) await session.setProxy({ mode: 'direct' });
  else await session.setProxy({ proxyRules: proxy.origin, proxyBypassRules: bypassRules(exceptions) });
  await session.closeAllConnections();
  session.setCertificateVerifyProc(({ certificate, hostname, verificationResult }, callback) => {
    const isOurs =
      verificationResult !== 'net::OK' &&
      leadsTo(egress.certificates(), { chain: chainOf(certificate), hostname }, now());
    callback(isOurs ? TRUSTED : AS_JUDGED);
  });
  return proxy;
}

/** What the proxy is told when it asks who is there. @returns null when it isn't this proxy that asks */
export function credentialsFor(
  { host, isProxy, port }: Pick<AuthInfo, 'host' | 'isProxy' | 'port'>,
  proxy: NetworkProxy | null,
): { readonly user: string; readonly password: string } | null {
  if (!isProxy || proxy?.authorization == null) return null;
  const { hostname, port: own, protocol } = new URL(proxy.origin);
  if (host !== hostname || port !== Number(own || (protocol === 'https:' ? 443 : 80))) return null;
  const text = Buffer.from(proxy.authorization.slice('Basic '.length), 'base64').toString('utf8');
  const at = text.indexOf(':');
  return { user: text.slice(0, at), password: text.slice(at + 1) };
}

/** As Chromium writes them: there, a name stands for itself alone. */
function bypassRules(exceptions: string): string {
  const entries = exceptions.split(/[,;\s]+/).filter((entry) => entry !== '');
  return entries
    .flatMap((entry) => (/^[a-z\d-]+(\.[a-z-][a-z\d-]*)+$/i.test(entry) ? [entry, `.${entry}`] : [entry]))
    .join(',');
}

/** The server's own first. */
function chainOf(certificate: Certificate): string[] {
  const chain: string[] = [];
  for (let one: Certificate | undefined = certificate; one !== undefined && chain.length < 10; one = one.issuerCert) {
    if (chain.at(-1) === one.data) break;
    chain.push(one.data);
  }
  return chain;
}
