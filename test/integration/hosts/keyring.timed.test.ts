import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryVault } from '../../../electron/core/vault/vault.ts';
import { openKeyringVault } from '../../../electron/hosts/common/vault/keyring.ts';
import { trackSecrets } from '../../../electron/hosts/common/vault/secret-tracking.ts';
import { type LogFields, silentLog } from '../../../electron/platform/log.ts';

const NO_BUS = 'other systems have a keychain of their own, without a session bus';

afterEach(() => vi.unstubAllEnvs());

test('secrets that pass through a vault are told, going in and coming out', async () => {
  const inner = createMemoryVault();
  await inner.set('old', 'from-before');
  const told: string[] = [];
  const vault = trackSecrets(inner, (secret) => told.push(secret));
  await vault.set('new', 'just-typed');
  expect(await vault.get('old')).toBe('from-before');
  expect(await vault.get('absent')).toBeNull();
  expect(told).toEqual(['just-typed', 'from-before']);
  expect(vault).toMatchObject({ kind: inner.kind, sentence: inner.sentence });
});

test('without a secret service keys are kept in memory, and it says so', async ({ skip }) => {
  skip(process.platform !== 'linux', NO_BUS);
  const warnings: string[] = [];
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nowhere/bus');
  const vault = await openKeyringVault({ ...silentLog, warn: (message) => warnings.push(message) }, '/nowhere');
  expect(vault.kind).toBe('memory');
  expect(vault.sentence).toContain('no secure key storage');
  expect(warnings).toHaveLength(1);
  await vault.set('connection', 'k');
  expect(await vault.get('connection')).toBe('k');
});

test('a bus that never answers holds the start up for its timeout at most', async ({ skip }) => {
  skip(process.platform !== 'linux', NO_BUS);
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-bus-'));
  const callers: Socket[] = [];
  const bus = createServer((socket) => callers.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => bus.listen(path.join(folder, 'bus'), resolve));
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${path.join(folder, 'bus')}`);
  const reasons: unknown[] = [];
  const began = performance.now();
  const log = { ...silentLog, warn: (_message: string, fields?: LogFields) => reasons.push(fields?.reason) };
  const vault = await openKeyringVault(log, folder, 700);
  expect(performance.now() - began).toBeLessThan(1500);
  expect(vault.kind).toBe('memory');
  expect(reasons).toEqual(['no answer within 700 ms']);
  expect(callers.length).toBeGreaterThan(0);
  for (const socket of callers) socket.destroy();
  bus.close();
  rmSync(folder, { recursive: true });
});
