import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createRouterClient } from '@orpc/server';
import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { ANY_PATH, createPathChecks } from '../../../../electron/core/calls/path-policy.ts';
import { createParts } from '../../../../electron/core/library/export/parts.ts';
import { createTableFiles } from '../../../../electron/core/library/table-files.ts';
import { tablesHandlers } from '../../../../electron/core/reading/open-reading.ts';
import { createReader } from '../../../../electron/core/reading/reader.ts';
import { openStore } from '../../../../electron/core/store/open-store.ts';
import type { TableEvent, TableRequest } from '../../../../shared/contract/tables.ts';
import { viewOf } from '../../../../shared/domain/history/filter-address.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { testPorts } from '../../../harness/desk/desk-ports.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';
import { writeLongPast } from '../../../harness/history/long-past.ts';
import { MIGRATIONS } from '../../../harness/store/released-store.ts';

/** Several pages of both lists. */
const PROJECTS = 3000;
const UNTIL = Date.UTC(2026, 10, 23, 12);
const HISTORY: TableRequest = { list: 'history', format: 'json', view: '' };
const LEDGER: TableRequest = { list: 'costs', format: 'csv', filter: {} };

/** A folder to export to, and a store with a long past. */
function longPast(projects: number) {
  const data = temporaryFolder();
  const out = path.join(data, 'exports');
  mkdirSync(out);
  writeLongPast(path.join(data, 'cleartake.sqlite'), projects, UNTIL);
  return { data, out };
}

/** The calls alone, which tell how far they are at every turn of the event loop. */
async function openCalls() {
  const { data, out } = longPast(PROJECTS);
  const database = path.join(data, 'cleartake.sqlite');
  const parts = path.join(data, 'parts');
  const ports = testPorts();
  const clock = { ...ports.clock, sleep: () => new Promise<void>((resolve) => setImmediate(resolve)) };
  const store = openStore(database, MIGRATIONS, ports.files);
  onTestFinished(() => store.close());
  const reader = createReader({ clock, database, store });
  onTestFinished(() => reader.close());
  const page = { ...viewOf(''), after: null, offset: 0, limit: 1 };
  await expect.poll(async () => (await reader.ask('search', page)).indexing, { timeout: 30_000 }).toBeNull();
  const tableFiles = createTableFiles({ ...ports, parts: createParts({ ...ports, engine: null as never }, { parts }) });
  const checks = createPathChecks(ANY_PATH, data, () => ({ folders: [], parts: [] }));
  return { client: createRouterClient(tablesHandlers({ clock, reader, tableFiles }, checks)), out, parts };
}

const TEXTS = [HISTORY, LEDGER].map((table) => ({ name: table.list, table }));

test.each(TEXTS)(
  'an export of $name that is cancelled leaves no file, in its folder and where it is fetched',
  { tags: 'long' },
  async ({ table }) => {
    const { client, out, parts } = await openCalls();
    for (const folder of [out, null]) {
      const stop = new AbortController();
      const events = await client.save({ table, folder }, { signal: stop.signal });
      let rows = 0;
      for await (const event of events) {
        rows = event.rows;
        if (rows === 0) continue;
        // It is under way: a part of it is on the disk.
        expect(event.made).toBeNull();
        expect(readdirSync(folder ?? parts)).toHaveLength(1);
        stop.abort();
        break;
      }
      expect(rows).toBeGreaterThan(0);
      await expect.poll(() => readdirSync(folder ?? parts)).toEqual([]);
    }
  },
);

test('while the search is prepared an export is refused: it would leave out what can’t be found yet', {
  tags: 'long',
}, async () => {
  const { data, out } = longPast(PROJECTS);
  const { client } = openTestDesk(data);
  const early = client.tables.save({ table: HISTORY, folder: out }).then(last);
  await expect(early).rejects.toMatchObject({
    data: { code: 'notPossibleNow', userMessage: expect.stringContaining('preparing') },
  });
  expect(readdirSync(out)).toEqual([]);
});

/** A desk on such a past, once all of it can be found. */
async function openPast(projects: number, ports: Parameters<typeof openTestDesk>[2] = {}) {
  const { data, out } = longPast(projects);
  const { client, desk } = openTestDesk(data, {}, ports);
  await expect.poll(async () => (await client.history.search({})).indexing, { timeout: 30_000 }).toBeNull();
  return { client, data, desk, out };
}

async function last(events: AsyncIterable<TableEvent>): Promise<TableEvent> {
  let heard: TableEvent = { rows: 0, made: null };
  for await (const event of events) heard = event;
  return heard;
}

test('a list is written whole into a folder, replaces nothing there, and is shown where it went', {
  tags: 'long',
}, async () => {
  const shown: string[] = [];
  const { client, out } = await openPast(700, { reveal: (file) => shown.push(file) });
  const first = await last(await client.tables.save({ table: HISTORY, folder: out }));
  const name = first.made?.fileName ?? '';
  expect(name).toMatch(/^cleartake-history-\d{4}-\d\d-\d\d\.json$/);
  expect(first).toMatchObject({ rows: 700, made: { canShow: true } });
  expect(JSON.parse(readFileSync(path.join(out, name), 'utf8'))).toHaveLength(700);
  const second = await last(await client.tables.save({ table: HISTORY, folder: out }));
  expect(second.made?.fileName).toBe(name.replace('.json', ' (2).json'));
  const ledger = await last(await client.tables.save({ table: LEDGER, folder: out }));
  const rows = parse(readFileSync(path.join(out, ledger.made?.fileName ?? ''), 'utf8'), { bom: true }) as string[][];
  expect(rows).toHaveLength(ledger.rows + 1);
  expect(ledger.rows).toBeGreaterThan(700);
  expect(readdirSync(out)).toHaveLength(3);
  expect(await client.tables.show({ id: second.made?.id ?? '' })).toEqual({ shown: true });
  expect(await client.tables.show({ id: 'another' })).toEqual({ shown: false });
  expect(shown).toEqual([path.join(out, second.made?.fileName ?? '')]);
});

test('without a folder a list is fetched by its id; a folder that can’t be written to is refused', {
  tags: 'long',
}, async () => {
  const { client, data, desk, out } = await openPast(40);
  const { made } = await last(await client.tables.save({ table: HISTORY, folder: null }));
  expect(made?.canShow).toBe(false);
  const { fileName, filePath } = await desk.savedFile(made?.id ?? '');
  expect(fileName).toBe(made?.fileName);
  expect(JSON.parse(readFileSync(filePath, 'utf8'))).toHaveLength(40);
  rmSync(out, { recursive: true });
  const refused = client.tables.save({ table: HISTORY, folder: out }).then(last);
  await expect(refused).rejects.toMatchObject({ data: { code: 'outputUnwritable' } });
  expect(existsSync(out)).toBe(false);
  const page = createRouterClient(desk.pageRouter({ ...ANY_PATH, mayWriteTo: () => false }));
  const notGiven = page.tables.save({ table: HISTORY, folder: data }).then(last);
  await expect(notGiven).rejects.toMatchObject({ data: { code: 'pathNotGiven' } });
});
