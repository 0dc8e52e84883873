import { expect, test, vi } from 'vitest';
import { createPublisher } from '../../../../electron/core/queue/views/publisher.ts';
import type { TotalsReader } from '../../../../electron/core/queue/views/totals.ts';
import type { ViewPorts } from '../../../../electron/core/queue/views/views.ts';
import type { TotalsView } from '../../../../shared/contract/views.ts';
import { createVirtualClock } from '../../../harness/time/virtual-clock.ts';

function openPublisher() {
  const many = vi.fn((_ids: readonly string[]) => []);
  const read = vi.fn(() => ({}) as TotalsView);
  const store = {
    jobs: { many },
    recordings: { many: () => [] },
    generations: { ofJobs: () => [] },
    results: { many: () => [] },
    moneyRecords: { ofJobs: () => ({ ofJob: new Map(), ofGeneration: new Map() }) },
    measured: { heardAmong: () => new Set() },
  };
  const clock = createVirtualClock();
  const context = { ports: { clock }, store, connections: { list: () => [] } } as unknown as ViewPorts;
  const totals: TotalsReader = { read, freshAfter: null };
  return { publisher: createPublisher(context, totals), clock, many, read };
}

test('nothing is read after stop, whatever is told then', async () => {
  const { clock, publisher, many, read } = openPublisher();
  publisher.subscribe(() => undefined);
  publisher.touch('one');
  publisher.stop();
  publisher.touch('two');
  publisher.announce();
  await clock.advance(5000);
  expect([many, read].map((called) => called.mock.calls.length)).toEqual([0, 0]);
});

test('without a listener nothing is read; the revision still tells that something changed', async () => {
  const { clock, publisher, many } = openPublisher();
  const before = publisher.revision;
  publisher.touch('one');
  await clock.advance(200);
  expect([publisher.revision, many.mock.calls.length]).toEqual([before + 1, 0]);
  const events: number[] = [];
  publisher.subscribe((event) => events.push(event.revision));
  publisher.touch('one');
  await clock.advance(200);
  expect(events).toEqual([before + 2]);
});

test('many changes are told in several events, one soon after the other', async () => {
  const { clock, publisher, many } = openPublisher();
  publisher.subscribe(() => undefined);
  for (let index = 0; index < 120; index++) publisher.touch(`job ${index}`);
  await clock.advance(100);
  expect(many.mock.calls.map(([ids]) => ids.length)).toEqual([50, 50, 20]);
});
