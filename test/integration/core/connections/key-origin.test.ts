/** A history that is brought back may have an earlier address of a connection: keys that were entered for another one don't go there. */

import path from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryVault } from '../../../../electron/core/vault/vault.ts';
import { spawnNodeHelper } from '../../../../electron/hosts/common/processes/node-helpers.ts';
import type { SpawnHelper } from '../../../../electron/platform/processes/helper-process.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';
import { scriptedService } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';

const [FIRST_KEY, SECOND_KEY, ADMIN_KEY] = ['first-key-0123456789', 'second-key-0123456789', 'admin-key-0123456789'];

test('after going back to a backup, a service gets no key that was entered for another address', async () => {
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
