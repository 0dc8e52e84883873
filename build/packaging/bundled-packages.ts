/** Packages that are in the bundles already: `electron-builder.yml` leaves them out, or they would be packed twice. */

import { NATIVE } from '../bundle/node-side.ts';

export interface PackageLock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Loaded by path, so no import names it (electron/audio/dsp/web-assembly.ts). */
const LOADED_BY_PATH = ['@echogarden/pffft-wasm'];

/** Names of the packages that production installs and no bundle leaves outside, in order. */
export function bundledPackages({ packages }: PackageLock): readonly string[] {
  const names = Object.keys(packages['']?.dependencies ?? {});
  const all = reachable(packages, names);
  const outside = reachable(
    packages,
    names.filter((name) => NATIVE.includes(name) || LOADED_BY_PATH.includes(name)),
  );
  return [...all]
    .filter((place) => !outside.has(place) && place.lastIndexOf('node_modules/') === 0)
    .map((place) => place.slice('node_modules/'.length))
    .sort();
}

/** Places of these packages and all that they need, peers included: npm installs those, too. */
function reachable(packages: PackageLock['packages'], names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = names.map((name) => placeOf(packages, '', name));
  while (waiting.length > 0) {
    const place = waiting.pop();
    if (place === undefined || found.has(place)) continue;
    found.add(place);
    const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {};
    const needed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    waiting.push(...needed.map((name) => placeOf(packages, place, name)));
  }
  return found;
}

/** Where Node finds a package from another one; undefined where npm installed none, such as an optional peer. */
function placeOf(packages: PackageLock['packages'], from: string, name: string): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const candidate = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (packages[candidate] !== undefined) return candidate;
    if (place === '') return undefined;
  }
}
