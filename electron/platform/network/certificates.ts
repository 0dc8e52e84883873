/** Whom connections trust: Node's authorities and the system's, NODE_EXTRA_CA_CERTS, and a company's own. */

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import tls from 'node:tls';

/** Why a file isn't one of certificate authorities. */
export type CertificateFileProblem = 'missing' | 'unreadable' | 'no-certificate' | 'private-key' | 'server' | 'expired';

export type CertificateFile =
  | { readonly certificates: readonly string[] }
  | { readonly problem: CertificateFileProblem };

/** More is no file of certificates: the public authorities of all systems together take 300 kB. */
const MOST_BYTES = 8 * 1024 * 1024;

const BLOCK = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/**
 * Reads certificates in PEM, with other text around them, or one in DER.
 * @param now milliseconds since the epoch
 */
export function readCertificateFile(file: string, now: number): CertificateFile {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (failure) {
    const isMissing = failure instanceof Error && 'code' in failure && failure.code === 'ENOENT';
    return { problem: isMissing ? 'missing' : 'unreadable' };
  }
  if (bytes.length > MOST_BYTES) return { problem: 'no-certificate' };
  const text = bytes.toString('latin1');
  const found = (text.match(BLOCK) ?? [bytes]).flatMap(parsed);
  if (found.length === 0) return { problem: PRIVATE_KEY.test(text) ? 'private-key' : 'no-certificate' };
  // A server's own certificate, signed by itself, is an authority for itself.
  const authorities = found.filter((one) => one.ca || one.checkIssued(one));
  if (authorities.length === 0) return { problem: 'server' };
  const valid = authorities.filter((one) => Date.parse(one.validTo) > now);
  return valid.length === 0 ? { problem: 'expired' } : { certificates: valid.map(String) };
}

function parsed(certificate: string | Buffer): X509Certificate[] {
  try {
    return [new X509Certificate(certificate)];
  } catch {
    return [];
  }
}

let systems: readonly string[] | null = null;

/** Read once; empty where Node is older than 22.15, which can't read them. */
function systemCertificates(): readonly string[] {
  systems ??= readSystem();
  return systems;
}

function readSystem(): readonly string[] {
  try {
    return (tls as Partial<typeof tls>).getCACertificates?.('system') ?? [];
  } catch {
    return [];
  }
}

/** Authorities besides those of Node and the system. @param certificates PEM */
export type Trust = (certificates: readonly string[]) => tls.SecureContext;

/** Making a context takes a while, so the last one is kept. */
export function createTrust(): Trust {
  let last: { readonly key: string; readonly context: tls.SecureContext } | null = null;
  return (certificates) => {
    const key = certificates.join('\n');
    if (last?.key === key) return last.context;
    const ca = new Set([...tls.rootCertificates, ...systemCertificates(), ...certificates]);
    last = { key, context: tls.createSecureContext({ ca: [...ca] }) };
    return last.context;
  };
}

/**
 * Whether a server's certificates lead to one of these authorities, for programs that verify by themselves.
 * @param chain PEM; the server's own first
 * @param now milliseconds since the epoch
 */
export function leadsTo(
  authorities: readonly string[],
  { chain, hostname }: { readonly chain: readonly string[]; readonly hostname: string },
  now: number,
): boolean {
  const [server, ...between] = chain.flatMap(parsed);
  const roots = authorities.flatMap(parsed).filter((root) => root.ca && isValid(root, now));
  if (server === undefined || !isFor(server, hostname)) return false;
  for (let current = server; ; ) {
    if (!isValid(current, now)) return false;
    if (roots.some((root) => isIssuedBy(current, root))) return true;
    const next = between.shift();
    if (next === undefined || !next.ca || !isIssuedBy(current, next)) return false;
    current = next;
  }
}

function isFor(one: X509Certificate, hostname: string): boolean {
  return (isIP(hostname) === 0 ? one.checkHost(hostname) : one.checkIP(hostname)) !== undefined;
}

function isIssuedBy(one: X509Certificate, issuer: X509Certificate): boolean {
  return one.checkIssued(issuer) && one.verify(issuer.publicKey);
}

function isValid({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now < Date.parse(validTo);
}
