/** Finds the connection or API key that an argument names. What fits several, or none, is refused with what there is. */

import { sameService } from '../../../core/api/addresses.ts';
import { UsageError } from '../exit-status.ts';

/** More typing errors than these in a name of that length are another name. */
const mostErrors = (length: number) => Math.max(1, Math.floor(length / 3));

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
  if (found === undefined) throw unknownName(unknownConnection, wanted, all);
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id, baseUrl }) => `${id} (${baseUrl ?? 'built in'})`);
  throw new UsageError(`There are ${ids.length} connections called “${wanted}”. Use the id of one: ${ids.join(', ')}.`);
}

export function unknownConnection(name: string, names: readonly string[]): string {
  return names.length === 0
    ? `There is no connection called “${name}”. Add one with \`cleartake connections add\`.`
    : `There is no connection called “${name}”. Connections: ${names.join(', ')}.`;
}

/** With the nearest name, if there is one. @param words of the refusal */
export function unknownName(
  words: (wanted: string, names: readonly string[]) => string,
  wanted: string,
  known: readonly { readonly name: string }[],
): UsageError {
  const names = known.map(({ name }) => name);
  const near = nearest(wanted, names);
  const meant = near === null ? '' : ` ${`Did you mean “${near}”?`}`;
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
  if (leaked !== undefined)
    throw new UsageError(
      `That is the key’s secret, which others can read in a command. Name the key by its id, ${leaked.keyId}; if this computer has other users, rotate it.`,
    );
  const labelled = present.filter(({ label }) => label === wanted);
  const begun = present.filter(({ keyPrefix }) => wanted.length >= SHORTEST_PREFIX && keyPrefix.startsWith(wanted));
  const [found, ...others] = labelled.length > 0 ? labelled : begun;
  if (found === undefined || others.length === 0) return found ?? null;
  throw new UsageError(`${others.length + 1} keys fit “${wanted}”. Use the id of one: ${listed([found, ...others])}.`);
}

/** @throws UsageError with the keys that there are */
export function refuseUnknownKey(keys: readonly Key[], wanted: string): never {
  throw new UsageError(
    `The account has no key “${wanted}”. Keys: ${listed(keys.filter(({ status }) => status !== 'revoked'))}.`,
  );
}

function listed(keys: readonly Key[]): string {
  return keys
    .map(({ keyId, keyPrefix, label }) => {
      const facts = [label, keyPrefix === '' ? '' : `${keyPrefix}…`].filter((one) => one !== '').join(', ');
      return facts === '' ? keyId : `${keyId} (${facts})`;
    })
    .join(', ');
}

/** @returns null when none is near */
function nearest(wanted: string, names: readonly string[]): string | null {
  const asked = wanted.toLowerCase();
  const distances = names.map((name) => ({ name, errors: errorsBetween(asked, name.toLowerCase()) }));
  const [best] = distances.sort((one, other) => one.errors - other.errors);
  return best !== undefined && best.errors <= mostErrors(asked.length) ? best.name : null;
}

/** Characters to add, remove, replace or swap with their neighbor (optimal string alignment). */
function errorsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = at(last, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = row > 1 && column > 1 && isSwapped ? at(before, column - 2) + 1 : replaced;
      line.push(Math.min(replaced, swapped, at(last, column) + 1, at(line, column - 1) + 1));
    }
    before = last;
    last = line;
  }
  return at(last, other.length);
}

function at(line: readonly number[], column: number): number {
  return line[column] ?? Number.POSITIVE_INFINITY;
}
