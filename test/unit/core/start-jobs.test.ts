import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startJobs } from '../../../electron/core/queue/admission.ts';
import { openStore } from '../../../electron/core/store/open-store.ts';
import { nodeHostInfo } from '../../../electron/hosts/common/paths.ts';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch-preset.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { createVirtualClock } from '../../harness/time/virtual-clock.ts';

test('a length that is measured while Start looks for earlier results is in the quote that is written', async () => {
  const folder = temporaryFolder();
  const store = openStore(path.join(folder, 'desk.sqlite'), nodeHostInfo('cli', folder).migrationsDirectory, nodeFiles);
  onTestFinished(() => store.close());
  const prices = { 'service-2': 1000, 'service-3.5': 1000 };
  const connection = { id: 'studio', kind: 'remote', name: 'Studio', headerStyle: 'bearer', createdAt: 0 } as const;
  store.connections.insert({ ...connection, paths: {} as never, prices });
  store.batches.insert({ id: 'batch', createdAt: 0 });
  const file = { path: '/a.wav', realPath: '/a.wav', name: 'a.wav', folder: '', origin: 'path' } as const;
  store.recordings.insert({ ...file, id: 'recording', bytes: 1, modifiedAt: 0, addedAt: 0 });
  const job = { id: 'job', batchId: 'batch', recordingId: 'recording', connectionId: 'studio', position: 1 };
  const preset = DEFAULT_BATCH_PRESET;
  store.jobs.insert({ ...job, preset, stateKind: 'queued', state: { kind: 'queued' }, createdAt: 0 });
  const context = {
    store,
    transitions: { touch: () => undefined },
    connections: { list: store.connections.list },
    ports: { clock: createVirtualClock(), newId: () => 'generation', files: { facts: async () => null } },
  };
  const starting = startJobs(context as never, { ...preset, models: ['service-2'] }, undefined);
  store.recordings.update('recording', { durationSeconds: 600 });
  expect(await starting).toBe(1);
  expect(store.generations.ofJob('job')).toMatchObject([{ amount: 600_000, billableSeconds: 600 }]);
});
