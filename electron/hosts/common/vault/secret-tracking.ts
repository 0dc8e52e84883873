/** A vault that tells of its secrets, so that nothing else writes them down. */

import type { Vault } from '../../../core/vault/vault.ts';

/**
 * The same vault, telling of every secret that passes through it, so that the log can leave it out.
 * @param conceal for example `conceal` of the file log
 */
export function trackSecrets(vault: Vault, conceal: (secret: string) => void): Vault {
  return {
    get kind() {
      return vault.kind;
    },
    get sentence() {
      return vault.sentence;
    },
    has: (name) => vault.has(name),
    get: async (name) => {
      const secret = await vault.get(name);
      if (secret !== null) conceal(secret);
      return secret;
    },
    set: async (name, secret, keep) => {
      conceal(secret);
      await vault.set(name, secret, keep);
    },
    delete: (name) => vault.delete(name),
  };
}
