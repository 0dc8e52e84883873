import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import { DEFAULT_PATHS } from '../../../shared/service-api/routes.ts';
import { createFakeEngine } from '../../harness/engine/fake-engine.ts';
import { type PostgresServer, startPostgres } from '../../harness/postgres/server.ts';
import { migratedDatabase, POSTGRES_MIGRATIONS } from '../../harness/postgres/stores.ts';
import { readAnswer, startService, type TestProject } from '../../harness/service/test-service.ts';

const START = DEFAULT_PATHS.startGeneration['service-2'];
const PRICES = { 'service-2': 100, 'service-3.5': 100 };
const GENERATIONS = 60;
const STOPS = 6;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

test('the database stops at once, again and again, under load: nothing is lost, stuck or charged twice', {
  tags: 'long',
}, async () => {
  const database = await migratedDatabase(server);
  const service = await startService({
    database: { address: server.address(database), migrationsDirectory: POSTGRES_MIGRATIONS },
    spawn: createFakeEngine().spawn,
    configuration: { prices: PRICES, concurrency: 2, callsPerMinute: 1_000_000 },
  });
  const projects: TestProject[] = [];
  for (let number = 0; number < 6; number++) projects.push(await service.uploadedProject('samples'));

  /** As a client that repeats what was not answered. */
  async function start(number: number): Promise<string> {
    const apiProjectId = projects[number % projects.length]?.apiProjectId;
    for (;;) {
      const response = await fetch(`${service.baseUrl}${START}`, {
        method: 'POST',
        headers: { 'x-api-key': service.apiKey, 'idempotency-key': `start-${number}` },
        body: JSON.stringify({ apiProjectId }),
      });
      const { status, body } = await readAnswer(response);
      if (status === 200) return body.generationId;
      expect([status, response.headers.has('retry-after')]).toEqual([503, true]);
      await systemClock.sleep(100);
    }
  }

  const stopping = (async () => {
    for (let stop = 0; stop < STOPS; stop++) {
      await systemClock.sleep(400 + 300 * stop);
      await server.kill();
      await systemClock.sleep(200);
      await server.start();
    }
  })();
  const ids: string[] = [];
  for (let first = 0; first < GENERATIONS; first += 4) {
    ids.push(...(await Promise.all([0, 1, 2, 3].map((next) => start(first + next)))));
    await systemClock.sleep(250);
  }
  await stopping;

  expect(new Set(ids).size).toBe(GENERATIONS);
  const rows = () =>
    server.query(database, 'select status, failures, count(*)::int as count from generations group by 1, 2');
  const until = Date.now() + 120_000;
  const finished = [{ status: 'complete', failures: 0, count: GENERATIONS }];
  while (Date.now() < until && JSON.stringify(await rows()) !== JSON.stringify(finished)) await systemClock.sleep(500);
  expect(await rows()).toEqual(finished);
  const kinds = await server.query(
    database,
    'select kind, count(*)::int as count from ledger_entries group by 1 order by 1',
  );
  expect(kinds.filter(({ kind }) => kind === 'hold' || kind === 'charge' || kind === 'release')).toEqual([
    { kind: 'charge', count: GENERATIONS },
    { kind: 'hold', count: GENERATIONS },
  ]);
  const balances = await server.query(
    database,
    "select account, sum(amount)::int as sum from ledger_postings where account in ('held', 'reserved') group by 1 order by 1",
  );
  expect(balances).toEqual([
    { account: 'held', sum: 0 },
    { account: 'reserved', sum: 0 },
  ]);
});
