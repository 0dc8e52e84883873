/** Finds the connection or API key that an argument names. What fits several, or none, is refused with what there is. */

import { sameService } from '../../core/api/addresses.ts';
import { UsageError } from './exit-status.ts';
import { nearest } from './nearest.ts';
import { USAGE } from './strings/usage.ts';

interface Connection {
  readonly id: string;
  readonly name: string;
  /** Null for the built-in one. */
  readonly baseUrl: string | null;
}

/** By id, by a name that only one has, or by its address; upper and lower case count only where names differ in nothing else. @throws UsageError */
export function namedConnection<One extends Connection>(all: readonly One[], wanted: string): One {
  const isCalled = (name: string) => name.toLowerCase() === wanted.toLowerCase();
  const fitting = [
    all.filter(({ id }) => id === wanted),
    all.filter(({ name }) => name === wanted),
    all.filter(({ name }) => isCalled(name)),
    all.filter(({ baseUrl }) => baseUrl !== null && sameService(baseUrl, wanted)),
  ].find((some) => some.length > 0);
  const [found, ...others] = fitting ?? [];
  if (found === undefined) throw unknownName(USAGE.connectionUnknown, wanted, all);
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id, baseUrl }) => `${id} (${baseUrl ?? USAGE.builtIn})`);
  throw new UsageError(USAGE.connectionAmbiguous(wanted, ids.length, ids.join(', ')));
}

/** With the nearest name, if there is one. @param words of the refusal */
export function unknownName(
  words: (wanted: string, names: readonly string[]) => string,
  wanted: string,
  known: readonly { readonly name: string }[],
): UsageError {
  const names = known.map(({ name }) => name);
  const near = nearest(wanted, names);
  const meant = near === null ? '' : ` ${USAGE.didYouMean(near)}`;
  return new UsageError(`${words(wanted, names)}${meant}`);
}

interface Key {
  readonly keyId: string;
  readonly label: string;
  readonly keyPrefix: string;
  readonly status: string;
}

/** Shorter beginnings say too little. */
const SHORTEST_PREFIX = 4;

/**
 * By id, or by a label or the beginning of a prefix that only one key has; keys that were revoked are named by id alone.
 * @returns null for none
 * @throws UsageError for several, and for a secret, which it doesn't repeat
 */
export function namedKey<One extends Key>(keys: readonly One[], wanted: string): One | null {
  const meant = keys.find(({ keyId }) => keyId === wanted);
  if (meant !== undefined) return meant;
  const present = keys.filter(({ status }) => status !== 'revoked');
  // A service may give no prefix: every word begins with nothing.
  const isSecret = ({ keyPrefix }: Key) =>
    keyPrefix.length >= SHORTEST_PREFIX && wanted.length > keyPrefix.length && wanted.startsWith(keyPrefix);
  const leaked = keys.find(isSecret);
  if (leaked !== undefined) throw new UsageError(USAGE.keyNotSecret(leaked.keyId));
  const labelled = present.filter(({ label }) => label === wanted);
  const begun = present.filter(({ keyPrefix }) => wanted.length >= SHORTEST_PREFIX && keyPrefix.startsWith(wanted));
  const [found, ...others] = labelled.length > 0 ? labelled : begun;
  if (found === undefined || others.length === 0) return found ?? null;
  throw new UsageError(USAGE.keyAmbiguous(wanted, others.length + 1, listed([found, ...others])));
}

/** @throws UsageError with the keys that there are */
export function refuseUnknownKey(keys: readonly Key[], wanted: string): never {
  throw new UsageError(USAGE.keyUnknown(wanted, listed(keys.filter(({ status }) => status !== 'revoked'))));
}

function listed(keys: readonly Key[]): string {
  return keys
    .map(({ keyId, keyPrefix, label }) => {
      const facts = [label, keyPrefix === '' ? '' : `${keyPrefix}…`].filter((one) => one !== '').join(', ');
      return facts === '' ? keyId : `${keyId} (${facts})`;
    })
    .join(', ');
}
