/** How a run of the stand-in is set up, from the environment of its process. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Names of the variables. */
export const SHIM_VARIABLES = {
  /** What `safeStorage.getSelectedStorageBackend` says. */
  keyring: 'CLEARTAKE_SHIM_KEYRING',
  /** Folder for Chromium's profile, which nothing that is tested depends on. */
  profile: 'CLEARTAKE_SHIM_PROFILE',
  /** `granted`: the single-instance lock is had even while another holds it, as for another kind of program. */
  instance: 'CLEARTAKE_SHIM_INSTANCE',
} as const;

export const KEYRING = process.env[SHIM_VARIABLES.keyring] ?? 'gnome_libsecret';
export const INSTANCE_GRANTED = process.env[SHIM_VARIABLES.instance] === 'granted';

let profile: string | null = null;

/** The same for the whole run. */
export function profileDirectory(): string {
  profile ??= process.env[SHIM_VARIABLES.profile] ?? newProfileDirectory();
  return profile;
}

export function newProfileDirectory(): string {
  return mkdtempSync(path.join(tmpdir(), 'cleartake-shim-'));
}
