/** A vault that has the same key for every connection, also for those of an earlier run. */

import { createMemoryVault, type Vault } from '../../../electron/core/vault/vault.ts';

export function oneKeyVault(key: string): Vault {
  const memory = createMemoryVault();
  // It doesn't remember which address a key was entered for.
  return { ...memory, get: async (name) => (name.endsWith('-origin') ? null : key), has: async () => true };
}
