/** Whether a desktop window can open here: needs a display and Electron's program, which is downloaded on first use. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DownloadEnd, type DownloadPlace, downloadElectron } from './download-electron.ts';

const REMEMBERED_MS = 60 * 60 * 1000;

/** Why there is no program after a download, as the end of a sentence. */
const WHY: Readonly<Record<Exclude<DownloadEnd, 'done'>, string>> = {
  stalled: "the download of Electron's program stalled",
  offline: "Electron's program could not be downloaded without a network",
  failed: "Electron's program could not be downloaded",
};

export interface ElectronPlace extends DownloadPlace {
  /** File that records a failed download. */
  readonly failureStamp: string;
}

/** The program, or why there is none, as the end of a sentence. */
export type ElectronProgram = { readonly program: string } | { readonly missing: string };

/**
 * Finds Electron's program, or downloads it with the package's own script.
 * @param insist try again even if a download failed within the last hour
 * @param now milliseconds since the epoch
 */
export async function findElectron(
  place: ElectronPlace,
  insist: boolean,
  now: number,
  say: (text: string) => void,
): Promise<ElectronProgram> {
  const display = whyNoWindow();
  if (display !== null) return { missing: display };
  const there = installedProgram(place);
  if (there !== null) return { program: there };
  const version = readVersion(place);
  if (!insist && failedRecently(place, version, now)) {
    return { missing: "Electron's program could not be downloaded within the last hour" };
  }
  say(`Downloading Electron ${version}, once: about 125 MB. With --host browser you can start without it.`);
  const end = await downloadElectron(place, say);
  const fetched = end === 'done' ? installedProgram(place) : null;
  if (fetched !== null) {
    rmSync(place.failureStamp, { force: true });
    return { program: fetched };
  }
  const missing = WHY[end === 'done' ? 'failed' : end];
  // A line that stalls now may work in a minute; everything else would fail the same way.
  if (end === 'stalled') return { missing };
  mkdirSync(path.dirname(place.failureStamp), { recursive: true });
  writeFileSync(place.failureStamp, JSON.stringify({ at: now, version }));
  return { missing };
}

function whyNoWindow(): string | null {
  if (process.platform !== 'linux') return null;
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'this machine has no display';
  // Chromium's sandbox doesn't start for root, and we don't turn it off.
  return process.getuid?.() === 0 ? 'a desktop window is not opened for the root user' : null;
}

/** The check that Electron's own package uses. */
function installedProgram(place: ElectronPlace): string | null {
  try {
    const name = readFileSync(path.join(place.package, 'path.txt'), 'utf8');
    const present = readFileSync(path.join(place.package, 'dist/version'), 'utf8').replace(/^v/, '');
    const program = path.join(place.package, 'dist', name);
    return present === readVersion(place) && existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

function readVersion(place: ElectronPlace): string {
  const manifest: { version: string } = JSON.parse(readFileSync(path.join(place.package, 'package.json'), 'utf8'));
  return manifest.version;
}

function failedRecently(place: ElectronPlace, version: string, now: number): boolean {
  try {
    const failure: { at: number; version: string } = JSON.parse(readFileSync(place.failureStamp, 'utf8'));
    return failure.version === version && now - failure.at < REMEMBERED_MS;
  } catch {
    return false;
  }
}
