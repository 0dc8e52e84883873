import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Cipher, createEncryptedVault, hasSealed } from '../../../electron/hosts/desktop/vault/encrypted-vault.ts';
import { silentLog } from '../../../electron/platform/log.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-vault-'));
  file = path.join(folder, 'keys.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A keychain that can be locked, and whose key can be changed. */
function createKeychain() {
  const state = { mask: 0x5a, locked: false, renew: false, backend: 'gnome_libsecret' };
  const turn = (bytes: Uint8Array) => bytes.map((byte) => byte ^ state.mask);
  const cipher: Cipher = {
    backend: () => state.backend,
    encrypt: async (secret) => turn(Buffer.from(secret)),
    decrypt: async (encrypted) => {
      if (state.locked) throw new Error('The keychain is locked');
      return { secret: Buffer.from(turn(encrypted)).toString(), renew: state.renew };
    },
  };
  return { state, cipher };
}

function openVault(cipher: Cipher) {
  return createEncryptedVault(file, cipher, 'A sentence.', silentLog);
}

/** A vault with one secret. */
async function openHolding() {
  const keychain = createKeychain();
  const vault = openVault(keychain.cipher);
  await vault.set('one', 'first');
  return { ...keychain, vault };
}

test('secrets outlive the program and are nowhere in the file', async () => {
  const { cipher } = createKeychain();
  await openVault(cipher).set('connection:1', 'key-of-the-account');
  expect(readFileSync(file, 'utf8')).not.toContain('key-of-the-account');
  const later = openVault(cipher);
  expect(await later.get('connection:1')).toBe('key-of-the-account');
  expect(await later.get('connection:2')).toBeNull();
  expect(await later.get('constructor')).toBeNull();
  await later.delete('connection:1');
  expect(await openVault(cipher).get('connection:1')).toBeNull();
});

test('many at once: none is lost', async () => {
  const vault = openVault(createKeychain().cipher);
  const names = Array.from({ length: 20 }, (_, index) => `connection:${index}`);
  await Promise.all(names.map((name) => vault.set(name, `secret of ${name}`)));
  await Promise.all(names.slice(0, 5).map((name) => vault.delete(name)));
  const found = await Promise.all(names.map((name) => vault.get(name)));
  expect(found.filter((secret) => secret === null)).toHaveLength(5);
  expect(found.at(-1)).toBe('secret of connection:19');
});

test('what a locked keychain cannot read is kept for when it can', async () => {
  const { state, vault } = await openHolding();
  state.locked = true;
  await expect(vault.get('one')).rejects.toMatchObject({ code: 'keyStoreLocked', retryable: true });
  expect(await hasSealed(file, 'one', silentLog)).toBe(true);
  expect(await vault.get('three')).toBeNull();
  await vault.set('two', 'second');
  state.locked = false;
  expect(await vault.get('one')).toBe('first');
  expect(await vault.get('two')).toBe('second');
});

test('a keychain that does not open keeps what is there and says what to do', async () => {
  const { cipher } = createKeychain();
  await openVault(cipher).set('one', 'first');
  const shut = openVault({ ...cipher, encrypt: () => Promise.reject(new Error('The keychain is locked')) });
  await expect(shut.set('one', 'second')).rejects.toMatchObject({ code: 'keyStoreLocked' });
  expect(await shut.get('one')).toBe('first');
});

test('a changed key has its secret encrypted again', async () => {
  const { cipher, state, vault } = await openHolding();
  const before = readFileSync(file, 'utf8');
  const decrypt: Cipher['decrypt'] = async (encrypted) => {
    const read = await cipher.decrypt(encrypted);
    state.mask = 0x33;
    return { ...read, renew: true };
  };
  const renewing = openVault({ ...cipher, decrypt });
  expect(await renewing.get('one')).toBe('first');
  expect(readFileSync(file, 'utf8')).not.toBe(before);
  expect(await vault.get('one')).toBe('first');
});

test('what another key store sealed is kept, and asking for it names both', async () => {
  const { state, vault } = await openHolding();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ one: { backend: 'gnome_libsecret' } });
  Object.assign(state, { backend: 'kwallet6', locked: true });
  await expect(vault.get('one')).rejects.toMatchObject({
    code: 'keyStoreLocked',
    userMessage: expect.stringMatching(/gnome_libsecret.*kwallet6/),
  });
  Object.assign(state, { backend: 'gnome_libsecret', locked: false });
  expect(await vault.get('one')).toBe('first');
});

test('a file from before the store was named is read on', async () => {
  const { cipher } = createKeychain();
  const sealed = Buffer.from(await cipher.encrypt('first')).toString('base64');
  writeFileSync(file, JSON.stringify({ one: sealed }));
  expect(await openVault(cipher).get('one')).toBe('first');
});

test('the file is readable by its owner alone, also where it was not before', async ({ skip }) => {
  skip(process.platform === 'win32', 'modes mean nothing there');
  writeFileSync(file, '{}', { mode: 0o644 });
  await openVault(createKeychain().cipher).set('one', 'first');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each(['not JSON', '[]', '{"one":1}', ''])(
  'a damaged file (%s) counts as empty and can be written again',
  async (text) => {
    writeFileSync(file, text);
    const vault = openVault(createKeychain().cipher);
    expect(await vault.get('one')).toBeNull();
    await vault.set('one', 'first');
    expect(await vault.get('one')).toBe('first');
  },
);
