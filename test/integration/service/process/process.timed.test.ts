import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { spawnNodeHelper } from '../../../../electron/hosts/common/processes/node-helpers.ts';
import type { HelperProcess } from '../../../../electron/platform/processes/helper-process.ts';
import { hostRelay, isRelayMessage } from '../../../../electron/platform/processes/helper-relay.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import type { FromService, ToService } from '../../../../shared/service-api/service-process.ts';
import { generateWav } from '../../../harness/service/generated-media.ts';
import {
  createCalls,
  MIGRATIONS,
  movableClock,
  type ServiceCalls,
  startService,
  temporaryFolder,
} from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

const LONG_MS = 50_000;
const START_KEY = 'start-key-of-this-run-0123456789';
/** Takes any engine some seconds, so that it can be killed in the middle. */
const LONG_WAV = generateWav({ seconds: 90, sampleRate: 48_000, channels: 2 });
const FINISHED_WAV = generateWav({ seconds: 30, sampleRate: 32_000, channels: 1 });

/** Process ids of this test's own children that run an entry. */
async function childrenOf(entry: string): Promise<number[]> {
  const processes = await (process.platform === 'linux' ? listFromProc() : listFromPs());
  return processes.filter((one) => one.parent === process.pid && one.command.includes(entry)).map((one) => one.pid);
}

interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

async function listFromProc(): Promise<ListedProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = async (pid: string): Promise<ListedProcess> => {
    const status = await readFile(`/proc/${pid}/stat`, 'latin1');
    // The second field is a name in brackets, which may hold anything.
    const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
    return { pid: Number(pid), parent, command: await readFile(`/proc/${pid}/cmdline`, 'latin1') };
  };
  const listed = await Promise.allSettled(pids.map(read));
  return listed.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

async function listFromPs(): Promise<ListedProcess[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const lines = stdout.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line));
  return lines.flatMap((match) =>
    match === null ? [] : [{ pid: Number(match[1]), parent: Number(match[2]), command: match[3] ?? '' }],
  );
}

const engines = () => childrenOf('engine.js');

interface RunningProcess extends ServiceCalls {
  readonly helper: HelperProcess;
  readonly baseUrl: string;
  readonly exit: Promise<number | null>;
}

async function startProcess(dataDirectory: string): Promise<RunningProcess> {
  const helper = spawnNodeHelper('service', {
    CLEARTAKE_SERVICE_DATA: dataDirectory,
    CLEARTAKE_SERVICE_MIGRATIONS: MIGRATIONS,
  });
  onTestFinished(() => helper.stop());
  helper.send({ kind: 'start', key: START_KEY, suspended: [] } satisfies ToService);
  hostRelay(helper, spawnNodeHelper, ['engine']);
  const exit = new Promise<number | null>((resolve) => helper.onExit(resolve));
  const baseUrl = await new Promise<string>((resolve, reject) => {
    helper.onMessage((raw) => {
      if (isRelayMessage(raw)) return;
      const message = raw as FromService;
      if (message.kind === 'listening') resolve(message.baseUrl);
      else if (message.kind === 'start-failed') reject(new Error(message.message));
    });
    helper.onExit((code) => reject(new Error(`the service ended with ${code}`)));
  });
  return { ...createCalls(baseUrl, START_KEY), helper, baseUrl, exit };
}

async function startRestoring(service: ServiceCalls, wav = LONG_WAV) {
  const { apiProjectId } = await service.uploadedProject(wav);
  const { body } = await service.post(DEFAULT_PATHS.startGeneration['service-3.5'], { apiProjectId });
  await until(async () => {
    const progress = await service.post(DEFAULT_PATHS.generationProgress, body);
    return progress.body.status === 'processing' && progress.body.stages[2].progress > 0;
  });
  return body as { apiProjectId: string; generationId: string };
}

test('a killed engine process costs an attempt, not the service', { tags: 'long' }, async () => {
  const service = await startService({ spawn: spawnNodeHelper });
  const ids = await startRestoring(service);
  const [first = 0] = await engines();
  process.kill(first, 'SIGKILL');
  const second = await until(async () => (await engines()).find((pid) => pid !== first) ?? null);
  expect(second).not.toBe(first);
  expect((await service.post(DEFAULT_PATHS.generationProgress, ids)).body.status).toBe('processing');

  await until(async () => {
    const progress = await service.post(DEFAULT_PATHS.generationProgress, ids);
    return progress.body.stages[2].progress > 0;
  });
  process.kill(second, 'SIGKILL');
  const failed = await service.settled(ids, undefined, LONG_MS);
  expect(failed).toMatchObject({ status: 'failed', errorDetails: { code: 'engineCrashed', attempts: 2 } });
  expect(await engines()).toEqual([]);
  expect((await service.post(DEFAULT_PATHS.listProjects, {})).status).toBe(200);
});

test.skipIf(process.platform === 'win32')(
  'an engine process that hangs is killed and replaced',
  { tags: 'long' },
  async () => {
    const clock = movableClock();
    const service = await startService({ spawn: spawnNodeHelper, clock });
    const ids = await startRestoring(service, FINISHED_WAV);
    const [frozen = 0] = await engines();
    process.kill(frozen, 'SIGSTOP');
    const second = await until(async () => {
      clock.move(10_000);
      return (await engines()).find((pid) => pid !== frozen) ?? null;
    });
    expect(second).not.toBe(frozen);
    expect(await engines()).toEqual([second]);
    expect((await service.settled(ids, undefined, LONG_MS)).status).toBe('complete');
  },
);

test('the service of the desk lets the desk go first', async () => {
  await startProcess(await temporaryFolder());
  const [pid = 0] = await childrenOf('service.js');
  expect(getPriority(pid)).toBeGreaterThan(getPriority(process.pid));
});

test('a killed service takes its engine with it, and the next one finishes the work', { tags: 'long' }, async () => {
  const dataDirectory = await temporaryFolder();
  const first = await startProcess(dataDirectory);
  const ids = await startRestoring(first, FINISHED_WAV);
  expect(await engines()).toHaveLength(1);
  const [pid = 0] = await childrenOf('service.js');
  process.kill(pid, 'SIGKILL');
  expect(await first.exit).toBeNull();
  await until(async () => (await engines()).length === 0);

  const second = await startProcess(dataDirectory);
  const finished = await second.settled(ids, undefined, LONG_MS);
  expect(finished).toMatchObject({ status: 'complete', error: null });
  const listed = await second.post(DEFAULT_PATHS.listGenerations, { apiProjectId: ids.apiProjectId });
  expect(listed.body.generations).toHaveLength(1);
});

test('told to stop, it ends its engines and exits cleanly without leaving its key anywhere', {
  tags: 'long',
}, async () => {
  const dataDirectory = path.join(await temporaryFolder(), 'not', 'there', 'yet');
  await mkdir(path.dirname(dataDirectory), { recursive: true });
  const service = await startProcess(dataDirectory);
  expect(new URL(service.baseUrl).hostname).toBe('127.0.0.1');
  expect((await service.post(DEFAULT_PATHS.listProjects, {}, 'another')).status).toBe(401);
  await startRestoring(service);
  const began = performance.now();
  service.helper.send({ kind: 'stop' });
  expect(await service.exit).toBe(0);
  expect(performance.now() - began).toBeLessThan(2000);
  await until(async () => (await engines()).length === 0);
  expect(await readFile(path.join(dataDirectory, 'service.sqlite'), 'latin1')).not.toContain(START_KEY);
});

test('it says what is missing and exits', async () => {
  const helper = spawnNodeHelper('service', { CLEARTAKE_SERVICE_DATA: await temporaryFolder() });
  onTestFinished(() => helper.stop());
  const message = await new Promise((resolve) => helper.onMessage(resolve));
  expect(message).toEqual({ kind: 'start-failed', message: expect.stringContaining('migrations') });
  expect(await new Promise((resolve) => helper.onExit(resolve))).toBe(1);
});
