/** Digests that a request gives of what it sends (RFC 9530). Of the algorithms only sha-256 is looked at. */

/** The name of the algorithm, and its value as a byte sequence of a structured field: 32 bytes in Base64. */
const MEMBER = /^sha-256\s*=\s*:([A-Za-z0-9+/]{43}=):$/;

/**
 * Reads a Content-Digest or Repr-Digest header.
 * @returns the digest in hex; null when the header names none of this algorithm; undefined when it cannot be read
 */
export function readDigest(header: string | readonly string[] | undefined): string | null | undefined {
  if (header === undefined) return null;
  const members = String(header)
    .split(',')
    .map((member) => member.trim())
    .filter((member) => /^sha-256\s*[=;]|^sha-256$/.test(member));
  // Of a name that comes twice the last counts (RFC 8941, section 3.2).
  const last = members.at(-1);
  if (last === undefined) return null;
  const encoded = MEMBER.exec(last)?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('hex');
}

/** The header's value for a digest in hex. */
export function writeDigest(sha256: string): string {
  return `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
}
