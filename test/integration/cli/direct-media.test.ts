import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { startVendor } from '../../harness/cli/local-vendor.ts';
import { placesIn, runCli } from '../../harness/cli/run-cli.ts';
import { countedGate, openTestStorage } from '../../harness/s3/test-storage.ts';

test('no byte of a recording passes through a service whose media are in a storage', async () => {
  const folder = temporaryFolder();
  const storage = await openTestStorage();
  const words = ['--storage', storage.address, '--storage-endpoint', storage.endpoint];
  const vendor = await startVendor(path.join(folder, 'service'), words, storage.environment);
  onTestFinished(vendor.stop);
  const gate = await countedGate(vendor.baseUrl);
  const source = path.join(folder, 'tone.wav');
  writeTone(source, { seconds: 20 });
  const { status } = await runCli(
    ['restore', source, ...placesIn(folder), '--base-url', gate.url, '--model', 'service-2', '--json'],
    { environment: { CLEARTAKE_API_KEY: vendor.apiKey } },
  );
  expect(status).toBe(0);
  const [output = ''] = readdirSync(path.join(folder, 'out'));
  expect(statSync(path.join(folder, 'out', output)).size).toBeGreaterThan(500_000);

  expect([...gate.paths].filter((one) => !one.startsWith('/v1/'))).toEqual([]);
  expect(gate.bytes()).toBeLessThan(20_000);
  const sent = storage.requests.filter(({ headers }) => headers.authorization === undefined);
  const media = sent.map(({ headers, method, path: at, status: answer }) => ({
    ...{ method, answer, kind: at.split('/')[3] },
    keys: Object.keys(headers).filter((name) => /api-key|authorization|digest|range$/.test(name)),
  }));
  expect(media).toEqual([
    { method: 'PUT', answer: 200, kind: 'uploads', keys: [] },
    { method: 'GET', answer: 200, kind: 'projects', keys: [] },
  ]);
  expect(readFileSync(source).length).toBeGreaterThan(500_000);
});
