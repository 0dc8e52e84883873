/** The only owner of `safeStorage`: the desktop's vault, encrypted by the operating system if that gives real protection. */

import path from 'node:path';
import { safeStorage } from 'electron';
import type { Vault } from '../../../core/vault/vault.ts';
import type { Log } from '../../../platform/log.ts';
import { openHostVault } from '../../common/vault/host-vault.ts';
import { keychainText } from '../strings.ts';
import { type Cipher, createEncryptedVault, hasSealed } from './encrypted-vault.ts';

const CIPHER: Cipher = {
  backend: () => (process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : process.platform),
  encrypt: (secret) => safeStorage.encryptStringAsync(secret),
  decrypt: async (encrypted) => {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(encrypted));
    return { secret: result, renew: shouldReEncrypt };
  },
};

/**
 * What Chromium's ciphertexts on Linux begin with when the key is the one that every Chromium has. A real store may be named all the same,
 * when it could not be reached (components/os_crypt/sync/os_crypt_linux.cc).
 */
const FIXED_KEY_PREFIX = 'v10';

/**
 * Opens the vault once the app is ready.
 * @param dataDirectory absolute; the encrypted file is `keys.json` in it
 */
export async function openKeychain(dataDirectory: string, log: Log): Promise<Vault> {
  const file = path.join(dataDirectory, 'keys.json');
  const keychain = {
    has: (name: string) => hasSealed(file, name, log),
    async open() {
      const missing = await whyUnprotected();
      if (missing !== null) return { missing };
      const sentence = keychainText(process.platform);
      return createEncryptedVault(file, CIPHER, sentence, log);
    },
  };
  return await openHostVault(keychain, path.join(dataDirectory, 'keys/keys.json'), log);
}

/** Why secrets aren't protected here; null when they are. */
async function whyUnprotected(): Promise<string | null> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'encryption is not available';
  if (process.platform !== 'linux') return null;
  // On Linux a fallback with a fixed password is always available, so availability alone proves nothing.
  const backend = safeStorage.getSelectedStorageBackend();
  if (backend === 'basic_text' || backend === 'unknown') return `the key store is ${backend}`;
  const probe = await safeStorage.encryptStringAsync('probe');
  return probe.toString('latin1').startsWith(FIXED_KEY_PREFIX) ? `${backend} gave no key of its own` : null;
}
