import { afterAll, beforeAll, describe } from 'vitest';
import { type PostgresServer, startPostgres } from '../../harness/postgres/server.ts';
import { openBeside } from '../../harness/postgres/stores.ts';
import { describeServiceStore } from '../../integration/service/ports/service-store.contract.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

describe('at length', { tags: 'long' }, () => {
  describeServiceStore('PostgreSQL', () => openBeside(server), { lives: 60, rounds: 25 });
});
