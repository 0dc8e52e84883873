/**
 * Where bundles are, and whether they are up to date. A bundle's folder is named after what went into it, and gets this name only when it
 * is complete: one that is there is neither stale nor half made, and building never changes what another program runs from.
 */

import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stampOf } from './input-stamp.mjs';
import { isAlive } from './is-alive.mjs';

/** @typedef {'renderer' | 'main' | 'preload' | 'node'} Part */

/**
 * What each part reads. The lock file stands for all packages.
 * @type {Readonly<Record<Part, readonly string[]>>}
 */
const INPUTS = {
  renderer: ['renderer', 'shared', 'build/bundle/renderer.config.ts', 'package-lock.json'],
  main: ['electron', 'shared', 'build/bundle', 'package.json', 'package-lock.json'],
  preload: ['electron/hosts/desktop', 'shared', 'build/bundle/preload.config.ts', 'package-lock.json'],
  node: ['electron', 'shared', 'build/bundle', 'build/start', 'build/start.ts', 'package.json', 'package-lock.json'],
};

/** A bundle that nobody ran for this long is deleted. */
const UNUSED_MS = 24 * 60 * 60 * 1000;

/**
 * The folder of a part as the sources are now, whether it is there or not.
 * @param {string} root absolute path of the checkout
 * @param {Part} part
 * @returns {string}
 */
export function bundleFolder(root, part) {
  return path.join(buildsFolder(root), `${part}-${stampOf(root, INPUTS[part])}`);
}

/**
 * Two levels below the checkout, as deep as the folders of the sources that look for the checkout's root.
 * @param {string} root
 */
export function buildsFolder(root) {
  return path.join(root, 'out/builds');
}

/** @param {string} bundle */
function usersFolder(bundle) {
  return `${bundle}.users`;
}

/**
 * Notes that this process runs from a bundle, until it ends.
 * @param {string} bundle
 */
export function markUsed(bundle) {
  const mark = path.join(usersFolder(bundle), String(process.pid));
  try {
    mkdirSync(usersFolder(bundle), { recursive: true });
    writeFileSync(mark, '');
    process.once('exit', () => rmSync(mark, { force: true }));
  } catch {
    // A checkout that can't be written to isn't built anew either.
  }
}

/**
 * Deletes the bundles of a part that no process runs from and none ran from for a day.
 * @param {string} kept the folder that stays
 * @param {Part} part
 * @param {number} now milliseconds since the epoch
 */
export function removeUnused(kept, part, now) {
  const folder = path.dirname(kept);
  for (const name of readdirSync(folder)) {
    const bundle = path.join(folder, name.replace(/\.users$/, ''));
    if (!name.startsWith(`${part}-`) || bundle === kept || isUsed(bundle, now)) continue;
    rmSync(bundle, { recursive: true, force: true });
    rmSync(usersFolder(bundle), { recursive: true, force: true });
  }
}

/**
 * @param {string} bundle
 * @param {number} now
 */
function isUsed(bundle, now) {
  const users = usersFolder(bundle);
  // The folder of marks changes with every start and end; without one, nobody ever ran the bundle.
  const last = statSync(existsSync(users) ? users : bundle, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return now - last < UNUSED_MS || (existsSync(users) && readdirSync(users).some((pid) => isAlive(Number(pid))));
}
