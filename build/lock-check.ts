/** Finds what `npm ci` would refuse: optional dependencies that a package names and the lock has no entry for. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface MissingPackage {
  /** Place in the tree of the package that asks, for example `node_modules/vite`. */
  readonly from: string;
  readonly name: string;
  readonly range: string;
}

const MODULES = 'node_modules/';

/** Every optional dependency that cannot be found from where it is asked for, as Node would look. */
export function missingFromLock(lock: Lock): readonly MissingPackage[] {
  return Object.entries(lock.packages).flatMap(([from, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isReachable(lock, from, name))
      .map(([name, range]) => ({ from, name, range })),
  );
}

export function readLock(root: string): Lock {
  return JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
}

function isReachable(lock: Lock, from: string, name: string): boolean {
  for (let place = from; ; place = parentOf(place)) {
    const candidate = place === '' ? `${MODULES}${name}` : `${place}/${MODULES}${name}`;
    if (Object.hasOwn(lock.packages, candidate)) return true;
    if (place === '') return false;
  }
}

/** The place that holds the `node_modules` in which a package lies. */
function parentOf(place: string): string {
  const end = place.lastIndexOf(`/${MODULES}`);
  return end < 0 ? '' : place.slice(0, end);
}

if (import.meta.main) {
  const missing = missingFromLock(readLock(path.resolve(import.meta.dirname, '..')));
  for (const { from, name, range } of missing) console.log(`${from} needs ${name}@${range}`);
  process.exitCode = missing.length === 0 ? 0 : 1;
}
