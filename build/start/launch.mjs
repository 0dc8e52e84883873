/**
 * Gets a command to its bundle in one process: nothing is installed, built or compiled twice, so a command answers at once. Runs under any
 * Node until the packages are there.
 */

import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleFolder, markUsed } from './bundles.mjs';
import { ensurePackages, fail, isOwnNodeEnough, projectNode } from './packages.mjs';

/** @typedef {import('./bundles.mjs').Part} Part */

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const PARENT_CHECK_MS = 500;

/**
 * The folders of the bundles that a command needs, built if they are not up to date.
 * @param {readonly Part[]} parts `node` among them
 * @returns {Promise<Partial<Record<Part, string>> | null>} null when the command runs in another process, under the Node of the packages
 */
export async function launch(parts) {
  const installed = await ensurePackages();
  if (installed || !isOwnNodeEnough()) {
    const program = projectNode();
    if (program !== null) return await runAgain(program);
  }
  const folders = await upToDate(parts);
  const cache = path.join(folders.node ?? '', 'compiled');
  module.enableCompileCache?.(cache);
  // Helper processes keep their compiled code there, too.
  process.env.NODE_COMPILE_CACHE ??= cache;
  for (const folder of Object.values(folders)) markUsed(folder);
  return folders;
}

/**
 * @param {readonly Part[]} parts
 * @returns {Promise<Partial<Record<Part, string>>>}
 */
async function upToDate(parts) {
  const folders = Object.fromEntries(parts.map((part) => [part, bundleFolder(ROOT, part)]));
  if (Object.values(folders).every((folder) => existsSync(folder))) return folders;
  const { buildParts } = await import('../build.ts');
  try {
    return (await buildParts(parts)).folders;
  } catch (failure) {
    return fail(failure instanceof Error ? failure.message : String(failure));
  }
}

/**
 * Runs this command under another Node, and ends as it ends.
 * @param {string} program
 * @returns {Promise<null>}
 */
async function runAgain(program) {
  const { spawn } = await import('node:child_process');
  const child = spawn(program, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  // npm may be killed without a signal for us; the child sees only this process.
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), PARENT_CHECK_MS).unref();
  child.once('error', (failure) => fail(`${program} didn’t start: ${failure.message}`));
  child.once('exit', (code) => {
    clearInterval(watch);
    process.exitCode = code ?? 1;
  });
  return null;
}
