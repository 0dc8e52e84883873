/** Every secret that passes through this process, so that whatever it prints or logs leaves them out. */

import type { Vault } from '../../../core/vault/vault.ts';
import { createRedactor } from '../../../platform/security/redaction.ts';

/** One for the whole process, like its streams and its log. */
export const knownSecrets = createRedactor();

/**
 * The same vault; every secret that passes through it is also given to `conceal`.
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
