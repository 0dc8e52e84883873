/** Entries of the operating system's keychain, and whether it responds at all. */

import { AsyncEntry, type EntryOptions } from '@napi-rs/keyring';

const SERVICE = 'Cleartake';
const PROBE = 'is-there-a-keychain';

/**
 * On Linux only the Secret Service is used. The default would be the kernel's keyring, which forgets everything at a restart.
 */
const OPTIONS: EntryOptions = { linux: { store: 'secret-service' } };

export function keychainEntry(name: string): AsyncEntry {
  return new AsyncEntry(SERVICE, name, OPTIONS);
}

/** @returns null when the keychain responds, else the reason why not */
export async function askKeychain(signal?: AbortSignal): Promise<string | null> {
  try {
    await keychainEntry(PROBE).getPassword(signal);
    return null;
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}
