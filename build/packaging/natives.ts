/** Brings the native code of a target to `out/natives`, from which electron-builder packs it. */

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { builderName, nodeAvPackage, type Target, targetName } from './targets.ts';

/** Where a build of our own is looked for: `build/ffmpeg` puts it there. */
export function ownBuildFolder(root: string, target: Target): string {
  return path.join(root, 'out/ffmpeg', targetName(target), 'package');
}

/** From which `electron-builder.yml` packs: laid out as in `node_modules`. */
export function nativesFolder(root: string, target: Target): string {
  return path.join(root, 'out/natives', builderName(target));
}

/**
 * Of node-av: our own build, else the installed package, else the one that the lock file names, downloaded. better-sqlite3 brings every target's.
 * @param root of the checkout
 * @returns the absolute path of node-av's native module that will be packed
 * @throws Error when npm can't bring the package
 */
export function prepareNatives(root: string, target: Target): string {
  const folder = nativesFolder(root, target);
  rmSync(folder, { recursive: true, force: true });
  const library = `better-sqlite3/prebuilds/${targetName(target)}.node`;
  linkOrCopy(path.join(root, 'node_modules', library), path.join(folder, library));
  const name = nodeAvPackage(target);
  const sources = [ownBuildFolder(root, target), path.join(root, 'node_modules', name)];
  const source = sources.find((place) => existsSync(place)) ?? download(root, target, name);
  for (const file of readdirSync(source)) linkOrCopy(path.join(source, file), path.join(folder, name, file));
  return path.join(folder, name, 'node-av.node');
}

/** node-av has more than 100 MB, so files are copied only to another disk. */
function linkOrCopy(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** An installation of its own with this package alone, so that the checkout's packages stay those of this computer. @returns its folder */
function download(root: string, target: Target, name: string): string {
  const folder = path.join(root, 'out/downloads', targetName(target));
  const place = path.join(folder, 'node_modules', name);
  if (existsSync(path.join(place, 'node-av.node'))) return place;
  mkdirSync(folder, { recursive: true });
  const { manifest, lock } = installationOf(
    JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')),
    name,
  );
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
  const system = [`--os=${target.platform}`, `--cpu=${target.arch}`];
  const args = ['ci', ...system, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0 || !existsSync(place))
    throw new Error(`npm couldn’t install ${name}. Check the network and try again.`);
  return place;
}

interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

/**
 * Optional, because npm refuses to install another system's package that is required. The entry has the digest that npm compares.
 * @throws Error when the lock file doesn't have the package
 */
export function installationOf({ lockfileVersion, packages }: Lock, name: string): { manifest: object; lock: object } {
  const entry = packages[`node_modules/${name}`];
  if (entry?.version === undefined) throw new Error(`package-lock.json has no ${name}.`);
  const project = { name: 'natives', version: '1.0.0', optionalDependencies: { [name]: entry.version } };
  return {
    manifest: { ...project, private: true },
    lock: { ...project, lockfileVersion, requires: true, packages: { '': project, [`node_modules/${name}`]: entry } },
  };
}
