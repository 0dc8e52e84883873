import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../shared/service-api/routes.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { type CliResult, runCli, startCli } from '../../harness/cli/run-cli.ts';
import { booksOf, customerOf, PRICES } from '../../harness/service/billing-account.ts';
import { readMetrics } from '../../harness/service/metrics.ts';
import { makeReadyToPay } from '../../harness/service/ready-to-pay.ts';
import { createCalls, type TestService } from '../../harness/service/test-service.ts';
import { until } from '../../harness/until.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const UNIT = path.join(ROOT, 'build/service-unit/cleartake.service');
const START = DEFAULT_PATHS.startGeneration['service-2'];
const PROGRESS = DEFAULT_PATHS.generationProgress;

interface Running {
  readonly baseUrl: string;
  readonly metricsUrl: string;
  readonly adminKey: string;
  readonly apiKey: string;
  stop(): Promise<CliResult>;
}

/** The service as the command line runs it, with prices; `keys` are those of an earlier start in the same folder. */
async function run(
  dataDir: string,
  words: readonly string[] = [],
  keys = { adminKey: '', apiKey: '' },
): Promise<Running> {
  const config = path.join(path.dirname(dataDir), 'service.json');
  writeFileSync(config, JSON.stringify({ prices: PRICES }));
  const { child, result } = startCli([
    ...['service', '--config', config, '--data-dir', dataDir, '--metrics-port', '0'],
    ...words,
  ]);
  const stop = () => {
    child.kill('SIGTERM');
    return result;
  };
  onTestFinished(() => void stop());
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const first = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    result.then(({ stderr }) => expect.fail(`The service ended: ${stderr}`)),
  ]);
  return { ...keys, ...JSON.parse(first), stop };
}

/** What tests of the service's books ask, of a service that runs in a process of its own. */
function ownerOf({ adminKey, apiKey, baseUrl }: Running, dataDirectory: string) {
  const calls = createCalls(baseUrl, apiKey);
  return customerOf({ ...calls, baseUrl } as TestService, dataDirectory, '', adminKey, apiKey);
}

test('SIGTERM in the middle of a restoration: the next start finishes it, and it is paid once', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const dataDir = path.join(folder, 'data');
  const first = await run(dataDir, ['--rehearsal']);
  await makeReadyToPay(first.baseUrl, first.adminKey);
  const calls = createCalls(first.baseUrl, first.apiKey);
  await calls.post(LOCAL_PATHS.rehearsal, { restorationDelayMs: 120_000 }, first.adminKey);
  const source = path.join(folder, 'tone.wav');
  writeTone(source, { seconds: 2 });
  const { apiProjectId } = await calls.uploadedProject(readFileSync(source));
  const { body: ids } = await calls.post(START, { apiProjectId });
  await until(async () => (await calls.post(PROGRESS, ids)).body.status === 'processing');
  const { status, stderr } = await first.stop();
  expect(status).toBe(0);
  expect(stderr).not.toContain('"level":"error"');

  const second = await run(dataDir, [], first);
  const again = createCalls(second.baseUrl, second.apiKey);
  expect(await again.settled(ids, second.apiKey, 60_000)).toMatchObject({ status: 'complete', error: null });
  const owner = ownerOf(second, dataDir);
  const usage = (await owner.portal('usage/list', { limit: 10 })).body.usage;
  expect(usage).toHaveLength(1);
  expect(await owner.account()).toMatchObject({ held: 0, spentThisMonth: 60 * PRICES['service-2'] });
  expect(await booksOf(owner)).toMatchObject({ total: 0, worst: 0 });
  const samples = await readMetrics(second.metricsUrl);
  expect(samples.get('cleartake_restorations_total{model="service-2",outcome="complete"}')).toBe(1);
  await second.stop();
});

test('a backup that is taken while restorations run opens, with the same sums and the same files', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const [dataDir, backup] = [path.join(folder, 'data'), path.join(folder, 'backup')];
  const live = await run(dataDir, ['--rehearsal']);
  await makeReadyToPay(live.baseUrl, live.adminKey);
  const calls = createCalls(live.baseUrl, live.apiKey);
  const source = path.join(folder, 'tone.wav');
  writeTone(source, { seconds: 2 });
  const medium = readFileSync(source);
  const done = (await calls.post(START, await calls.uploadedProject(medium))).body;
  expect((await calls.settled(done, live.apiKey, 60_000)).status).toBe('complete');
  await calls.post(LOCAL_PATHS.rehearsal, { restorationDelayMs: 120_000 }, live.adminKey);
  const project = await calls.uploadedProject(medium);
  const running = (await calls.post(START, { apiProjectId: project.apiProjectId })).body;
  await until(async () => (await calls.post(PROGRESS, running)).body.status === 'processing');

  const words = ['service', '--data-dir', dataDir, '--back-up-to', backup];
  const made = await runCli(words);
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(made.events).toMatchObject([{ event: 'backed-up', folder: backup }]);
  expect(statSync(backup).mode & 0o077).toBe(0);
  const before = await booksOf(ownerOf(live, dataDir));
  const fileOf = async (service: Running) => {
    const { post } = createCalls(service.baseUrl, service.apiKey);
    const { body } = await post(DEFAULT_PATHS.generationDownload, { ...done, downloadType: 'audio' });
    const bytes = Buffer.from(await (await fetch(body.downloadUrl ?? body.url)).arrayBuffer());
    return createHash('sha256').update(bytes).digest('hex');
  };
  const [hash, projects] = [await fileOf(live), (await calls.post(DEFAULT_PATHS.listProjects, {})).body];
  await live.stop();

  const restored = await run(backup, [], live);
  const owner = ownerOf(restored, backup);
  const again = createCalls(restored.baseUrl, restored.apiKey);
  expect((await again.post(DEFAULT_PATHS.listProjects, {})).body).toEqual(projects);
  expect(await fileOf(restored)).toBe(hash);
  // What ran then begins anew from its medium, and is paid once.
  expect((await again.settled(running, restored.apiKey, 60_000)).status).toBe('complete');
  const after = await booksOf(owner);
  expect(after).toMatchObject({ total: 0, worst: 0 });
  expect(after.sums.revenue).toBe((before.sums.revenue ?? 0) * 2);
  expect((await owner.portal('usage/list', { limit: 10 })).body.usage).toHaveLength(2);
  await restored.stop();

  const second = await runCli(words);
  expect([second.status, second.stderr]).toEqual([2, expect.stringContaining('exists already')]);
  const nothing = await runCli(['service', '--data-dir', path.join(folder, 'none'), '--back-up-to', `${backup}-2`]);
  expect([nothing.status, nothing.stderr]).toEqual([2, expect.stringContaining('holds no data of a service')]);
  expect(existsSync(`${backup}-2`)).toBe(false);
});

test('the systemd unit names options that exist, and systemd takes it', async () => {
  const text = readFileSync(UNIT, 'utf8');
  const start = /^ExecStart=(.+)$/m.exec(text)?.[1] ?? '';
  const [node = '', program = '', command, ...words] = start.split(' ');
  expect([node, command]).toEqual(['/usr/bin/node', 'service']);
  const installed = '/opt/cleartake';
  expect(existsSync(program.replace(installed, ROOT))).toBe(true);
  const { stdout: help } = await runCli(['service', '--help']);
  const options = words.filter((word) => word.startsWith('--'));
  expect(options).toContain('--metrics-port');
  for (const option of options) expect(help).toMatch(new RegExp(`^ +${option} `, 'm'));

  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return;
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const unit = path.join(folder, 'cleartake.service');
  writeFileSync(unit, text.replace(node, process.execPath).replaceAll(installed, ROOT));
  expect(execFileSync('systemd-analyze', ['verify', unit], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
});
