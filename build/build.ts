/** Bundles the desk (renderer, main, preload) with Vite: only the parts that changed since the last build. */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stampOf } from './start/input-stamp.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const STAMPS = path.join(ROOT, 'out/stamps');

export type Part = 'renderer' | 'main' | 'preload';
export const PARTS: readonly Part[] = ['renderer', 'main', 'preload'];

/** What each part reads. The lock file stands for all packages. */
const INPUTS: Readonly<Record<Part, readonly string[]>> = {
  renderer: ['renderer', 'shared', 'build/vite.renderer.config.ts', 'package-lock.json'],
  main: ['electron', 'shared', 'build/vite.main.config.ts', 'package.json', 'package-lock.json'],
  preload: ['electron/hosts/desktop', 'shared', 'build/vite.preload.config.ts', 'package-lock.json'],
};

/**
 * Bundles the parts whose inputs changed, in parallel. Vite's output goes to standard error.
 * @returns the parts that were bundled
 * @throws Error naming the parts that failed; their stamps are deleted, so that the next call tries again
 */
export async function ensureBuilt(parts: readonly Part[], force = false): Promise<readonly Part[]> {
  const stale = parts.filter((part) => force || !isFresh(part));
  const failed: Part[] = [];
  await Promise.all(
    stale.map(async (part) => {
      if (!(await bundle(part))) failed.push(part);
    }),
  );
  if (failed.length > 0) throw new Error(`Bundling failed: ${failed.join(', ')}`);
  return stale;
}

function isFresh(part: Part): boolean {
  if (!existsSync(path.join(ROOT, 'out', part))) return false;
  const stamp = path.join(STAMPS, part);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(ROOT, INPUTS[part]);
}

async function bundle(part: Part): Promise<boolean> {
  // Taken before the build, so that a change during the build counts the next time.
  const stamp = stampOf(ROOT, INPUTS[part]);
  mkdirSync(STAMPS, { recursive: true });
  rmSync(path.join(STAMPS, part), { force: true });
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', `build/vite.${part}.config.ts`, '--logLevel', 'warn'];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  const succeeded = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
  if (succeeded) writeFileSync(path.join(STAMPS, part), stamp);
  return succeeded;
}

if (import.meta.main) {
  try {
    const built = await ensureBuilt(PARTS, process.argv.includes('--force'));
    console.error(built.length === 0 ? 'Everything is up to date.' : `Bundled: ${built.join(', ')}.`);
  } catch (failure) {
    console.error(failure instanceof Error ? failure.message : String(failure));
    process.exitCode = 1;
  }
}
