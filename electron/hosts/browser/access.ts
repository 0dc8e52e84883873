/**
 * Access to the desk over loopback: a token of this run opens sessions, and only sessions are served. A session's secret travels in a
 * header or a WebSocket subprotocol, never in a cookie: browsers send cookies to every port of this computer.
 */

import { createHash, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
/** The browser asks for the address at once; the time allows for a slow computer. */
const ADDRESS_LIFE_MS = 60_000;

export interface Access {
  /** Part of the printed address. Valid for this run, any number of times. */
  readonly token: string;
  /**
   * A token for one session, for the browser that this program starts: everybody on this computer can read its command line, but
   * the token there is already used.
   */
  createOpeningToken(): string;
  /** Opens a session of its own. @returns its secret, or null for a wrong token */
  exchange(token: string): string | null;
  isSession(secret: string | undefined): boolean;
  /** Calls back when the session ends. @returns forgets the listener */
  onEnd(secret: string, listener: () => void): () => void;
  end(secret: string): void;
  /** Makes an address that works once, within a minute: the browser downloads files without the page's headers. */
  createAddress(address: string): string;
  /** Whether the address, with its query, was made here and is unused. It is used then. */
  spendAddress(address: string): boolean;
}

/**
 * @param randomBytes cryptographically strong
 * @param monotonic milliseconds that never run backwards
 */
export function createAccess(randomBytes: (count: number) => Uint8Array, monotonic: () => number): Access {
  const token = newSecret();
  const openings = new Set<string>();
  // Keys are digests, so that the time of a lookup reveals nothing about a secret.
  const sessions = new Map<string, Set<() => void>>();
  const addresses = new Map<string, number>();
  function newSecret(): string {
    return Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url');
  }
  function openSession(): string {
    const session = newSecret();
    sessions.set(digest(session), new Set());
    return session;
  }
  return {
    token,
    createOpeningToken: () => {
      const opening = newSecret();
      openings.add(digest(opening));
      return opening;
    },
    exchange: (candidate) => (isEqual(token, candidate) || openings.delete(digest(candidate)) ? openSession() : null),
    isSession: (secret) => secret !== undefined && sessions.has(digest(secret)),
    onEnd: (secret, listener) => {
      const listeners = sessions.get(digest(secret));
      listeners?.add(listener);
      return () => listeners?.delete(listener);
    },
    end: (secret) => {
      const listeners = sessions.get(digest(secret)) ?? [];
      sessions.delete(digest(secret));
      for (const listener of listeners) listener();
    },
    createAddress: (address) => {
      const now = monotonic();
      for (const [old, until] of addresses) if (until < now) addresses.delete(old);
      const once = `${address}${address.includes('?') ? '&' : '?'}once=${newSecret()}`;
      addresses.set(digest(once), now + ADDRESS_LIFE_MS);
      return once;
    },
    spendAddress: (address) => {
      const until = addresses.get(digest(address));
      addresses.delete(digest(address));
      return until !== undefined && monotonic() <= until;
    },
  };
}

/** Compares digests, so that neither timing nor length reveals how close a guess was. */
function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
