/** Finds what `npm ci` would refuse: optional dependencies without an entry in the lock file. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface MissingPackage {
  /** Path of the depending package in the tree, for example `node_modules/vite`. */
  readonly from: string;
  readonly name: string;
  readonly range: string;
}

const MODULES = 'node_modules/';

/** Every optional dependency that Node couldn't find from the package that needs it. */
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

/** The folder whose `node_modules` contains a package. */
function parentOf(place: string): string {
  const end = place.lastIndexOf(`/${MODULES}`);
  return end < 0 ? '' : place.slice(0, end);
}

if (import.meta.main) {
  const missing = missingFromLock(readLock(path.resolve(import.meta.dirname, '..')));
  for (const { from, name, range } of missing) console.log(`${from} needs ${name}@${range}`);
  process.exitCode = missing.length === 0 ? 0 : 1;
}
