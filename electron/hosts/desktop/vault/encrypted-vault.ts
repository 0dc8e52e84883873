/** A vault over one file of secrets, each encrypted with a key that the operating system keeps. */

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Vault } from '../../../core/vault/vault.ts';
import { isErrno } from '../../../platform/files/file-errors.ts';
import type { Log } from '../../../platform/log.ts';
import { createTurns } from '../../../platform/time/turns.ts';
import { replaceFile } from '../../common/vault/private-file.ts';
import { sealedElsewhere } from '../strings.ts';

export interface Cipher {
  /** The key store whose key it uses now: `gnome_libsecret`, `kwallet6`, `darwin`, … Stored with each secret. */
  backend(): string;
  encrypt(secret: string): Promise<Uint8Array>;
  /** `renew`: the key changed, so the secret should be encrypted again. Throws when it can't be decrypted now. */
  decrypt(encrypted: Uint8Array): Promise<{ readonly secret: string; readonly renew: boolean }>;
}

/** Encrypted secrets in base64. Earlier versions stored the text alone, without the backend's name. */
const sealedSchema = z.union([
  z.string().transform((sealed) => ({ sealed, backend: null })),
  z.object({ sealed: z.string(), backend: z.string().nullable() }),
]);
const entriesSchema = z.record(z.string(), sealedSchema);
type Entries = z.infer<typeof entriesSchema>;

/** Whether a secret of this name is in the file, readable or not. */
export async function hasSealed(file: string, name: string, log: Log): Promise<boolean> {
  return Object.hasOwn(await read(file, log), name);
}

/**
 * Calls run one after the other, so that a write never overwrites the changes of another call. An entry that can't be decrypted now
 * is kept, and reading it throws `keyStoreLocked`: the keychain may only be locked.
 */
export function createEncryptedVault(file: string, cipher: Cipher, sentence: string, log: Log): Vault {
  const inTurn = createTurns();

  async function seal(entries: Entries, name: string, secret: string): Promise<void> {
    const encrypted = await encryptOrExplain(cipher, secret);
    const entry = { sealed: Buffer.from(encrypted).toString('base64'), backend: cipher.backend() };
    await write(file, { ...entries, [name]: entry });
  }

  async function get(name: string): Promise<string | null> {
    const entries = await read(file, log);
    const stored = Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (stored === undefined) return null;
    try {
      const { secret, renew } = await cipher.decrypt(Buffer.from(stored.sealed, 'base64'));
      if (renew) await seal(entries, name, secret);
      return secret;
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : 'unknown';
      const now = cipher.backend();
      log.warn('A stored key cannot be decrypted', { reason, sealedWith: stored.backend, now });
      const isElsewhere = stored.backend !== null && stored.backend !== now;
      throw new CleartakeError('keyStoreLocked', {
        cause: failure,
        detail: `sealed with ${stored.backend ?? 'an unknown store'}, now ${now}`,
        parts: isElsewhere ? sealedElsewhere(stored.backend, now) : undefined,
      });
    }
  }

  async function remove(name: string): Promise<void> {
    const { [name]: _removed, ...kept } = await read(file, log);
    await write(file, kept);
  }

  return {
    kind: 'keychain',
    sentence,
    has: (name) => hasSealed(file, name, log),
    get: (name) => inTurn(() => get(name)),
    set: (name, secret) => inTurn(async () => seal(await read(file, log), name, secret)),
    delete: (name) => inTurn(() => remove(name)),
  };
}

async function encryptOrExplain(cipher: Cipher, secret: string): Promise<Uint8Array> {
  try {
    return await cipher.encrypt(secret);
  } catch (failure) {
    throw new CleartakeError('keyStoreLocked', {
      cause: failure,
      detail: failure instanceof Error ? failure.message : String(failure),
    });
  }
}

async function read(file: string, log: Log): Promise<Entries> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (failure) {
    if (isErrno(failure, 'ENOENT')) return {};
    throw failure;
  }
  try {
    return entriesSchema.parse(JSON.parse(text));
  } catch {
    log.warn('The file of keys is damaged: keys are asked for again');
    return {};
  }
}

function write(file: string, entries: Entries): Promise<void> {
  return replaceFile(file, `${JSON.stringify(entries, null, 2)}\n`);
}
