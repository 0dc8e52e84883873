/** A dispatcher of the service with one queued generation, over a store whose writes a test may change. */

import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { silentLog } from '../../../electron/platform/log.ts';
import type { SpawnHelper } from '../../../electron/platform/processes/helper-process.ts';
import { openBuiltInAccount } from '../../../electron/service/auth/first-keys.ts';
import { FREE_START } from '../../../electron/service/rules/billing/quote.ts';
import { createDiskStorage } from '../../../electron/service/storage/disk-storage.ts';
import { openSqliteStore } from '../../../electron/service/store/sqlite/sqlite-store.ts';
import { createEnginePool } from '../../../electron/service/work/engine-pool.ts';
import { createDispatcher } from '../../../electron/service/work/generations/dispatcher.ts';
import { createStatusChanges } from '../../../electron/service/work/generations/status-changes.ts';
import { createFakeEngine, type FakeEngine } from '../engine/fake-engine.ts';
import { keptLog, MIGRATIONS, movableClock, temporaryFolder } from './test-service.ts';

type Generations = ReturnType<typeof openSqliteStore>['generations'];

export interface OneGenerationOptions {
  readonly engine?: FakeEngine;
  readonly spawn?: SpawnHelper;
  /** What the dispatcher gets in place of the store's own generations. */
  readonly change?: (generations: Generations) => Generations;
}

export async function dispatchOneGeneration({
  engine = createFakeEngine(),
  spawn = engine.spawn,
  change = (generations) => generations,
}: OneGenerationOptions) {
  const dataDirectory = await temporaryFolder();
  const store = openSqliteStore(path.join(dataDirectory, 'service.sqlite'), MIGRATIONS);
  onTestFinished(() => store.close());
  const clock = movableClock();
  const { keyId } = await openBuiltInAccount({ accounts: store.accounts, clock, randomBytes }, 'start-key');
  const userId = (await store.accounts.findKey(keyId))?.user.userId ?? '';
  const ids = { projectId: 'prj_1', userId, keyId };
  const project = { ...ids, originalFileName: 'a.wav', contentType: 'audio/wav', fileFormat: null, params: null };
  await store.projects.create({ ...project, createdAt: 0 });
  await store.projects.finishUpload('prj_1', 4, '00', 0);
  const folder = path.join(dataDirectory, 'media', 'prj_1');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'medium.wav'), 'text');
  const changes = createStatusChanges();
  const told: string[] = [];
  changes.add(({ status }) => told.push(status));
  const engines = createEnginePool(spawn, {}, clock, silentLog);
  onTestFinished(() => engines.stop());
  const dispatcher = createDispatcher({
    store: { ...store, generations: change(store.generations) },
    storage: createDiskStorage(path.join(dataDirectory, 'media')),
    engines,
    clock,
    log: keptLog(),
    concurrency: 1,
    changes,
  });
  onTestFinished(() => dispatcher.stop());
  const wanted = {
    ...ids,
    generationId: 'gen_1',
    model: 'service-2',
    sampling: null,
    params: null,
    hasVideo: false,
  } as const;
  const started = await store.generations.start({ ...wanted, createdAt: 0 }, FREE_START, null);
  if (started.kind !== 'started') throw new Error('It did not start');
  dispatcher.admit(started.generation);
  const stored = () => store.generations.findById('gen_1');
  return { dispatcher, generation: started.generation, engine, clock, told, dataDirectory, folder, store, stored };
}
