/** A vault over one file of secrets, each encrypted by a cipher that the operating system keeps the key of. */

import { readFile } from 'node:fs/promises';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { isErrno, writeFileAtomically } from '../../platform/atomic-files.ts';
import type { Log } from '../../platform/log.ts';

export interface Cipher {
  encrypt(secret: string): Promise<Uint8Array>;
  /** `renew`: the key was changed; what was stored should be encrypted again. Throws when it cannot be read now. */
  decrypt(encrypted: Uint8Array): Promise<{ readonly secret: string; readonly renew: boolean }>;
}

/** Names to encrypted secrets in base64. */
type Entries = Record<string, string>;

/**
 * Calls run one after the other, so that a write never replaces a file that another call has just changed. An entry that cannot
 * be decrypted counts as absent and is kept: the keychain may only be locked.
 */
export function createEncryptedVault(file: string, cipher: Cipher, sentence: string, log: Log): Vault {
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  }

  async function seal(entries: Entries, name: string, secret: string): Promise<void> {
    const encrypted = await encryptOrExplain(cipher, secret);
    await write(file, { ...entries, [name]: Buffer.from(encrypted).toString('base64') });
  }

  async function get(name: string): Promise<string | null> {
    const entries = await read(file, log);
    const stored = Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (stored === undefined) return null;
    try {
      const { secret, renew } = await cipher.decrypt(Buffer.from(stored, 'base64'));
      if (renew) await seal(entries, name, secret);
      return secret;
    } catch (failure) {
      log.warn('A stored key cannot be decrypted', { reason: failure instanceof Error ? failure.message : 'unknown' });
      return null;
    }
  }

  async function remove(name: string): Promise<void> {
    const { [name]: _removed, ...kept } = await read(file, log);
    await write(file, kept);
  }

  return {
    kind: 'keychain',
    sentence,
    get: (name) => inTurn(() => get(name)),
    set: (name, secret) => inTurn(async () => seal(await read(file, log), name, secret)),
    delete: (name) => inTurn(() => remove(name)),
  };
}

async function encryptOrExplain(cipher: Cipher, secret: string): Promise<Uint8Array> {
  try {
    return await cipher.encrypt(secret);
  } catch (failure) {
    throw new CleartakeError('unexpected', {
      cause: failure,
      detail: failure instanceof Error ? failure.message : String(failure),
      userMessage: "This computer's key store did not open. Nothing was changed. Unlock it, then try again.",
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
    const parsed: unknown = JSON.parse(text);
    if (isEntries(parsed)) return parsed;
  } catch {
    // Said below, like any other content that is not ours.
  }
  log.warn('The file of keys is damaged: keys are asked for again');
  return {};
}

function isEntries(value: unknown): value is Entries {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((entry) => typeof entry === 'string')
  );
}

function write(file: string, entries: Entries): Promise<void> {
  return writeFileAtomically(file, `${JSON.stringify(entries, null, 2)}\n`);
}
