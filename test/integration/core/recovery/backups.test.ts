import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createBackups } from '../../../../electron/core/recovery/backups/backups.ts';
import { openOrRecover } from '../../../../electron/core/recovery/open-or-recover.ts';
import { openStore, openStoreForReading } from '../../../../electron/core/store/open-store.ts';
import { readNotices } from '../../../../electron/core/store/tables/preferences.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { silentLog } from '../../../../electron/platform/log.ts';
import { findDamage } from '../../../../electron/platform/sqlite.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { testPorts } from '../../../harness/desk/desk-ports.ts';
import { MIGRATIONS } from '../../../harness/store/released-store.ts';

const HOUR = 60 * 60_000;

/** A clock that is set forward by hand, and wakes whoever sleeps that long. */
function handClock() {
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  let now = Date.parse('2026-11-20T16:00:00Z');
  return {
    now: () => now,
    monotonic: () => now,
    sleep: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        sleepers.add({ at: now + milliseconds, wake: resolve });
      }),
    async forward(milliseconds: number) {
      now += milliseconds;
      for (const sleeper of [...sleepers]) if (sleeper.at <= now && sleepers.delete(sleeper)) sleeper.wake();
      await new Promise((resolve) => setTimeout(resolve, 1));
    },
  };
}

const { spawn } = testPorts();

function stage(spawnHelper = spawn) {
  const database = path.join(temporaryFolder(), 'cleartake.sqlite');
  const store = openStore(database, MIGRATIONS, nodeFiles);
  const clock = handClock();
  const backups = createBackups({ database, store, clock, log: silentLog, spawn: spawnHelper });
  const room = path.join(path.dirname(database), 'backups');
  const names = () => readdirSync(room).sort();
  const close = async () => {
    await backups.close();
    store.close();
  };
  return { backups, clock, close, database, names, room, store };
}

test('three hourly backups are kept, each whole, in one file, and readable by the owner only', async () => {
  const { clock, close, names, room, store } = stage();
  await vi.waitFor(() => expect(names()).toEqual(['2026-11-20T16-00-00 hourly.sqlite']));
  for (let hour = 1; hour <= 4; hour++) {
    store.settings.set('preset', hour);
    await clock.forward(HOUR);
    await vi.waitFor(() => expect(names().at(-1)).toBe(`2026-11-20T${16 + hour}-00-00 hourly.sqlite`));
  }
  expect(names()).toHaveLength(3);
  for (const name of names()) {
    expect(findDamage(path.join(room, name))).toBeNull();
    if (process.platform !== 'win32') expect(statSync(path.join(room, name)).mode & 0o077).toBe(0);
  }
  expect(names()).toHaveLength(3);
  await close();
});

test('a clean exit backs up what changed, and nothing if nothing did', async () => {
  const { clock, close, names, store } = stage();
  await vi.waitFor(() => expect(names()).toHaveLength(1));
  await clock.forward(HOUR);
  expect(names()).toHaveLength(1);
  store.settings.set('preset', 'changed');
  await close();
  expect(names()).toEqual(['2026-11-20T16-00-00 hourly.sqlite', '2026-11-20T17-00-00 closing.sqlite']);
});

test("backups from a future clock make room for today's, which are used first after damage", async () => {
  const database = path.join(temporaryFolder(), 'cleartake.sqlite');
  const clock = handClock();
  const names = () => readdirSync(path.join(path.dirname(database), 'backups')).sort();
  /** An hour of work, then a clean end. */
  async function session(work: string) {
    const store = openStore(database, MIGRATIONS, nodeFiles);
    const backups = createBackups({ database, store, clock, log: silentLog, spawn });
    store.settings.set('preset', `${work}, begun`);
    await clock.forward(HOUR);
    store.settings.set('preset', work);
    await backups.close();
    store.close();
  }
  const year = 365 * 24 * HOUR;
  await clock.forward(year);
  for (const work of ['ahead 1', 'ahead 2', 'ahead 3']) await session(work);
  expect(names()).toHaveLength(4);
  await clock.forward(-year);
  for (const work of ['today 1', 'today 2']) {
    await session(work);
    writeFileSync(database, 'damage');
    const recovered = openOrRecover({ database, migrations: MIGRATIONS, ports: testPorts({ clock }) });
    expect(recovered.settings.get('preset')).toBe(work);
    recovered.close();
  }
  expect(names().filter((name) => name.endsWith('closing.sqlite'))).toEqual(['2026-11-20T21-00-00 closing.sqlite']);
});

test('a large store is backed up by a separate process while it is being written', { tags: 'long' }, async () => {
  const spawned: string[] = [];
  const { clock, close, names, room, store } = stage((entry, environment) => {
    spawned.push(entry);
    return spawn(entry, environment);
  });
  await vi.waitFor(() => expect(names()).toHaveLength(1));
  expect(spawned).toEqual([]);
  const long = 'x'.repeat(9 * 2 ** 20);
  store.settings.set('preset', long);
  store.emptyLog();
  for (const left of ['.part', '.part-journal'])
    writeFileSync(path.join(room, `2026-11-19T16-00-00 hourly.sqlite${left}`), '');
  await clock.forward(HOUR);
  store.settings.set('queue-paused', true);
  const latest = '2026-11-20T17-00-00 hourly.sqlite';
  await vi.waitFor(() => expect(names()).toContain(latest), 20_000);
  expect(spawned).toEqual(['backup']);
  expect(findDamage(path.join(room, latest))).toBeNull();
  if (process.platform !== 'win32') expect(statSync(path.join(room, latest)).mode & 0o077).toBe(0);
  const copy = openStoreForReading(path.join(room, latest));
  expect(copy.settings.get('preset')).toBe(long);
  copy.close();
  await close();
  expect(names()).toEqual(['2026-11-20T16-00-00 hourly.sqlite', latest, '2026-11-20T17-00-00 closing.sqlite'].sort());
});

test('a process that ends before its backup is done keeps the earlier ones, and the person is told', async () => {
  const { clock, close, names, store } = stage((entry, environment) => {
    const helper = spawn(entry, environment);
    return { ...helper, send: () => void helper.stop() };
  });
  await vi.waitFor(() => expect(names()).toHaveLength(1));
  store.settings.set('preset', 'x'.repeat(9 * 2 ** 20));
  store.emptyLog();
  await clock.forward(HOUR);
  await vi.waitFor(() => expect(readNotices(store)).toMatchObject([{ kind: 'unbacked' }]), 20_000);
  expect(names()).toEqual(['2026-11-20T16-00-00 hourly.sqlite']);
  await close();
});

test('a failed backup is reported, disturbs nothing, and the notice goes with the next success', async () => {
  const { clock, close, database, names, room, store } = stage();
  await vi.waitFor(() => expect(names()).toHaveLength(1));
  const [kept = ''] = names();
  const good = readFileSync(path.join(room, kept));
  rmSync(room, { recursive: true });
  writeFileSync(room, 'something else');
  store.settings.set('preset', 1);
  await clock.forward(HOUR);
  await vi.waitFor(() => expect(readNotices(store)).toMatchObject([{ kind: 'unbacked' }]));
  expect(store.settings.get('preset')).toBe(1);
  rmSync(room);
  mkdirSync(room);
  writeFileSync(path.join(room, kept), good);
  await clock.forward(HOUR);
  await vi.waitFor(() => expect(readNotices(store)).toEqual([]));
  expect(names()).toHaveLength(2);
  expect(database).toBeTruthy();
  await close();
});

test('a damaged backup is skipped for the previous one, and the first damaged files are kept forever', async () => {
  const { clock, close, database, names, room, store } = stage();
  await vi.waitFor(() => expect(names()).toHaveLength(1));
  store.settings.set('preset', 'later');
  await clock.forward(HOUR);
  await vi.waitFor(() => expect(names()).toHaveLength(2));
  await close();
  writeFileSync(path.join(room, names()[1] ?? ''), 'nonsense');
  for (let time = 0; time < 7; time++) {
    const ports = testPorts({ clock: { ...clock, now: () => clock.now() + time * 1000 } });
    writeFileSync(database, `damage ${time}`);
    chmodSync(database, 0o600);
    const recovered = openOrRecover({ database, migrations: MIGRATIONS, ports });
    expect(recovered.settings.get('preset')).toBeUndefined();
    expect(readNotices(recovered)).toMatchObject([
      { kind: 'recovered', sentence: expect.stringMatching(/backup of [\w ,]+ \d{4}, \d\d:\d\d[\w ]*;/) },
    ]);
    recovered.close();
  }
  const damaged = path.join(path.dirname(database), 'damaged');
  const texts = readdirSync(damaged).map((name) => readFileSync(path.join(damaged, name, 'cleartake.sqlite'), 'utf8'));
  expect(texts).toHaveLength(5);
  expect(texts).toEqual(expect.arrayContaining(['damage 0', 'damage 6']));
});

test('a store without read permission is not treated as damaged', ({ skip }) => {
  skip(process.getuid?.() === 0 || process.platform === 'win32', 'whoever may read everything cannot be refused');
  const { database, store } = stage();
  store.close();
  chmodSync(database, 0o000);
  const open = () => openOrRecover({ database, migrations: MIGRATIONS, ports: testPorts() });
  expect(open).toThrow(expect.objectContaining({ code: 'databaseFailed' }));
  expect(readdirSync(path.dirname(database))).not.toContain('damaged');
});
