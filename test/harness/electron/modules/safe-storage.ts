/** `safeStorage`, its asynchronous half alone: real encryption with a key that rests beside the window's files. */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FAULTS, hasFault, KEYRING } from '../environment.ts';
import { app } from './app.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What Chromium writes before a ciphertext on Linux: whether the key is one of its own or the fixed one. */
const PREFIX = Buffer.from(hasFault(FAULTS.fixedKey) ? 'v10' : 'v11');

export const safeStorage = {
  isAsyncEncryptionAvailable: async (): Promise<boolean> => app.isReady(),
  getSelectedStorageBackend: (): string => (app.isReady() ? KEYRING : 'unknown'),
  encryptStringAsync: async (text: string): Promise<Buffer> => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key(), nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([PREFIX, nonce, cipher.getAuthTag(), body]);
  },
  decryptStringAsync: async (sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> => {
    const encrypted = sealed.subarray(PREFIX.length);
    const decipher = createDecipheriv(ALGORITHM, key(), encrypted.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = encrypted.subarray(NONCE_BYTES + TAG_BYTES);
    return {
      result: Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8'),
      shouldReEncrypt: false,
    };
  },
};

function key(): Buffer {
  const file = path.join(app.getPath('userData'), 'shim-keyring');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 });
  return readFileSync(file);
}
