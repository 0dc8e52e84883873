/** What every store of the service has to do where money is counted: run against each implementation of the port. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invoiceNames } from '../../../../electron/service/rules/billing/invoices.ts';
import type { NewGeneration } from '../../../../electron/service/store/records.ts';
import type { ServiceStore } from '../../../../electron/service/store/store.ts';
import { applyCommand, BOOK_USER, type Book, openBook } from '../../../harness/money/book.ts';
import { twoLives } from '../../../harness/money/commands.ts';
import { readAccount, readBook } from '../../../harness/money/read-account.ts';
import { accountIn, type SqliteAccount } from '../../../harness/money/sqlite-account.ts';

export interface OpenedForContract {
  readonly store: ServiceStore;
  /** Runs a statement past the store, as a person with a database tool could. */
  execute(sql: string): Promise<void>;
  close(): Promise<void>;
}

export interface ContractDepth {
  /** Pairs of random lives of accounts that are compared with their books. */
  readonly lives: number;
  /** Rounds of each race. */
  readonly rounds: number;
}

const NEIGHBOR = `${BOOK_USER}2`;
const PRICE = 1_000;
const SECONDS = 60;
const QUOTE = { billableSeconds: SECONDS, pricePerSecond: PRICE, uploadedAt: null };
const HELD = SECONDS * PRICE;
const FAILURE = { error: 'Failed.', errorDetails: { code: 'unexpected' } };
const [KEY_ID, PROJECT_ID] = ['key_1', 'prj_1'];
const FIELDS = {
  userId: BOOK_USER,
  keyId: KEY_ID,
  projectId: PROJECT_ID,
  sampling: null,
  params: null,
  hasVideo: false,
};

/** @param open a store with nothing in it */
export function describeServiceStore(name: string, open: () => Promise<OpenedForContract>, depth: ContractDepth): void {
  async function use(look: (account: SqliteAccount, opened: OpenedForContract) => Promise<void>): Promise<void> {
    const opened = await open();
    try {
      const account = await accountIn(opened.store, BOOK_USER);
      await account.apply({ kind: 'method', label: 'Card' });
      await account.apply({ kind: 'upgrade' });
      await look(account, opened);
    } finally {
      await opened.close();
    }
  }

  const newGeneration = (account: SqliteAccount, generationId: string): NewGeneration => ({
    ...FIELDS,
    generationId,
    model: 'service-2',
    createdAt: account.now(),
  });
  const metered = ({ userId, now }: SqliteAccount, { generationId, keyId, model }: NewGeneration) => ({
    generationId,
    userId,
    keyId,
    model,
    billableSeconds: SECONDS,
    recordedAt: now(),
  });
  const times = (count: number) => Array.from({ length: count }, (_, index) => index);
  const balances = async ({ store, userId, now }: SqliteAccount) =>
    (await store.billing.account(userId, now())).state.balances;

  test(`${name}: of forty starts at once, a limit of three lets three through`, async () => {
    for (const _ of times(depth.rounds)) {
      await use(async (account) => {
        const { generations } = account.store;
        await account.apply({ kind: 'limit', limit: 3 * HELD });
        const wanted = times(40).map((index) => newGeneration(account, `gen_${index}`));
        const outcomes = await Promise.all(wanted.map((one) => generations.start(one, QUOTE, null)));
        expect(outcomes.filter(({ kind }) => kind === 'started')).toHaveLength(3);
        expect(new Set(outcomes.map(({ kind }) => kind)).size).toBe(2);
        expect((await balances(account)).held).toBe(3 * HELD);
        expect(await generations.list(PROJECT_ID)).toHaveLength(3);
      });
    }
  });

  test(`${name}: the same idempotency key at once starts one generation and creates one project`, async () => {
    for (const _ of times(depth.rounds)) {
      await use(async (account) => {
        const { generations, projects } = account.store;
        const idempotency = { idempotencyKey: 'once', fingerprint: 'same' };
        const wanted = times(12).map((index) => newGeneration(account, `gen_${index}`));
        const outcomes = await Promise.all(wanted.map((one) => generations.start(one, QUOTE, idempotency)));
        const ids = outcomes.map((one) => ('generation' in one ? one.generation.generationId : one.kind));
        expect(new Set(ids).size).toBe(1);
        expect(outcomes.filter(({ kind }) => kind === 'started')).toHaveLength(1);
        expect((await balances(account)).held).toBe(HELD);

        const media = { originalFileName: 'b.wav', contentType: 'audio/wav', fileFormat: null, params: null };
        const project = { userId: BOOK_USER, keyId: KEY_ID, ...media, createdAt: account.now() };
        const created = await Promise.all(
          times(12).map((index) => projects.create({ ...project, projectId: `prj_new_${index}` }, idempotency)),
        );
        expect(created.filter(({ kind }) => kind === 'created')).toHaveLength(1);
        expect(new Set(created.map((one) => ('project' in one ? one.project.projectId : one.kind))).size).toBe(1);
      });
    }
  });

  test(`${name}: a generation that is completed, failed and cancelled at once ends once, and is charged or released`, async () => {
    for (const round of times(depth.rounds)) {
      await use(async (account) => {
        const { generations, billing } = account.store;
        const generation = newGeneration(account, `gen_${round}`);
        await generations.start(generation, QUOTE, null);
        await generations.claimNext(account.now());
        const { generationId } = generation;
        const output = {
          generationId,
          downloadType: 'audio',
          fileName: 'audio.wav',
          extension: 'wav',
          contentType: 'audio/wav',
          bytes: 1,
          sha256: '',
        };
        const complete = () =>
          generations.complete(generationId, [output], metered(account, generation), account.now());
        const fail = () => generations.fail(generationId, ['queued', 'processing'], FAILURE, account.now());
        const ended = await Promise.all([complete(), fail(), complete(), fail(), complete(), fail()]);
        expect(ended.filter(Boolean)).toHaveLength(1);
        const { held, reserved, revenue } = await balances(account);
        const isComplete = (await generations.findById(generationId))?.status === 'complete';
        expect([held, reserved, revenue]).toEqual([0, 0, isComplete ? -HELD : 0]);
        const kinds = (await billing.listLedger(account.userId, { limit: 100, before: null }))?.map(({ kind }) => kind);
        expect(kinds?.filter((kind) => kind === 'charge' || kind === 'release')).toHaveLength(1);
        expect(await billing.listUsage(account.userId, { limit: 9, before: null })).toHaveLength(isComplete ? 1 : 0);
      });
    }
  });

  test(`${name}: many that claim at once get each generation once, and alone they come in their order`, async () => {
    await use(async (account) => {
      const { generations } = account.store;
      for (const index of times(24)) await generations.start(newGeneration(account, `gen_${index}`), QUOTE, null);
      const claimed = await Promise.all(times(12).map(() => generations.claimNext(account.now())));
      expect(new Set(claimed.map((one) => one?.generationId)).size).toBe(12);
      const except = ['gen_12', 'gen_13'];
      const rest = [];
      for (let next = await generations.claimNext(account.now(), except); next !== null; ) {
        rest.push(next.generationId);
        next = await generations.claimNext(account.now(), except);
      }
      expect(rest).toEqual(times(10).map((index) => `gen_${index + 14}`));
      expect(await generations.requeueInterrupted(account.now())).toBe(22);
      expect((await generations.claimNext(account.now()))?.generationId).toBe('gen_0');
    });
  });

  test(`${name}: two keys that stop each other at once don’t both succeed`, async () => {
    for (const _ of times(depth.rounds)) {
      await use(async ({ store, userId, now }) => {
        const [mine] = await store.keys.list(userId);
        if (mine === undefined) throw new Error('There is no key');
        const admin = { ...mine, keyPrefix: 'ct_admin', secretHash: 'hash', createdAt: 1 };
        for (const keyId of ['key_a', 'key_b']) await store.keys.add({ ...admin, keyId }, mine.keyId);
        const stopped = await Promise.all([
          store.keys.setStatus(userId, 'key_a', 'inactive', 'key_b', now()),
          store.keys.setStatus(userId, 'key_b', 'inactive', 'key_a', now()),
        ]);
        expect(stopped.filter(({ kind }) => kind === 'done')).toHaveLength(1);
        const active = (await store.keys.list(userId)).filter(({ status }) => status === 'active');
        expect(active).toHaveLength(2);
      });
    }
  });

  test(`${name}: accounts behave like their books, whatever happens to their neighbor`, async () => {
    await fc.assert(
      fc.asyncProperty(twoLives(), async (turns) => {
        const opened = await open();
        try {
          const both = [await accountIn(opened.store, BOOK_USER), await accountIn(opened.store, NEIGHBOR)] as const;
          const books = both.map(({ userId }) => openBook(userId, invoiceNames(userId)));
          for (const [who, command] of turns) {
            expect(await both[who].apply(command)).toBe(applyCommand(books[who] as Book, command));
          }
          for (const [who, book] of books.entries())
            expect(await readAccount(both[who] as SqliteAccount)).toEqual(readBook(book));
        } finally {
          await opened.close();
        }
      }),
      { numRuns: depth.lives },
    );
  });

  test(`${name}: nobody changes what was written for good`, async () => {
    await use(async (account, { execute }) => {
      await account.apply({ kind: 'alerts', amounts: [1] });
      await account.apply({ kind: 'start', seconds: 60, pricePerSecond: 1_000_000 });
      await account.apply({ kind: 'complete', which: 0, seconds: 60 });
      await account.apply({ kind: 'withdraw', which: 0, pays: true, dies: false });
      const kept = [
        'ledger_entries',
        'ledger_postings',
        'usage',
        'generation_quotes',
        'reached_alerts',
        'bank_withdrawals',
        'audit_entries',
        'invoices',
      ];
      for (const table of kept) await expect(execute(`delete from ${table}`), table).rejects.toThrow();
      await expect(execute('update ledger_postings set amount = amount + 1')).rejects.toThrow();
      await expect(execute('update ledger_entries set month = 1')).rejects.toThrow();
      await expect(execute('update usage set amount = 0')).rejects.toThrow();
      await expect(execute('update audit_entries set action = target')).rejects.toThrow();
      await expect(execute('update invoices set total = 0')).rejects.toThrow(/never changes/);
      await expect(execute("update invoices set status = 'open'")).rejects.toThrow(/paid invoice never changes/);
      const unbalanced = `insert into ledger_postings (sequence, account, user_id, month, amount, balance)
        select max(sequence), 'carried', '${BOOK_USER}', max(month), 1, 100 from ledger_entries`;
      await expect(execute(unbalanced)).rejects.toThrow(/not the sum of its postings/);
    });
  });
}
