/** Encrypts small secrets of a connection with its API key, so that the store may keep them: without the key nobody can use them. */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = 'cleartake upload address 1';

/**
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
  return new Uint8Array(hkdfSync('sha256', key, salt, PURPOSE, KEY_BYTES));
}
