import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARE_CHECKPOINTS, type Checkpoint } from '../../../electron/core/checkpoints.ts';
import { exportDesk } from '../../../electron/core/features/data/archive/export-desk.ts';
import { resolveDataFolder } from '../../../electron/core/features/data/move/places.ts';
import { createMemoryVault } from '../../../electron/core/vault/vault.ts';
import { spawnNodeHelper } from '../../../electron/hosts/common/processes/node-helpers.ts';
import { settleDataFolder } from '../../../electron/hosts/common/settle-data-folder.ts';
import type { SpawnHelper } from '../../../electron/platform/processes/helper-process.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { openTestDesk, waitForJob } from '../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../harness/engine/fake-engine.ts';
import { type BundledWorker, bundleWorker } from '../../harness/kills/bundle-worker.ts';
import type { CareWork } from '../../harness/kills/care/worker.ts';
import { depth } from '../depth.ts';

let worker: BundledWorker;

beforeAll(async () => {
  worker = await bundleWorker('care');
});
afterAll(() => worker.remove());

/** Each whole desk that is opened takes its time. */
const opensAll = depth(false, true);

function run(work: CareWork): NodeJS.Signals | null {
  const { signal, status, stderr } = spawnSync(process.execPath, [worker.file, JSON.stringify(work)], {
    encoding: 'utf8',
  });
  if (signal === null && status !== 0) throw new Error(stderr);
  return signal;
}

/** Hashes of all files that a desk's content is in, by their path. Databases are opened meanwhile, so they are compared by what they say. */
function contentOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .filter((file) => /^(library|backups|keys|service)/.test(file) && !/-(wal|shm)$/.test(file))
      .sort()
      .map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(path.join(folder, file)))
          .digest('hex'),
      ]),
  );
}

const engine = createFakeEngine();
const spawn: SpawnHelper = (entry, env) => (entry === 'backup' ? spawnNodeHelper : engine.spawn)(entry, env);
const ports = { spawn, vault: createMemoryVault() };

test('killed anywhere in a move, the next start opens one whole data folder, wherever it begins to look', {
  tags: 'long',
  timeout: 120_000,
  retry: 0,
}, async () => {
  const stage = await openStage(ports);
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isDone);
  await stage.desk.close();
  const { dataDirectory } = stage.desk;
  const whole = contentOf(dataDirectory);
  const points: readonly (readonly [Checkpoint, 'old' | 'new'])[] = [
    ['move:begun', 'old'],
    ['move:copied', 'old'],
    ['move:pending', 'new'],
    ['move:caught-up', 'new'],
    ['move:checked', 'new'],
    ['move:moved', 'new'],
    ['move:old-removed', 'new'],
  ];
  for (const [point, expected] of points) {
    const room = temporaryFolder();
    const [from, to] = [path.join(room, 'data'), path.join(room, 'elsewhere', 'data')];
    cpSync(dataDirectory, from, { recursive: true, preserveTimestamps: true });
    expect(run({ kind: 'move', folder: from, other: to, point })).toBe('SIGKILL');
    const settled = await settleDataFolder(from);
    expect([point, settled]).toEqual([point, expected === 'old' ? from : to]);
    expect(resolveDataFolder(to)).toBe(settled);
    expect(contentOf(settled)).toEqual(whole);
    if (opensAll || point === 'move:checked') {
      const { client, close, store } = openTestDesk(settled, {}, ports);
      const [generation] = store.generations.ofJob(jobId);
      expect(store.results.get(generation?.id ?? '')?.path.startsWith(`${settled}${path.sep}`)).toBe(true);
      expect((await client.listening.takes({ jobId })).takes.at(-1)?.playable).toBe(true);
      await close();
    }
    // What was left over doesn't stand in the way of another try.
    if (opensAll ? expected === 'old' : point === 'move:copied') {
      const again = contentOf(from);
      expect(run({ kind: 'move', folder: from, other: to, point: null })).toBeNull();
      expect(await settleDataFolder(from)).toBe(to);
      expect(contentOf(to)).toEqual(again);
      expect(existsSync(path.join(from, 'library'))).toBe(false);
    }
  }
});

const points = CARE_CHECKPOINTS.filter((one) => one.startsWith('restore:'));
const limitOf = async (folder: string) => {
  const { client, close } = openTestDesk(folder, {}, ports);
  const limit = (await client.system.preferences()).uploadLimit;
  const kinds = (await client.care.backups()).backups.map(({ kind }) => kind);
  await close();
  return { limit, kinds };
};

/** A desk with one setting and one file in its library, closed. */
async function deskWith(folder: string, uploadLimit: number, file: string): Promise<void> {
  const { client, close } = openTestDesk(folder, {}, ports);
  await client.system.setPreferences({ uploadLimit });
  await close();
  mkdirSync(path.join(folder, 'library/generations', file), { recursive: true });
  writeFileSync(path.join(folder, 'library/generations', file, 'result.wav'), file);
}

test('killed anywhere while an earlier backup takes its place, the next start has it whole, and what it replaced as a backup', {
  tags: 'long',
  timeout: 120_000,
  retry: 0,
}, async () => {
  const folder = path.join(temporaryFolder(), 'data');
  await deskWith(folder, 1_000_000, 'g1');
  const { client, close } = openTestDesk(folder, {}, ports);
  await client.system.setPreferences({ uploadLimit: 2_000_000 });
  const name = (await client.care.backups()).backups.find(({ kind }) => kind === 'closing')?.name ?? '';
  await client.care.chooseBackup({ name });
  await close();
  for (const point of points) {
    const killed = path.join(temporaryFolder(), 'data');
    cpSync(folder, killed, { recursive: true });
    expect(run({ kind: 'open', folder: killed, other: '', point })).toBe('SIGKILL');
    const { kinds, limit } = await limitOf(killed);
    expect([point, limit]).toEqual([point, 1_000_000]);
    expect(kinds).toContain('replaced');
    expect(existsSync(path.join(killed, 'restore'))).toBe(false);
  }
});

test('killed anywhere in an import, the next start has the desk of before or the imported one, never both', {
  tags: 'long',
  timeout: 120_000,
  retry: 0,
}, async () => {
  const room = temporaryFolder();
  const [here, there] = [path.join(room, 'here'), path.join(room, 'there')];
  await deskWith(here, 2_000_000, 'g-here');
  await deskWith(there, 3_000_000, 'g-there');
  const archive = path.join(room, 'desk.tar');
  await exportDesk({ dataDirectory: there, target: archive, withResults: true, now: Date.now() });
  const later = opensAll ? points : (['restore:moved-aside'] as const);
  for (const point of ['import:extracted', 'import:chosen', 'import:library-merged', ...later] as const) {
    const killed = path.join(temporaryFolder(), 'data');
    cpSync(here, killed, { recursive: true });
    const inImport = point === 'import:extracted' || point === 'import:chosen';
    expect(run({ kind: 'import', folder: killed, other: archive, point: inImport ? point : null })).toBe(
      inImport ? 'SIGKILL' : null,
    );
    if (!inImport) expect(run({ kind: 'open', folder: killed, other: '', point })).toBe('SIGKILL');
    const { limit } = await limitOf(killed);
    const isOld = point === 'import:extracted';
    expect([point, limit]).toEqual([point, isOld ? 2_000_000 : 3_000_000]);
    const results = readdirSync(path.join(killed, 'library/generations')).sort();
    expect(results).toEqual(isOld ? ['g-here'] : ['g-here', 'g-there']);
    expect(existsSync(path.join(killed, 'restore'))).toBe(false);
    // Interrupted, it can be repeated.
    if (isOld) expect(run({ kind: 'import', folder: killed, other: archive, point: null })).toBeNull();
  }
});
