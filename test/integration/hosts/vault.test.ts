import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createMemoryVault, readKey, type Vault } from '../../../electron/core/vault/vault.ts';
import { type Keychain, openHostVault } from '../../../electron/hosts/common/vault/host-vault.ts';
import { silentLog } from '../../../electron/platform/log.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../harness/desk/open-test-desk.ts';
import { scriptedService } from '../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../harness/remote/scripted-service.ts';

const NO_MODES = 'file modes mean nothing on Windows';
let folder: string;
let file: string;
beforeEach(() => {
  folder = path.join(temporaryFolder('vault'), 'keys');
  file = path.join(folder, 'keys.json');
});

/** A keychain that is there or not, and that can be locked. */
function keychain(state: { there: boolean; locked: boolean } = { there: true, locked: false }) {
  const names = new Set<string>();
  const inner = createMemoryVault();
  const guarded = async <Result>(work: Promise<Result>): Promise<Result> => {
    if (state.locked) throw new CleartakeError('keyStoreLocked');
    return await work;
  };
  const store: Vault = {
    kind: 'keychain',
    sentence: 'In the keychain.',
    has: (name) => inner.has(name),
    get: (name) => guarded(inner.get(name)),
    set: (name, secret) => {
      if (!state.locked) names.add(name);
      return guarded(inner.set(name, secret));
    },
    delete: (name) => {
      if (!state.locked) names.delete(name);
      return guarded(inner.delete(name));
    },
  };
  const port: Keychain = {
    open: async () => (state.there ? store : { missing: 'none' }),
    has: async (name) => names.has(name),
  };
  return { state, store, port };
}

const without = keychain({ there: false, locked: false }).port;
const open = (chain: Keychain = without) => openHostVault(chain, file, silentLog);
const modeOf = (place: string) => statSync(place).mode & 0o777;

test('without a protected store keys are in memory, and nothing is written', async () => {
  const vault = await open();
  await vault.set('one', 'first-secret');
  expect(await vault.get('one')).toBe('first-secret');
  expect(vault).toMatchObject({
    kind: 'memory',
    sentence: expect.stringContaining('asks for the key each time it starts'),
  });
  expect(existsSync(folder)).toBe(false);
  expect(await (await open()).get('one')).toBeNull();
});

test('a file holds a key only when that was chosen, for its owner alone, and with a plain warning', async () => {
  const vault = await open();
  await vault.set('one', 'first-secret', 'file');
  await vault.set('two', 'second-secret');
  expect(vault).toMatchObject({ kind: 'file', sentence: expect.stringContaining('unencrypted') });
  expect(readFileSync(file, 'utf8')).not.toContain('second-secret');
  if (process.platform !== 'win32') expect([modeOf(folder), modeOf(file)]).toEqual([0o700, 0o600]);
  const later = await open();
  expect([await later.get('one'), await later.get('two'), later.kind]).toEqual(['first-secret', null, 'file']);
});

test('a key that is replaced or deleted is gone from the file, and the last one takes the file along', async () => {
  const vault = await open();
  await vault.set('one', 'first-secret', 'file');
  await vault.set('one', 'later-secret');
  expect(readFileSync(file, 'utf8')).toMatch(/later-secret/);
  expect(readFileSync(file, 'utf8')).not.toContain('first-secret');
  await vault.set('two', 'second-secret', 'file');
  await vault.set('one', 'third-secret', 'memory');
  expect(readFileSync(file, 'utf8')).not.toMatch(/later-secret|third-secret/);
  await vault.delete('two');
  expect(readdirSync(folder)).toEqual([]);
  expect(vault.kind).toBe('memory');
  expect(await vault.get('one')).toBe('third-secret');
  await vault.delete('one');
  expect(await vault.get('one')).toBeNull();
});

test('many at once: none is lost', async () => {
  const vault = await open();
  const names = Array.from({ length: 20 }, (_, index) => `name-${index}`);
  await Promise.all(names.map((name) => vault.set(name, `secret of ${name}`, 'file')));
  const later = await open();
  expect(await Promise.all(names.map((name) => later.get(name)))).toEqual(names.map((name) => `secret of ${name}`));
});

test.each([
  ['a file that others can read', () => chmodSync(file, 0o644)],
  ['a folder that others can look into', () => chmodSync(folder, 0o755)],
  [
    'a link in place of the file',
    () => {
      writeFileSync(path.join(folder, 'elsewhere'), readFileSync(file), { mode: 0o600 });
      symlinkSync(path.join(folder, 'elsewhere'), `${file}.link`);
      // Renamed over the file, as somebody who wants to redirect it would do.
      writeFileSync(file, '');
      renameSync(`${file}.link`, file);
    },
  ],
  ['a damaged file', () => writeFileSync(file, '{"one":')],
])('%s is refused with what to do, and left as it is', async (_what, spoil) => {
  if (process.platform === 'win32') return;
  await (await open()).set('one', 'first-secret', 'file');
  spoil();
  const before = readFileSync(file, 'utf8');
  const vault = await open();
  for (const call of [vault.get('one'), vault.set('one', 'x-secret', 'file'), vault.delete('one')]) {
    await expect(call).rejects.toMatchObject({ code: 'keyFileUnsafe', retryable: false });
    await expect(call).rejects.toMatchObject({ userMessage: expect.stringMatching(/key.*(chmod|Delete it)/) });
  }
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a link in place of the folder is not followed', async ({ skip }) => {
  skip(process.platform === 'win32', NO_MODES);
  const elsewhere = path.join(path.dirname(folder), 'elsewhere');
  mkdirSync(elsewhere, { mode: 0o700 });
  symlinkSync(elsewhere, folder);
  await expect((await open()).set('one', 'first-secret', 'file')).rejects.toMatchObject({ code: 'keyFileUnsafe' });
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('a temporary file that somebody laid out as a link is not written through', async ({ skip }) => {
  skip(process.platform === 'win32', NO_MODES);
  const target = path.join(path.dirname(folder), 'target');
  writeFileSync(target, 'before');
  mkdirSync(folder, { mode: 0o700 });
  symlinkSync(target, `${file}.part`);
  await (await open()).set('one', 'first-secret', 'file');
  expect(readFileSync(target, 'utf8')).toBe('before');
});

test('when a protected store appears, keys move there from the file', async () => {
  await (await open()).set('one', 'first-secret', 'file');
  const { port, state, store } = keychain();
  const vault = await open(port);
  expect(vault.kind).toBe('keychain');
  expect(await vault.get('one')).toBe('first-secret');
  expect(await store.get('one')).toBe('first-secret');
  expect(readdirSync(folder)).toEqual([]);
  state.there = false;
  expect(await vault.get('one')).toBe('first-secret');
});

test('a key that cannot be moved stays where it was and works', async () => {
  await (await open()).set('one', 'first-secret', 'file');
  const { port } = keychain({ there: true, locked: true });
  expect(await (await open(port)).get('one')).toBe('first-secret');
  expect(readFileSync(file, 'utf8')).toContain('first-secret');
});

test('with a protected store a key goes there, whatever was chosen, and an older one leaves the file', async () => {
  await (await open()).set('one', 'first-secret', 'file');
  const { port, store } = keychain();
  await (await open(port)).set('one', 'later-secret', 'file');
  expect(await store.get('one')).toBe('later-secret');
  expect(readdirSync(folder)).toEqual([]);
});

test('a key in a store that does not open is not "no key": it is asked for again once it opens', async () => {
  const { port, state } = keychain();
  await (await open(port)).set('one', 'first-secret');
  state.there = false;
  const vault = await open(port);
  await expect(vault.get('one')).rejects.toMatchObject({ code: 'keyStoreLocked', retryable: true });
  await expect(vault.delete('one')).rejects.toMatchObject({ code: 'keyStoreLocked' });
  expect([await vault.has('one'), await vault.has('two')]).toEqual([true, false]);
  expect(await vault.get('two')).toBeNull();
  state.there = true;
  expect(await vault.get('one')).toBe('first-secret');
  await vault.delete('one');
  expect(await (await open(port)).get('one')).toBeNull();
});

test('a recording waits while the key store is locked, and goes on by itself when it opens', {
  tags: 'long',
}, async () => {
  const service = await scriptedService();
  const folder = temporaryFolder('vault');
  const { port, state } = keychain();
  const { client } = openTestDesk(path.join(folder, 'data'), {}, { vault: await open(port) });
  const prices = { 'service-2': null, 'service-3.5': null };
  const details = { name: 'Vendor', baseUrl: service.baseUrl, headerStyle: 'bearer' as const, prices };
  const { id: connectionId } = await client.connections.add({ ...details, key: SCRIPTED_KEY });
  state.locked = true;
  const source = path.join(folder, 'tone.wav');
  writeTone(source, { seconds: 1 });
  const preset = presetFor(['service-2'], folder);
  const report = await client.queue.add({ paths: [source], preset, start: true, connectionId });
  const jobId = report.jobIds[0] ?? '';
  const locked = (job: JobView) => job.state.kind === 'waiting' && job.state.reason.code === 'keyStoreLocked';
  await waitForJob(client, jobId, locked);
  expect((await client.connections.list()).connections).toMatchObject([{}, { hasKey: true }]);
  await expect(client.connections.remove({ connectionId })).rejects.toMatchObject({ code: 'REFUSED' });
  state.locked = false;
  await waitForJob(client, jobId, (job) => job.state.kind === 'done');
});

test('a key is taken without the space around it, and what no header can carry is refused', () => {
  expect(readKey('  key with spaces inside\n')).toBe('key with spaces inside');
  for (const text of ['', ' \n', 'two\nlines', 'nul\0', 'клю́ч', '🔑'])
    expect(() => readKey(text)).toThrow(expect.objectContaining({ code: 'keyRefused' }));
});
