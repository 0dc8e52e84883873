/** How a run of the stand-in is set up, from the environment of its process. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Names of the variables. */
export const SHIM_VARIABLES = {
  /** What `safeStorage.getSelectedStorageBackend` says. */
  keyring: 'CLEARTAKE_SHIM_KEYRING',
  /** Folder for Chromium's profile, which nothing that is tested depends on. */
  profile: 'CLEARTAKE_SHIM_PROFILE',
  /** `granted`: the single-instance lock is had even while another holds it, as for another kind of program. */
  instance: 'CLEARTAKE_SHIM_INSTANCE',
  /** Names of FAULTS, with commas between. */
  faults: 'CLEARTAKE_SHIM_FAULTS',
} as const;

/** What goes wrong with real systems, and is shown here when it is asked for. */
export const FAULTS = {
  /** `ready-to-show` never comes, as under Wayland. */
  neverReady: 'never-ready',
  /** Neither does `did-finish-load`: a part of the page never arrives. */
  neverLoaded: 'never-loaded',
  /** The first time that a window is shown, nothing appears. */
  lostShow: 'lost-show',
  /** The first load fails. */
  firstLoad: 'first-load',
  /** The key store is named, but its key is the fixed one. */
  fixedKey: 'fixed-key',
} as const;

export function hasFault(name: (typeof FAULTS)[keyof typeof FAULTS]): boolean {
  return process.env[SHIM_VARIABLES.faults]?.split(',').includes(name) ?? false;
}

export const KEYRING = process.env[SHIM_VARIABLES.keyring] ?? 'gnome_libsecret';
export const INSTANCE_GRANTED = process.env[SHIM_VARIABLES.instance] === 'granted';

/** On standard error, before the words with which the app is to be started again once it has ended. */
export const RELAUNCH = '[relaunch] ';

let profile: string | null = null;

/** The same for the whole run. */
export function profileDirectory(): string {
  profile ??= process.env[SHIM_VARIABLES.profile] ?? newProfileDirectory();
  return profile;
}

export function newProfileDirectory(): string {
  return mkdtempSync(path.join(tmpdir(), 'cleartake-shim-'));
}

/** The packed archive that the main process lies in, or null when it was not packed. */
export const ARCHIVE = /^(.*\.asar)[\\/]/.exec(path.resolve(process.argv[2] ?? ''))?.[1] ?? null;

/** The module that lets a process or a thread read in an archive, for `--import`. @param copies folder for what the system must open */
export function asarSupport(archive: string, copies: string): string {
  const module = pathToFileURL(path.join(import.meta.dirname, 'asar/support.ts'));
  module.searchParams.set('archive', archive);
  module.searchParams.set('copies', copies);
  return module.href;
}

/** That of this run, or null when nothing is packed. */
export function ownAsarSupport(): string | null {
  return ARCHIVE === null ? null : asarSupport(ARCHIVE, path.join(profileDirectory(), 'asar'));
}
