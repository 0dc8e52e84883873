import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AT_ONCE,
  AT_ONCE_PER_ACCOUNT,
  AT_ONCE_PER_ENDPOINT,
  chooseDue,
  type DueDelivery,
  dueInList,
  type RoundRobin,
} from '../../../electron/service/rules/webhooks/fairness.ts';

/** So many deliveries at each endpoint of each account: `[[2, 1], [5]]` has two accounts, the first with two endpoints. */
function backlog(accounts: readonly (readonly number[])[]): DueDelivery[] {
  return accounts.flatMap((endpoints, account) =>
    endpoints.flatMap((count, endpoint) =>
      Array.from({ length: count }, (_, index) => ({
        userId: `usr_${account}`,
        endpointId: `whe_${account}_${endpoint}`,
        deliveryId: `dlv_${account}_${endpoint}_${index}`,
      })),
    ),
  );
}

const idle: RoundRobin = { inFlight: [], lastAccount: '', lastEndpoints: new Map() };

function choose(due: readonly DueDelivery[], round: RoundRobin) {
  return chooseDue(dueInList(due), round);
}

function most<Item>(items: readonly Item[], name: (item: Item) => string): number {
  return Math.max(0, ...[...Map.groupBy(items, name).values()].map((list) => list.length));
}

test('no ceiling is passed, nothing begins twice, and no slot stays free while something may begin', async () => {
  const accounts = fc.array(fc.array(fc.nat(12), { maxLength: 8 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(accounts, fc.nat(2 ** 30), async (counts, seed) => {
      const due = backlog(counts);
      // What is in flight is what an earlier look chose.
      const before = await choose(due, { ...idle, lastAccount: `usr_${seed % 12}` });
      const inFlight = before.filter((_, index) => (seed >> (index % 30)) % 2 === 0);
      const chosen = await choose(due, { ...idle, inFlight });
      const all = [...inFlight, ...chosen];
      expect(new Set(all.map(({ deliveryId }) => deliveryId)).size).toBe(all.length);
      expect(all.length).toBeLessThanOrEqual(AT_ONCE);
      expect(most(all, ({ userId }) => userId)).toBeLessThanOrEqual(AT_ONCE_PER_ACCOUNT);
      expect(most(all, ({ endpointId }) => endpointId)).toBeLessThanOrEqual(AT_ONCE_PER_ENDPOINT);
      const taken = (field: 'userId' | 'endpointId', value: string) => all.filter((one) => one[field] === value).length;
      const left = due.filter(
        (one) =>
          !all.includes(one) &&
          taken('userId', one.userId) < AT_ONCE_PER_ACCOUNT &&
          taken('endpointId', one.endpointId) < AT_ONCE_PER_ENDPOINT,
      );
      if (all.length < AT_ONCE) expect(left).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('each account gets as much as any other before one gets more', async () => {
  const chosen = await choose(backlog([[4, 4, 4, 4], [4, 4, 4, 4], [4, 4, 4, 4], [4, 4, 4, 4], [3, 2], [1]]), idle);
  const counts = Map.groupBy(chosen, ({ userId }) => userId);
  const shares = [...counts.values()].map((list) => list.length);
  expect(shares.sort((one, other) => one - other)).toEqual([1, 5, 14, 14, 15, 15]);
});

test('the account and the endpoint that were served last come last', async () => {
  const due = backlog([[1, 1, 1], [1]]);
  const round = { ...idle, lastAccount: 'usr_0', lastEndpoints: new Map([['usr_0', 'whe_0_1']]) };
  expect((await choose(due, round)).map(({ endpointId }) => endpointId)).toEqual([
    'whe_1_0',
    'whe_0_2',
    'whe_0_0',
    'whe_0_1',
  ]);
});
