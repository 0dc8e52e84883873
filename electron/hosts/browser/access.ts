/** Access to the desk over loopback: a token of this run is exchanged for a session, and only sessions are served. */

import { createHash, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

export interface Access {
  /** Part of the printed address. Valid for this run, any number of times. */
  readonly token: string;
  /**
   * A token for one session, for the browser that this program starts: everybody on this computer can read its command line, but
   * the token there is already used.
   */
  createOpeningToken(): string;
  /** @returns the session's secret, or null for a wrong token */
  exchange(token: string): string | null;
  isSession(secret: string | undefined): boolean;
}

/** @param randomBytes cryptographically strong */
export function createAccess(randomBytes: (count: number) => Uint8Array): Access {
  const token = newSecret();
  const session = newSecret();
  const openings = new Set<string>();
  function newSecret(): string {
    return Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url');
  }
  function spendOpening(candidate: string): boolean {
    const opening = [...openings].find((one) => isEqual(one, candidate));
    return opening !== undefined && openings.delete(opening);
  }
  return {
    token,
    createOpeningToken: () => {
      const opening = newSecret();
      openings.add(opening);
      return opening;
    },
    exchange: (candidate) => (isEqual(token, candidate) || spendOpening(candidate) ? session : null),
    isSession: (secret) => secret !== undefined && isEqual(session, secret),
  };
}

/** Compares digests, so that neither timing nor length reveals how close a guess was. */
function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The value of one cookie in a `Cookie` header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}
