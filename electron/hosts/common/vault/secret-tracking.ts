/** Every secret that passes through this process, so that whatever it prints or logs leaves them out. */

import { isOriginName } from '../../../core/connections/key-origin.ts';
import type { Vault } from '../../../core/vault/vault.ts';
import { createRedactor } from '../../../platform/security/redaction.ts';

/** One for the whole process, like its streams and its log. */
export const knownSecrets = createRedactor();

/**
 * The same vault; every secret that passes through it is also given to `conceal`. The origins of keys are none: a log has to name them.
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
      if (secret !== null && !isOriginName(name)) conceal(secret);
      return secret;
    },
    set: async (name, secret, keep) => {
      if (!isOriginName(name)) conceal(secret);
      await vault.set(name, secret, keep);
    },
    delete: (name) => vault.delete(name),
  };
}
