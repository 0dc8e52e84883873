/** The version of this checkout. Apart from the paths of a data folder, whose finding loads the database: `--help` needs none. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A bundle (`out/builds/NAME`) is as deep in the checkout as this file. */
const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Of the checkout. */
export function programVersion(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return manifest.version;
}
