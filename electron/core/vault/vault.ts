/** The port to the storage of secrets, and what seals small secrets with an API key. Only the core reads them; no call of the contract returns one. */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { CONNECTION, VAULT } from '../strings.ts';

const CIPHER = 'aes-256-gcm';

const SEALING_KEY_BYTES = 32;

const NONCE_BYTES = 12;

const TAG_BYTES = 16;

const SEALING_PURPOSE = 'cleartake upload address 1';

/** Where a key is kept when there is no protected store: in memory until the program ends, or in a file that only its owner can read. */
export type KeepIn = 'memory' | 'file';

/** Or where the key of another name is, for what must last as long as that. */
export type Keep = KeepIn | { readonly beside: string };

export interface Vault {
  /** `keychain`: the operating system protects it. `file`: readable only by its owner, not encrypted. `memory`: lost when the program ends. */
  readonly kind: 'keychain' | 'file' | 'memory';
  /** One honest sentence for the person about how keys are kept here. */
  readonly sentence: string;
  /** Whether there is a key of this name, even if it cannot be read now. Changes nothing, so that programs that only read may call it. */
  has(name: string): Promise<boolean>;
  /** @throws CleartakeError keyStoreLocked when there is a key that cannot be read now; keyFileUnsafe */
  get(name: string): Promise<string | null>;
  /**
   * @param keep for systems without a protected store; by default a key stays where it was, and a new one goes to memory
   * @throws CleartakeError keyStoreLocked, keyFileUnsafe; then nothing has changed
   */
  set(name: string, secret: string, keep?: Keep): Promise<void>;
  /** Deletes the key wherever it is. @throws CleartakeError keyStoreLocked, keyFileUnsafe */
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

/** A header value (RFC 9110, section 5.5) without whitespace at its ends, which would be lost. */
const SENDABLE = /^[\x21-\x7e\xa0-\xff]([\x20-\x7e\xa0-\xff]*[\x21-\x7e\xa0-\xff])?$/;

/**
 * Trims a key that was typed or pasted.
 * @throws CleartakeError keyRefused for text that no header can carry, before anything is sent or stored
 */
export function readKey(text: string): string {
  const key = text.trim();
  if (SENDABLE.test(key)) return key;
  throw new CleartakeError('keyRefused', {
    detail: 'a key that no header can carry',
    parts: CONNECTION.notAKey,
  });
}

/**
 * The store may keep what is sealed: without the key nobody can use it.
 * @param key the connection's API key
 * @param salt derives a separate key, for example the id of the job that the text belongs to
 * @returns base64 of nonce, ciphertext and tag
 */
export function seal(key: string, salt: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(key, salt), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** @returns null when the text was sealed with another key or salt, or is damaged */
export function unseal(key: string, salt: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, sealingKey(key, salt), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function sealingKey(key: string, salt: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, salt, SEALING_PURPOSE, SEALING_KEY_BYTES));
}
