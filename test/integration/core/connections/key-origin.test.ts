/** A history that is brought back may have an earlier address of a connection: keys that were entered for another one don't go there. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createConnectionKeys as keysOf } from '../../../../electron/core/connections/connection-keys.ts';
import type { ConnectionRow } from '../../../../electron/core/store/schema.ts';
import { createMemoryVault, type Vault } from '../../../../electron/core/vault/vault.ts';
import { spawnNodeHelper } from '../../../../electron/hosts/common/processes/node-helpers.ts';
import { openFallbackVault } from '../../../../electron/hosts/common/vault/fallback-vault.ts';
import { trackSecrets } from '../../../../electron/hosts/common/vault/secret-tracking.ts';
import type { SpawnHelper } from '../../../../electron/platform/processes/helper-process.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';
import { scriptedService } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';

const [FIRST_KEY, SECOND_KEY, ADMIN_KEY] = ['first-key-0123456789', 'second-key-0123456789', 'admin-key-0123456789'];

test('after going back to a backup, a service gets no key that was entered for another address', {
  tags: 'long',
}, async () => {
  const seen: { readonly at: string; readonly key: string }[] = [];
  const listeningAs = (at: string) =>
    scriptedService({
      key: null,
      reshape: ({ key }, answer) => {
        seen.push({ at, key });
        return answer;
      },
    });
  const [first, second] = [await listeningAs('first'), await listeningAs('second')];
  const data = path.join(temporaryFolder(), 'data');
  const engine = createFakeEngine();
  const spawn: SpawnHelper = (entry, env) => (entry === 'backup' ? spawnNodeHelper : engine.spawn)(entry, env);
  const ports = { spawn, vault: createMemoryVault() };

  const before = openTestDesk(data, {}, ports);
  const details = { name: 'Studio', headerStyle: 'bearer', prices: { 'service-2': 0, 'service-3.5': 0 } } as const;
  const added = await before.client.connections.add({ ...details, baseUrl: first.baseUrl, key: FIRST_KEY });
  const connectionId = added.id;
  await before.close();

  const moved = openTestDesk(data, {}, ports);
  const [backup] = (await moved.client.care.backups()).backups;
  await moved.client.care.chooseBackup({ name: backup?.name ?? '' });
  await moved.client.connections.update({ connectionId, baseUrl: second.baseUrl });
  await moved.client.connections.setKey({ connectionId, key: SECOND_KEY });
  await moved.client.keys.setAdmin({ connectionId, key: ADMIN_KEY });
  expect(await moved.client.connections.test({ connectionId })).toMatchObject({ ok: true });
  await moved.close();

  const { client } = openTestDesk(data, {}, ports);
  const present = async () => (await client.connections.list()).connections.find(({ id }) => id === connectionId);
  expect(await present()).toMatchObject({ baseUrl: first.baseUrl, hasKey: false });
  expect(await client.connections.test({ connectionId })).toMatchObject({ ok: false });
  await client.portal.account({ connectionId }).catch(() => undefined);
  // The key of the first address makes nothing of the second one's usable there.
  await client.connections.setKey({ connectionId, key: FIRST_KEY });
  expect(await client.connections.test({ connectionId })).toMatchObject({ ok: true });
  await client.portal.account({ connectionId }).catch(() => undefined);
  expect(await present()).toMatchObject({ hasKey: true });
  const keysAt = (place: string) => new Set(seen.flatMap(({ at, key }) => (at === place ? key : [])));
  expect(keysAt('first')).toEqual(new Set([FIRST_KEY]));
  expect(keysAt('second')).toEqual(new Set([SECOND_KEY]));
});

type Keeping = 'memory' | 'file' | undefined;

test.each<[string, Keeping, (vault: Vault, row: ConnectionRow) => Promise<void>]>([
  [
    'the admin key is kept until the program ends',
    'file',
    (vault, row) => keysOf(vault).setAdmin(row, ADMIN_KEY, 'memory'),
  ],
  ['the admin key is forgotten', 'file', (vault, row) => keysOf(vault).setAdmin(row, null)],
  [
    'a rotation replaces one that an earlier version kept',
    undefined,
    (vault, row) => keysOf(vault).keep(row, SECOND_KEY),
  ],
])('a key in the file keeps its origin after a restart, also when %s', async (_what, kept, change) => {
  const file = path.join(temporaryFolder(), 'keys', 'keys.json');
  const at = (baseUrl: string) => ({ id: 'studio', kind: 'remote', baseUrl }) as ConnectionRow;
  const [own, other] = [at('https://one.example'), at('https://other.example')];
  const first = await openFallbackVault(file);
  // Earlier versions kept no origin.
  if (kept === undefined) await first.set('connection-studio', FIRST_KEY, 'file');
  else await keysOf(first).keep(own, FIRST_KEY, kept);
  await change(first, own);

  const keys = keysOf(await openFallbackVault(file));
  expect(await keys.of(own)).toBe(kept === undefined ? SECOND_KEY : FIRST_KEY);
  expect([await keys.of(other), await keys.has(other), await keys.adminOf(other)]).toEqual([null, false, null]);
});

test('no key is left in the file once it is kept in memory, nor its origin', async () => {
  const file = path.join(temporaryFolder(), 'keys', 'keys.json');
  const vault = await openFallbackVault(file);
  const place = { id: 'studio', baseUrl: 'https://one.example' };
  await keysOf(vault).keep(place, FIRST_KEY, 'file');
  await keysOf(vault).keep(place, SECOND_KEY, 'memory');
  expect(vault.kind).toBe('memory');
  expect(existsSync(file)).toBe(false);
});

test('the log may name the address of a service, but not its key', async () => {
  const concealed: string[] = [];
  const vault = trackSecrets(createMemoryVault(), (secret) => concealed.push(secret));
  const place = { id: 'studio', kind: 'remote', baseUrl: 'https://one.example' } as ConnectionRow;
  await keysOf(vault).keep(place, FIRST_KEY);
  await keysOf(vault).of(place);
  expect(new Set(concealed)).toEqual(new Set([FIRST_KEY]));
});
