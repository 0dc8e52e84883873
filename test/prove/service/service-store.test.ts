import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../../electron/service/store/sqlite/sqlite-store.ts';
import { BOOK_USER } from '../../harness/money/book.ts';
import { anyLife } from '../../harness/money/commands.ts';
import { readAccount } from '../../harness/money/read-account.ts';
import { accountIn, type SqliteAccount } from '../../harness/money/sqlite-account.ts';
import { type PostgresServer, startPostgres } from '../../harness/postgres/server.ts';
import { openBeside } from '../../harness/postgres/stores.ts';
import { MIGRATIONS, temporaryFolder } from '../../harness/service/test-service.ts';
import { describeServiceStore } from '../../integration/service/ports/service-store.contract.ts';

const LIVES = 40;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

describe('at length', { tags: 'long' }, () => {
  describeServiceStore('PostgreSQL', () => openBeside(server), { lives: 60, rounds: 25 });

  test('the same calls leave the same ledger, invoices and audit log in both stores', async () => {
    const folder = await temporaryFolder();
    let made = 0;
    await fc.assert(
      fc.asyncProperty(anyLife(), async (commands) => {
        const stores = [
          openSqliteStore(path.join(folder, `${++made}.sqlite`), MIGRATIONS),
          (await openBeside(server)).store,
        ] as const;
        try {
          const [one, other] = [await accountIn(stores[0], BOOK_USER), await accountIn(stores[1], BOOK_USER)];
          for (const command of commands) expect(await other.apply(command)).toBe(await one.apply(command));
          expect(await readAccount(other)).toEqual(await readAccount(one));
          expect(await auditOf(other)).toEqual(await auditOf(one));
        } finally {
          for (const store of stores) await store.close();
        }
      }),
      { numRuns: LIVES },
    );
  });
});

/** What was written, without the identifiers that each database draws. */
async function auditOf({ store, userId }: SqliteAccount) {
  const entries = (await store.audit.list(userId, { limit: 1_000, before: null })) ?? [];
  return entries.map(({ sequence: _order, auditId: _drawn, ...entry }) => entry);
}
