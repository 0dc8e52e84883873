/** The only owner of `safeStorage`: the desktop's vault, encrypted by the operating system, or memory where it protects nothing. */

import { safeStorage } from 'electron';
import { createMemoryVault, type Vault } from '../../core/vault/vault.ts';
import type { Log } from '../../platform/log.ts';
import { type Cipher, createEncryptedVault } from './encrypted-vault.ts';

const SENTENCES: Readonly<Record<string, string>> = {
  darwin: 'Keys are kept on this Mac, encrypted with a key in the keychain.',
  win32: 'Keys are kept on this computer, encrypted with your Windows account.',
  linux: "Keys are kept on this computer, encrypted with a key in the desktop's keyring.",
};

const CIPHER: Cipher = {
  encrypt: (secret) => safeStorage.encryptStringAsync(secret),
  decrypt: async (encrypted) => {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(encrypted));
    return { secret: result, renew: shouldReEncrypt };
  },
};

/**
 * Opens the vault once the app is ready.
 * @param file absolute path of the encrypted file
 */
export async function openKeychain(file: string, log: Log): Promise<Vault> {
  const missing = await whyUnprotected();
  if (missing !== null) {
    log.warn('No protected key store: keys are kept in memory', { reason: missing });
    return createMemoryVault();
  }
  const sentence = SENTENCES[process.platform] ?? 'Keys are kept on this computer, encrypted.';
  return createEncryptedVault(file, CIPHER, sentence, log);
}

/** Null when secrets rest protected. */
async function whyUnprotected(): Promise<string | null> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'encryption is not available';
  if (process.platform !== 'linux') return null;
  // On Linux a fallback with a fixed password is always there, so that being available says nothing.
  const backend = safeStorage.getSelectedStorageBackend();
  return backend === 'basic_text' || backend === 'unknown' ? `the key store is ${backend}` : null;
}
