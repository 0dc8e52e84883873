/** Whether the real Electron can run here, and if not, why. */

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGE = path.resolve(import.meta.dirname, '../../node_modules/electron');

/** Null when it can. */
export function whyNoElectron(): string | null {
  if (electronProgram() === null) return "Electron's program is not there: `npm start -- --host desktop` fetches it";
  if (process.platform !== 'linux') return null;
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'this machine has no display';
  return process.getuid?.() === 0 ? "Chromium's sandbox does not start for the root user" : null;
}

/** Absolute path of the program that the package fetched, or null. */
export function electronProgram(): string | null {
  try {
    const program = path.join(PACKAGE, 'dist', readFileSync(path.join(PACKAGE, 'path.txt'), 'utf8').trim());
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}
