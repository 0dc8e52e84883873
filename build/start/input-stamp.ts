/** Detects whether the inputs of a build changed: a digest of names, sizes and times, without reading any file. */

import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * A digest over files and folders (recursive) by path, size and modification time. Missing files count, too.
 * @param root absolute
 * @param inputs relative to `root`
 */
export function stampOf(root: string, inputs: readonly string[]): string {
  const digest = createHash('sha256');
  for (const file of inputs.flatMap((input) => listFiles(root, input)).sort()) {
    const stats = statSync(path.join(root, file), { throwIfNoEntry: false });
    digest.update(stats === undefined ? `${file} missing\n` : `${file} ${stats.size} ${stats.mtimeMs}\n`);
  }
  return digest.digest('hex');
}

function listFiles(root: string, input: string): string[] {
  const stats = statSync(path.join(root, input), { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) return [input];
  return readdirSync(path.join(root, input), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}
