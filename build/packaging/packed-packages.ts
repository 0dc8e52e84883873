/** Packages whose code is in the product, in a bundle or beside it, as the lock file has them. */

import { FOR_STUDIOS, NATIVE } from '../bundle/node-side.ts';

export interface PackageLock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Loaded by path, so no import names them (electron/audio/dsp/web-assembly.ts). */
const LOADED_BY_PATH = ['@echogarden/pffft-wasm', 'onnxruntime-web'];

/** Electron comes by itself; the window has its safeStorage instead of the keyring, and is no studio's service. */
const NOT_PACKED: readonly string[] = ['electron', '@napi-rs/keyring', ...FOR_STUDIOS];

/** Names of the packages that are packed as packages. What they depend on isn't: they need it only to be built, or in parts that are left out. */
export const PACKED_AS_PACKAGES: readonly string[] = [...NATIVE, ...LOADED_BY_PATH].filter(
  (name) => !NOT_PACKED.includes(name),
);

/** Places in the lock file (`node_modules/NAME`) of everything that the product consists of, node-av's native code left out. In order. */
export function placesInProduct({ packages }: PackageLock): readonly string[] {
  const names = Object.keys(packages['']?.dependencies ?? {}).filter((name) => !NOT_PACKED.includes(name));
  return [...reachable(packages, names)].filter((place) => !place.startsWith('node_modules/@types/')).sort();
}

/** Places of these packages and all that they need, peers included: npm installs those, too. */
function reachable(packages: PackageLock['packages'], names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = names.map((name) => placeOf(packages, '', name));
  while (waiting.length > 0) {
    const place = waiting.pop();
    if (place === undefined || found.has(place)) continue;
    found.add(place);
    if (PACKED_AS_PACKAGES.some((name) => place === `node_modules/${name}`)) continue;
    const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {};
    const needed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    const packed = needed.filter((name) => !NOT_PACKED.includes(name));
    waiting.push(...packed.map((name) => placeOf(packages, place, name)));
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
