/** A store with what a job needs: a connection, a batch and a recording. */

import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../electron/core/store/open-store.ts';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { MIGRATIONS } from './released-store.ts';

type NewConnection = Parameters<Store['connections']['insert']>[0];
type NewJob = Parameters<Store['jobs']['insert']>[0];

const CONNECTION = { id: 'studio', kind: 'remote', name: 'Studio', headerStyle: 'bearer', createdAt: 0 } as const;
const FILE = { path: '/a.wav', realPath: '/a.wav', name: 'a.wav', folder: '', origin: 'path' } as const;

/** @param price of a second with each model, in micro-USD */
export function openJobStore(price: number, connection: Partial<NewConnection> = {}) {
  const database = path.join(temporaryFolder(), 'desk.sqlite');
  const store = openStore(database, MIGRATIONS, nodeFiles);
  onTestFinished(() => store.close());
  const prices = { 'service-2': price, 'service-3.5': price };
  store.connections.insert({ ...CONNECTION, paths: {} as never, prices, ...connection });
  store.batches.insert({ id: 'batch', createdAt: 0 });
  store.recordings.insert({ ...FILE, id: 'recording', bytes: 1, modifiedAt: 0, addedAt: 0 });
  const ids = { id: 'job', batchId: 'batch', recordingId: 'recording', connectionId: connection.id ?? CONNECTION.id };
  const queued = { stateKind: 'queued', state: { kind: 'queued' }, preset: DEFAULT_BATCH_PRESET } as const;
  const addJob = (job: Partial<NewJob> = {}) =>
    store.jobs.insert({ ...ids, ...queued, position: 1, createdAt: 0, ...job });
  return { store, addJob, database };
}
