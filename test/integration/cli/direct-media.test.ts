import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { startVendor } from '../../harness/cli/local-vendor.ts';
import { placesIn, runCli } from '../../harness/cli/run-cli.ts';
import { countedGate, openTestStorage } from '../../harness/s3/test-storage.ts';

/** A recording, a service with its media in a storage, and what restores the one at the other in the terminal. */
async function openStudio() {
  const folder = temporaryFolder();
  const storage = await openTestStorage();
  const words = ['--storage', storage.address, '--storage-endpoint', storage.endpoint];
  const vendor = await startVendor(path.join(folder, 'service'), words, storage.environment);
  onTestFinished(vendor.stop);
  const gate = await countedGate(vendor.baseUrl);
  const source = path.join(folder, 'tone.wav');
  writeTone(source, { seconds: 20 });
  const restore = () =>
    runCli(['restore', source, ...placesIn(folder), '--base-url', gate.url, '--model', 'service-2', '--json'], {
      environment: { CLEARTAKE_API_KEY: vendor.apiKey },
    });
  /** What was asked without the service's credentials. */
  const transfers = () =>
    storage.requests
      .filter(({ headers }) => headers.authorization === undefined)
      .map(({ headers, method, path: at, status }) => ({
        ...{ method, status, kind: at.split('/')[3] },
        keys: Object.keys(headers).filter((name) => /api-key|authorization|digest|range$/.test(name)),
      }));
  return { folder, gate, restore, source, storage, transfers };
}

test('no byte of a recording passes through a service whose media are in a storage', async () => {
  const { folder, gate, restore, source, transfers } = await openStudio();
  expect((await restore()).status).toBe(0);
  const [output = ''] = readdirSync(path.join(folder, 'out'));
  expect(statSync(path.join(folder, 'out', output)).size).toBeGreaterThan(500_000);

  expect([...gate.paths].filter((one) => !one.startsWith('/v1/'))).toEqual([]);
  expect(gate.bytes()).toBeLessThan(20_000);
  expect(transfers()).toEqual([
    { method: 'PUT', status: 200, kind: 'uploads', keys: [] },
    { method: 'GET', status: 200, kind: 'projects', keys: [] },
  ]);
  expect(readFileSync(source).length).toBeGreaterThan(500_000);
});

test('an upload that broke off at a storage is sent again whole', {
  tags: 'long',
}, async () => {
  const { folder, restore, storage, transfers } = await openStudio();
  storage.breakAfter('PUT', 300_000);
  expect((await restore()).status).toBe(0);
  expect(readdirSync(path.join(folder, 'out'))).toHaveLength(1);
  const uploads = transfers().filter(({ kind }) => kind === 'uploads');
  // A storage refuses to tell how much arrived: after the break, and before the next try.
  expect(uploads.map(({ method, status }) => `${method} ${status}`)).toEqual(['HEAD 403', 'HEAD 403', 'PUT 200']);
  expect(uploads.flatMap(({ keys }) => keys)).toEqual([]);
});
