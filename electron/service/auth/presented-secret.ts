/** The key that a request carries, in any of three headers (service specification, "Authentication", rule 1). */

import type { IncomingHttpHeaders } from 'node:http';

export type PresentedSecret =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly secret: string }
  /** Headers that contradict each other: to take one of them would be to guess whose account is meant. */
  | { readonly kind: 'several' };

/** The same key in several headers is one key. An Authorization of another scheme, as proxies add it, is none. */
export function presentedSecret(headers: IncomingHttpHeaders): PresentedSecret {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  const secrets = new Set([bearer, single(headers['x-api-key']), single(headers['xi-api-key'])]);
  secrets.delete(undefined);
  secrets.delete('');
  const [secret] = secrets;
  if (secret === undefined) return { kind: 'none' };
  return secrets.size === 1 ? { kind: 'one', secret } : { kind: 'several' };
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header.trim() : undefined;
}
