/** The SHA-256 of a whole file as a header (RFC 9530, `Repr-Digest`). */

type HeaderValue = string | readonly string[] | undefined;

/** @returns hexadecimal; null when the header is missing or names none of this algorithm */
export function readReprDigest(header: HeaderValue): string | null {
  const match = /(?:^|[,\s])sha-256\s*=\s*:([A-Za-z0-9+/]{43}=):/.exec(String(header ?? ''));
  return match?.[1] === undefined ? null : Buffer.from(match[1], 'base64').toString('hex');
}

/** @param sha256 hexadecimal */
export function writeReprDigest(sha256: string): string {
  return `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
}
