/** The port to where secrets rest. Only the core asks for them; nothing in the contract can read one. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import { CONNECTION, VAULT } from '../strings.ts';

/** Where a key rests that no protected store takes: until the program ends, or in a file that only its owner can read. */
export type KeepIn = 'memory' | 'file';

export interface Vault {
  /** `keychain`: the operating system protects it. `file`: readable by its owner alone, not encrypted. `memory`: gone with the program. */
  readonly kind: 'keychain' | 'file' | 'memory';
  /** One honest sentence for the person about how keys are kept here. */
  readonly sentence: string;
  /** Whether a key of this name is there, also when it cannot be read now. Changes nothing, so that readers may ask. */
  has(name: string): Promise<boolean>;
  /** @throws CleartakeError keyStoreLocked when it is there and cannot be read now; keyFileUnsafe */
  get(name: string): Promise<string | null>;
  /**
   * @param keep for where no protected store is; without it a key stays where it was, and a new one goes to memory
   * @throws CleartakeError keyStoreLocked, keyFileUnsafe; nothing is changed then
   */
  set(name: string, secret: string, keep?: KeepIn): Promise<void>;
  /** From everywhere. @throws CleartakeError keyStoreLocked, keyFileUnsafe */
  delete(name: string): Promise<void>;
}

/** Keeps secrets while the program runs. */
export function createMemoryVault(): Vault {
  const secrets = new Map<string, string>();
  return {
    kind: 'memory',
    sentence: VAULT.memory,
    has: async (name) => secrets.has(name),
    get: async (name) => secrets.get(name) ?? null,
    set: async (name, secret, keep) => {
      if (keep === 'file') throw new CleartakeError('notPossibleNow', { detail: 'keys are kept in memory alone here' });
      secrets.set(name, secret);
    },
    delete: async (name) => {
      secrets.delete(name);
    },
  };
}

/** What a header can carry (RFC 9110, section 5.5), less the spaces that are lost at its ends. */
const SENDABLE = /^[\x21-\x7e\xa0-\xff]([\x20-\x7e\xa0-\xff]*[\x21-\x7e\xa0-\xff])?$/;

/**
 * A key as it was typed or pasted, without the space around it.
 * @throws CleartakeError keyRefused for what no request could carry, before anything is sent or kept
 */
export function readKey(text: string): string {
  const key = text.trim();
  if (SENDABLE.test(key)) return key;
  throw new CleartakeError('keyRefused', {
    detail: 'a key that no header can carry',
    parts: CONNECTION.notAKey,
  });
}
