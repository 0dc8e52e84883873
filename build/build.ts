/** Bundles the desk with Vite: only the parts that changed since the last build. */

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildsFolder, bundleFolder, removeUnused } from './start/bundles.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const STAMPS = path.join(ROOT, 'out/stamps');

/** `node`: the command line, the browser host and their helper processes. The others make up the desktop. */
export type Part = 'renderer' | 'main' | 'preload' | 'node';
export const PARTS: readonly Part[] = ['renderer', 'main', 'preload', 'node'];

/**
 * Bundles the parts whose inputs changed, in parallel, each into a folder of its own. Vite's output goes to standard error.
 * @returns the folder of each part, and which of them were bundled
 * @throws Error naming the parts that failed; nothing is left of them, so that the next call tries again
 */
export async function buildParts(
  parts: readonly Part[],
  force = false,
): Promise<{ readonly folders: Readonly<Partial<Record<Part, string>>>; readonly built: readonly Part[] }> {
  const built: Part[] = [];
  const failed: Part[] = [];
  // Named before the build, so that a change during the build counts the next time.
  const folders = Object.fromEntries(parts.map((part) => [part, bundleFolder(ROOT, part)]));
  await Promise.all(
    parts.map(async (part) => {
      const folder = folders[part] ?? '';
      if (existsSync(folder) && !force) return;
      ((await bundle(part, folder, force)) ? built : failed).push(part);
    }),
  );
  if (failed.length > 0) throw new Error(`Bundling failed: ${failed.join(', ')}`);
  return { folders, built };
}

/** Bundles what changed, and copies the parts of the desktop to `out/main`, `out/preload` and `out/renderer`, where Electron finds them. */
export async function ensureBuilt(parts: readonly Part[], force = false): Promise<readonly Part[]> {
  const { folders, built } = await buildParts(parts, force);
  for (const part of parts) if (part !== 'node') publish(part, folders[part] ?? '', force);
  return built;
}

/** @returns whether it succeeded. Another program may build the same at the same time: the first that is done wins. */
async function bundle(part: Part, folder: string, force: boolean): Promise<boolean> {
  const unfinished = path.join(buildsFolder(ROOT), `${part}-unfinished-${process.pid}`);
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const config = ['--config', `build/bundle/${part}.config.ts`];
  const output = ['--outDir', unfinished, '--emptyOutDir', '--logLevel', 'warn'];
  const child = spawn(process.execPath, [vite, 'build', ...config, ...output], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  const succeeded = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
  if (succeeded) replace(folder, unfinished, force);
  rmSync(unfinished, { recursive: true, force: true });
  if (succeeded) removeUnused(folder, part, Date.now());
  return succeeded;
}

/** Electron finds the desktop's parts in places that don't change. */
function publish(part: Part, folder: string, force: boolean): void {
  const place = path.join(ROOT, 'out', part);
  const stamp = path.join(STAMPS, part);
  const name = path.basename(folder);
  if (!force && existsSync(place) && existsSync(stamp) && readFileSync(stamp, 'utf8') === name) return;
  const copy = `${place}-new-${process.pid}`;
  cpSync(folder, copy, { recursive: true });
  rmSync(stamp, { force: true });
  replace(place, copy, true);
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stamp, name);
}

/**
 * Gives a complete folder its name. What has the name already goes first, if it should, and stays until then.
 * @throws Error when there is no folder of this name in the end
 */
function replace(place: string, complete: string, always: boolean): void {
  const earlier = `${place}-old-${process.pid}`;
  try {
    if (always && existsSync(place)) renameSync(place, earlier);
    renameSync(complete, place);
  } catch (failure) {
    // Another program was faster, with the same inputs.
    if (!existsSync(place)) throw failure;
    rmSync(complete, { recursive: true, force: true });
  }
  rmSync(earlier, { recursive: true, force: true });
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
