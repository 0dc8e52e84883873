/** How a run of the stand-in is set up, from the environment of its process. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Names of the variables. `keyring`: what `safeStorage.getSelectedStorageBackend` says. */
export const SHIM_VARIABLES = { keyring: 'CLEARTAKE_SHIM_KEYRING' } as const;

export const KEYRING = process.env[SHIM_VARIABLES.keyring] ?? 'gnome_libsecret';

/** Chromium's profile of this run: new every time, as nothing in it is part of what is tested. */
export const PROFILE_DIRECTORY = mkdtempSync(path.join(tmpdir(), 'cleartake-shim-'));
