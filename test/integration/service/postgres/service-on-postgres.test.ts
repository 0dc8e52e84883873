import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { readAddress } from '../../../../electron/service/store/postgres/connection/address.ts';
import { connect } from '../../../../electron/service/store/postgres/connection/locks.ts';
import { migrateDatabase } from '../../../../electron/service/store/postgres/connection/migrate.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { makeReceiverIdentity } from '../../../conformance/setup/certificate.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { PASSWORD, type PostgresServer, startPostgres } from '../../../harness/postgres/server.ts';
import { migratedDatabase, openStoreAt, POSTGRES_MIGRATIONS } from '../../../harness/postgres/stores.ts';
import { keptLog, startAgain, startService, temporaryFolder } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

const START = DEFAULT_PATHS.startGeneration['service-2'];
const PRICES = { 'service-2': 1000, 'service-3.5': 1000 };

let server: PostgresServer;
let certificate: string;
beforeAll(async () => {
  const identity = await makeReceiverIdentity();
  certificate = identity.certificate;
  server = await startPostgres(identity);
});
afterAll(() => server.remove());

const databaseAt = (address: string) => ({ address, migrationsDirectory: POSTGRES_MIGRATIONS });
const newDatabase = async () => databaseAt(server.address(await migratedDatabase(server)));

test('a service works with PostgreSQL, and finds everything again at its next start', async () => {
  const database = await newDatabase();
  const first = await startService({ database, configuration: { prices: PRICES } });
  const { apiProjectId } = await first.uploadedProject('samples', 'Täke "1"\0.wav');
  const { body: generation } = await first.post(START, { apiProjectId, params: { a: '\0', 10: 1, 2: 2 } });
  expect((await first.settled(generation)).status).toBe('complete');
  await first.close();
  // Nothing of it is in the data folder's own database.
  expect((await readFile(path.join(first.dataDirectory, 'service.sqlite'))).length).toBe(0);

  const again = await startAgain(first, { database, configuration: { prices: PRICES } });
  expect((await again.post(DEFAULT_PATHS.listProjects, {})).body.projects).toMatchObject([{ apiProjectId }]);
  const { body: account } = await again.post('/portal/billing/account', {}, again.adminKey);
  expect(account).toMatchObject({ tier: 'developer' });
  const download = await again.post(DEFAULT_PATHS.generationDownload, { ...generation, downloadType: 'audio' });
  expect(await (await fetch(download.body.downloadUrl ?? download.body.url)).text()).toContain('samples');
});

test('while the database is away, calls answer 503 with Retry-After; then everything goes on by itself', async () => {
  const engine = createFakeEngine();
  const log = keptLog();
  const service = await startService({ database: await newDatabase(), spawn: engine.spawn, log });
  const { apiProjectId } = await service.uploadedProject('samples');
  const { body: first } = await service.post(START, { apiProjectId });
  await service.settled(first);

  await server.kill();
  for (const [route, body] of [
    [DEFAULT_PATHS.listProjects, {}],
    [START, { apiProjectId }],
    [DEFAULT_PATHS.generationProgress, first],
  ] as const) {
    const answer = await service.post(route, body);
    expect([route, answer.status, answer.headers.get('retry-after')]).toEqual([route, 503, '5']);
  }
  await server.start();
  await until(async () => (await service.post(DEFAULT_PATHS.listProjects, {})).status === 200, 20_000);
  const { body: second } = await service.post(START, { apiProjectId });
  expect((await service.settled(second)).status).toBe('complete');
  expect(log.lines.join('\n')).not.toContain(encodeURIComponent(PASSWORD));
  expect(log.lines.join('\n')).not.toContain(PASSWORD);
});

test('a restoration that is under way when the database goes away is completed, and charged once', {
  tags: 'long',
}, async () => {
  const engine = createFakeEngine();
  const database = await newDatabase();
  const service = await startService({
    database,
    spawn: engine.spawn,
    configuration: { prices: PRICES },
    rehearsal: true,
  });
  const { apiProjectId } = await service.uploadedProject('samples');
  const { adminKey } = service;
  await service.post('/portal/rehearsal', { restorationDelayMs: 1500 }, adminKey);
  const { body: generation } = await service.post(START, { apiProjectId });
  await until(
    async () => (await service.post(DEFAULT_PATHS.generationProgress, generation)).body.status === 'processing',
  );
  await server.kill();
  await systemClock.sleep(2500);
  await server.start();
  await until(async () => (await service.post(DEFAULT_PATHS.listProjects, {})).status === 200, 20_000);
  expect((await service.settled(generation, undefined, 40_000)).status).toBe('complete');
  const { body: ledger } = await service.post('/portal/billing/ledger/list', {}, adminKey);
  const kinds = ledger.entries.map((entry: { kind: string }) => entry.kind);
  expect(kinds.filter((kind: string) => kind === 'charge')).toHaveLength(1);
});

test('a second service is told that the database is in use, and gets it when the first has ended', async () => {
  const address = server.address(await migratedDatabase(server));
  const first = await openStoreAt(address);
  await expect(openStoreAt(address)).rejects.toThrow(
    /Another Cleartake service uses the database 127\.0\.0\.1:\d+\/\w+ \(since .* UTC, from 127\.0\.0\.1\)/,
  );
  await first.close();
  await (await openStoreAt(address)).close();
});

test('services that start at once bring an empty database up to date once', async () => {
  await server.createDatabase('empty');
  const address = await readAddress(server.address('empty'));
  const clients = await Promise.all([1, 2, 3].map(() => connect(address)));
  await Promise.all(clients.map((client) => migrateDatabase(client, POSTGRES_MIGRATIONS)));
  await Promise.all(clients.map((client) => client.end()));
  expect(await server.query('empty', 'select count(*)::int as count from cleartake_migrations')).toEqual([
    { count: 1 },
  ]);
});

test.each([
  ['PGPASSWORD', async () => PASSWORD],
  ['PGPASSFILE', passwordFile],
])('the password may come from %s', async (name, value) => {
  const address = server.address(await migratedDatabase(server)).replace(/:[^:@]+@/, '@');
  await expect(openStoreAt(address)).rejects.toThrow(/refused the user or the password/);
  process.env[name] = await value();
  onTestFinished(() => {
    delete process.env[name];
  });
  await (await openStoreAt(address)).close();
});

test('a database of a newer version is refused', async () => {
  const name = await migratedDatabase(server);
  await server.query(name, "insert into cleartake_migrations (hash, created_at) values ('later', 9999999999999)");
  await expect(openStoreAt(server.address(name))).rejects.toThrow(/newer version of Cleartake/);
});

test('the certificate of the server is checked, by an authority of one’s own', async () => {
  const name = await migratedDatabase(server);
  const file = path.join(await temporaryFolder(), 'authority.pem');
  await writeFile(file, certificate);
  const strict = `${server.address(name)}?sslmode=verify-full`;
  await expect(openStoreAt(strict)).rejects.toThrow(/can’t be opened/);
  const store = await openStoreAt(`${strict}&sslrootcert=${encodeURIComponent(file)}`);
  onTestFinished(() => store.close());
  const encrypted = await server.query(name, 'select count(*)::int as count from pg_stat_ssl where ssl');
  expect(encrypted[0]?.count).toBeGreaterThan(0);
});

test.each([
  [
    'a wrong password',
    (address: string) => address.replace(/:[^:@]+@/, ':wrong-secret@'),
    /refused the user or the password/,
  ],
  ['a database that is missing', (address: string) => address.replace(/\w+$/, 'nowhere'), /nowhere doesn’t exist/],
  ['a server that is away', (address: string) => address.replace(/:\d+\//, ':1/'), /can’t be reached \(ECONNREFUSED\)/],
])('%s is said in a sentence, without the password', async (_, change, words) => {
  const failure = await openStoreAt(change(server.address(await migratedDatabase(server)))).catch((thrown) => thrown);
  expect(failure).toBeInstanceOf(RangeError);
  expect(failure.message).toMatch(words);
  expect(failure.message).not.toMatch(/secret|only for tests/);
});

/** As psql reads it: only its owner may. */
async function passwordFile(): Promise<string> {
  const file = path.join(await temporaryFolder(), 'passwords');
  const password = PASSWORD.replace(/[\\:]/g, (special) => `\\${special}`);
  await writeFile(file, `127.0.0.1:${server.port}:*:postgres:${password}\n`, { mode: 0o600 });
  return file;
}
