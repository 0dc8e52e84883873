import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openDatabase } from '../../../../electron/platform/sqlite.ts';
import * as schema from '../../../../electron/service/store/sqlite/schema/all.ts';
import { openSqliteStore } from '../../../../electron/service/store/sqlite/sqlite-store.ts';
import { type PostgresServer, startPostgres } from '../../../harness/postgres/server.ts';
import { openBeside } from '../../../harness/postgres/stores.ts';
import { MIGRATIONS, temporaryFolder } from '../../../harness/service/test-service.ts';
import { describeServiceStore, type OpenedForContract } from './service-store.contract.ts';

const DEPTH = { lives: 2, rounds: 1 };

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

describeServiceStore('SQLite', openSqlite, DEPTH);
describeServiceStore('PostgreSQL', () => openBeside(server), DEPTH);

async function openSqlite(): Promise<OpenedForContract> {
  const file = path.join(await temporaryFolder(), 'service.sqlite');
  const store = openSqliteStore(file, MIGRATIONS);
  const beside = openDatabase({ path: file, schema });
  return {
    store,
    execute: async (sql) => void beside.raw.exec(sql),
    close: async () => {
      beside.close();
      await store.close();
    },
  };
}
