/** How fast a long past answers in History and Costs, asked as the page asks, and whether the desk stands still meanwhile. */

import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createRouterClient } from '@orpc/server';
import { costsHandlers } from '../../electron/core/features/costs/costs.ts';
import { historyHandlers } from '../../electron/core/features/history/history.ts';
import { createReader } from '../../electron/core/reading/reader.ts';
import { indexPath } from '../../electron/core/store/history-index/index-file.ts';
import { openStore } from '../../electron/core/store/open-store.ts';
import { nodeFiles } from '../../electron/platform/files/files.ts';
import { COST_BY } from '../../shared/domain/costs/cost-sums.ts';
import { historyFilter, SORTS } from '../../shared/domain/history/filter.ts';
import { writeLongPast } from '../harness/history/long-past.ts';
import { MIGRATIONS } from '../harness/store/released-store.ts';
import type { Bench } from './bench.ts';

const PROJECTS = Number(process.env.CLEARTAKE_HISTORY_PROJECTS ?? 100_000);
const UNTIL = Date.parse('2026-11-23T12:00:00Z');
const DAY = 86_400_000;
const QUARTER = 900_000;
const TARGETS = { firstPageMs: 10, searchMs: 30, filtersMs: 60, chartsMs: 100, ledgerMs: 100, longestBlockMs: 20 };
const ROUNDS = 12;

const SEARCHES = [
  'koln',
  'folge',
  'episode',
  'episode 99',
  '99123',
  'fail',
  'service 3.5',
  'ko',
  'tram',
  'zurich',
  'show 12',
  'nowhere',
];
const FILTERS: readonly unknown[] = [
  { states: ['failed'] },
  { models: ['service-3.5'], verdicts: ['rejected'], connections: ['cloud'] },
  { dates: 'last-30-days', states: ['done'], leastCost: 1_000_000 },
  { dates: { from: '2026-01-01', to: '2026-03-31' }, mostCost: 300_000, tags: ['Zürich'] },
  { show: '/Podcasts/Show 17', search: 'koln' },
  { batch: 'batch-1700' },
  { tags: ['summer'], verdicts: ['kept'], search: 'tram' },
  { search: 'folge', states: ['cancelled'], connections: ['studio', 'cloud'], leastCost: 2_000_000 },
  { search: 'episode interview', dates: 'this-year', verdicts: ['none'], models: ['service-2'] },
  { search: 'e 1', leastCost: 7_000_000, mostCost: 7_500_000 },
  { search: 'nowhere', states: ['done'] },
];

/** Beginnings of so many periods and the end of the last one, as a chart has them. */
function periods(count: number, days: number): number[] {
  return Array.from(
    { length: count + 1 },
    (_, n) => Math.round((UNTIL - (count - n) * days * DAY) / QUARTER) * QUARTER,
  );
}

function openDesk(database: string) {
  const store = openStore(database, MIGRATIONS, nodeFiles);
  const clock = { now: () => UNTIL };
  const reader = createReader({ clock, database, store });
  const connections = { client: () => Promise.reject(new Error('No service is asked')) };
  const { account: _, ...costs } = costsHandlers({ connections, reader });
  return {
    client: createRouterClient({ history: historyHandlers({ clock, files: nodeFiles }, store, reader), costs }),
    close: async () => {
      await reader.close();
      store.close();
    },
  };
}

type Client = ReturnType<typeof openDesk>['client'];
type Call = () => Promise<unknown>;

function callsOf({ costs, history }: Client) {
  const search = (filter: unknown) => () => history.search({ filter: historyFilter.parse(filter), limit: 100 });
  const months = periods(120, 365.25 / 12);
  const filters = [{}, { connectionId: 'cloud' }, { model: 'service-3.5' as const }, { batchId: 'batch-1700' }];
  return {
    firstPageMs: [search({})],
    searchMs: SEARCHES.map((text) => search({ search: text })),
    filtersMs: FILTERS.map(search),
    chartsMs: filters.flatMap((filter): Call[] => [
      () => costs.overview({ starts: months, filter }),
      () => costs.overview({ starts: periods(12, 30.4), filter: { ...filter, from: UNTIL - 365 * DAY, to: UNTIL } }),
      () => costs.overview({ starts: periods(30, 1), filter: { ...filter, from: UNTIL - 30 * DAY, to: UNTIL } }),
      ...COST_BY.map((by) => () => costs.by({ by, filter })),
    ]),
    ledgerMs: [...filters, { folder: '/Podcasts/Show 17/' }].flatMap((filter): Call[] => [
      () => costs.ledger({ filter }),
      () => costs.ledger({ filter, kinds: ['refund'] }),
    ]),
    sortedMs: SORTS.flatMap((by) =>
      FILTERS.map(
        (filter) => () => history.search({ filter: historyFilter.parse(filter), sort: { by, order: 'asc' } }),
      ),
    ),
    groupsMs: [{}, ...FILTERS].flatMap((filter) =>
      (['batch', 'show'] as const).map((by) => () => history.groups({ filter: historyFilter.parse(filter), by })),
    ),
    choicesMs: [() => history.choices()],
  } satisfies Record<string, readonly Call[]>;
}

export const bench: Bench = {
  measures: `The worst of six figures against its own target, with ${PROJECTS} projects, ${PROJECTS * 2} generations and ${PROJECTS * 6} ledger rows over years: p95 of a first page 10 ms, of a search 30 ms, of combined filters 60 ms, of a chart or table of costs 100 ms, of a page of the ledger 100 ms; the desk's event loop blocked for 20 ms`,
  unit: '× its target',
  target: 1,
  better: 'lower',
  run: async (folder) => {
    const database = path.join(folder, 'cleartake.sqlite');
    const writeSeconds = (await timed(() => writeInProcess(database))) / 1000;
    const desk = openDesk(database);
    const delays = monitorEventLoopDelay({ resolution: 1 });
    try {
      delays.enable();
      const indexSeconds = (await timed(() => complete(desk.client))) / 1000;
      const longestWhileIndexingMs = delays.max / 1e6;
      const calls = callsOf(desk.client);
      const empty = searchOfNothing(desk.client);
      for (const call of Object.values(calls).flat()) await call();
      delays.reset();
      const found: Record<string, number> = {};
      for (const [name, own] of Object.entries(calls)) {
        const { median, p95 } = await measure(own, empty, name === 'firstPageMs' ? 100 : ROUNDS);
        found[name] = p95;
        found[`${name.slice(0, -2)}MedianMs`] = median;
      }
      found.longestBlockMs = delays.max / 1e6;
      const details = { ...found, longestWhileIndexingMs, writeSeconds, indexSeconds, load: loadavg()[0] ?? 0 };
      return {
        value: Math.max(...Object.entries(TARGETS).map(([name, target]) => (found[name] ?? 0) / target)),
        details: {
          ...Object.fromEntries(Object.entries(details).map(([name, value]) => [name, Number(value.toPrecision(3))])),
          databaseMiB: mebibytes(database),
          indexMiB: mebibytes(indexPath(database)),
        },
      };
    } finally {
      delays.disable();
      await desk.close();
    }
  },
};

/** In a process of its own: what half a minute of writing leaves to its event loop isn't the desk's. */
function writeInProcess(database: string): void {
  execFileSync(process.execPath, [import.meta.filename, database], { stdio: 'inherit' });
}

/** A search that finds nothing: what the desk remembers of the one before is of no use to the next. */
function searchOfNothing({ history }: Client): Call {
  return () => history.search({ filter: historyFilter.parse({ batch: 'none' }), limit: 1 });
}

async function complete({ history }: Client): Promise<void> {
  while ((await history.search({ limit: 1 })).indexing !== null)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Milliseconds. */
async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Each call in turn, so that no two in a row are the same. */
async function measure(calls: readonly Call[], between: Call, rounds: number) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const call of calls) {
      await between();
      times.push(await timed(call));
    }
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

function mebibytes(file: string): number {
  return Math.round((statSync(file).size / 2 ** 20) * 10) / 10;
}

const [, program, target] = process.argv;
if (program === import.meta.filename && target !== undefined) writeLongPast(target, PROJECTS, UNTIL);
