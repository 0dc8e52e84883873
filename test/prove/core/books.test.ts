import { expect, test } from 'vitest';
import { runBooks } from '../../harness/costs/run-books.ts';
import { writeBooks } from '../../harness/costs/written-books.ts';
import { MIGRATIONS } from '../../harness/service/test-service.ts';
import { depth } from '../depth.ts';

/** The benchmark of the same name takes 10,000 of each. */
const WRITTEN = depth(15, 60);
const DESKS = depth(1, 2);
const STEPS = 12;

test('after any work, retries, changed prices, refunds and deletions all books say the same, the service’s too', {
  tags: 'long',
  timeout: 300_000,
  retry: 0,
}, async () => {
  const { refunds, violations } = await writeBooks(WRITTEN, MIGRATIONS);
  expect(violations).toEqual([]);
  // Books in which nothing is given back would show nothing.
  expect(refunds).toBeGreaterThan(WRITTEN / 4);
});

test('after work, crashes, retries, changed prices, refunds and deletions on a real queue they do as well', {
  timeout: 300_000,
  retry: 0,
}, async () => {
  const seeds = Array.from({ length: DESKS }, (_, index) => index + 1);
  const { deletions, entries, priceChanges, spent, violations } = await runBooks(seeds, STEPS, MIGRATIONS);
  expect(violations).toEqual([]);
  expect(spent).toBeGreaterThan(0);
  expect(Math.min(deletions, priceChanges, entries.charge ?? 0, entries.refund ?? 0)).toBeGreaterThan(depth(0, 2));
});
