import { expect, test, vi } from 'vitest';
import { createPublisher } from '../../../electron/core/queue/publisher.ts';
import type { QueueContext } from '../../../electron/core/queue/queue-context.ts';
import type { TotalsReader } from '../../../electron/core/queue/totals.ts';
import type { TotalsView } from '../../../shared/contract/views.ts';

function openPublisher() {
  const many = vi.fn(() => []);
  const read = vi.fn(() => ({}) as TotalsView);
  const store = {
    jobs: { many },
    recordings: { many: () => [] },
    generations: { ofJobs: () => [] },
    results: { many: () => [] },
  };
  const context = { store, connections: { list: () => [] } } as unknown as QueueContext;
  const totals: TotalsReader = { read, freshAfter: null };
  return { publisher: createPublisher(context, totals, () => false), many, read };
}

test('nothing is read after stop, whatever is told then', () => {
  vi.useFakeTimers();
  const { publisher, many, read } = openPublisher();
  publisher.subscribe(() => undefined);
  publisher.touch('one');
  publisher.stop();
  publisher.touch('two');
  publisher.announce();
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  expect([many, read].map((called) => called.mock.calls.length)).toEqual([0, 0]);
});

test('without a listener nothing is read; the revision still tells that something changed', () => {
  vi.useFakeTimers();
  const { publisher, many } = openPublisher();
  const before = publisher.revision;
  publisher.touch('one');
  vi.advanceTimersByTime(200);
  expect([publisher.revision, many.mock.calls.length]).toEqual([before + 1, 0]);
  const events: number[] = [];
  publisher.subscribe((event) => events.push(event.revision));
  publisher.touch('one');
  vi.advanceTimersByTime(200);
  vi.useRealTimers();
  expect(events).toEqual([before + 2]);
});
