import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBuiltInService } from '../../../../electron/core/connections/built-in-service.ts';
import type { DeskPorts, DeskSettings } from '../../../../electron/core/ports.ts';
import { spawnNodeHelper } from '../../../../electron/hosts/common/processes/node-helpers.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { runCli, startCli } from '../../../harness/cli/run-cli.ts';
import { MIGRATIONS, postJson } from '../../../harness/service/test-service.ts';

interface Listening {
  readonly baseUrl: string;
  readonly adminKey: string;
  readonly apiKey: string;
}

async function startServiceCommand(words: readonly string[]): Promise<Listening> {
  const { child, result } = startCli(['service', '--data-dir', temporaryFolder(), ...words]);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await result;
  });
  return await new Promise((resolve, reject) => {
    child.stdout?.once('data', (line: string) => resolve(JSON.parse(line)));
    void result.then(({ stderr }) => reject(new Error(stderr)));
  });
}

const fault = (where: string, kind: string, times = 1) => ({ path: where, kind, times });

test('a desk gets two recordings through a flaky service with each model started exactly once', {
  tags: 'long',
}, async () => {
  const { baseUrl, adminKey, apiKey } = await startServiceCommand(['--rehearsal']);
  const [service2, service35] = Object.values(DEFAULT_PATHS.startGeneration) as [string, string];
  const faults = [
    fault(DEFAULT_PATHS.createProject, '503'),
    fault(DEFAULT_PATHS.createProject, 'drop-after'),
    fault('/storage/uploads/*', 'drop-before'),
    fault('/storage/uploads/*', 'drop-after'),
    fault('/storage/uploads/*', '500'),
    fault(service2, 'drop-before'),
    fault(service2, 'drop-after'),
    fault(service35, '429'),
    fault(service35, '503'),
    fault(service35, 'drop-after'),
    fault(DEFAULT_PATHS.listGenerations, '500'),
    fault(DEFAULT_PATHS.generationProgress, '503', 2),
    fault(DEFAULT_PATHS.generationProgress, 'drop-after', 2),
    fault(DEFAULT_PATHS.generationDownload, 'drop-after'),
    fault('/storage/downloads/*', '503'),
    fault('/storage/downloads/*', 'drop-after'),
  ];
  const rehearse = (change: unknown) => postJson(`${baseUrl}${LOCAL_PATHS.rehearsal}`, change, adminKey);
  expect((await rehearse({ faults, latencyMs: 5 })).status).toBe(200);

  const folder = temporaryFolder();
  const [input, out] = [path.join(folder, 'in'), path.join(folder, 'out')];
  mkdirSync(input);
  for (const [index, name] of ['one.wav', 'two.wav'].entries())
    writeTone(path.join(input, name), { seconds: 2 + index, frequency: 200 + 50 * index });
  const models = ['--model', 'service-2', '--model', 'service-3.5'];
  const result = await runCli(
    [
      'restore',
      input,
      '--out',
      out,
      '--data-dir',
      path.join(folder, 'data'),
      '--base-url',
      baseUrl,
      '--json',
      ...models,
    ],
    { environment: { CLEARTAKE_API_KEY: apiKey, CLEARTAKE_START_QUARANTINE_S: '1' } },
  );
  expect(result.status, result.stdout + result.stderr).toBe(0);
  expect(readdirSync(out).sort()).toEqual([
    'one (service-2).wav',
    'one (service-3.5).wav',
    'two (service-2).wav',
    'two (service-3.5).wav',
  ]);
  // Every trouble was met.
  expect((await rehearse({})).body.faults).toEqual([]);
  const { body } = await postJson(`${baseUrl}${DEFAULT_PATHS.listProjects}`, {}, apiKey);
  const started: string[] = [];
  for (const { apiProjectId, originalFileName } of body.projects) {
    const listed = await postJson(`${baseUrl}${DEFAULT_PATHS.listGenerations}`, { apiProjectId }, apiKey);
    for (const { modelKey, status } of listed.body.generations)
      started.push(`${originalFileName} ${modelKey} ${status}`);
  }
  expect(started.sort()).toEqual([
    'one.wav service-2 complete',
    'one.wav service-3.5 complete',
    'two.wav service-2 complete',
    'two.wav service-3.5 complete',
  ]);
});

test.each([
  ['with', true, 200],
  ['without', false, 404],
])('the built-in service started %s a rehearsal', { tags: 'long' }, async (_word, rehearsal, status) => {
  const quiet = () => undefined;
  const ports: Partial<DeskPorts> = {
    clock: systemClock,
    newSecret: (bytes) => randomBytes(bytes).toString('hex'),
    spawn: spawnNodeHelper,
    log: { info: quiet, warn: quiet, error: quiet },
  };
  const settings: Partial<DeskSettings> = {
    dataDirectory: temporaryFolder(),
    serviceMigrationsDirectory: MIGRATIONS,
    rehearsal,
  };
  const builtIn = createBuiltInService(ports as DeskPorts, settings as DeskSettings);
  onTestFinished(() => builtIn.stop());
  const { baseUrl, key } = await builtIn.running();
  expect((await postJson(new URL(LOCAL_PATHS.rehearsal, baseUrl).href, {}, key)).status).toBe(status);
});

test('the service command has no rehearsal unless it is asked for; a remote service cannot be told to', async () => {
  const { baseUrl, adminKey } = await startServiceCommand([]);
  expect((await postJson(`${baseUrl}${LOCAL_PATHS.rehearsal}`, {}, adminKey)).status).toBe(404);
  const refused = await runCli(['restore', 'a.wav', '--rehearsal', '--base-url', baseUrl], {
    environment: { CLEARTAKE_API_KEY: 'some-key' },
  });
  expect(refused.status).toBe(2);
});
