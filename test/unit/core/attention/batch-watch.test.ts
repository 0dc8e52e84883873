import { expect, test } from 'vitest';
import type { Attention } from '../../../../electron/core/ports.ts';
import { watchBatch } from '../../../../electron/core/queue/attention/batch-watch.ts';
import { createListeners } from '../../../../electron/platform/disposal.ts';
import { NO_TOTALS } from '../../../../renderer/state/queue-store.ts';
import type { RunSummary, RunView, TotalsView } from '../../../../shared/contract/views.ts';
import { noticeWords } from '../../../../shared/domain/batch/batch-notice.ts';
import { createVirtualClock } from '../../../harness/time/virtual-clock.ts';

const NO_SUMMARY: RunSummary = {
  ...{
    done: 0,
    failed: 0,
    cancelled: 0,
    inReview: 0,
    couldBeBetter: 0,
    delivered: 0,
    charged: 0,
    unpriced: 0,
    quoted: 0,
    reused: 0,
    saved: 0,
    paidAgain: 0,
    batchId: null,
  },
  ...{ startedAt: 0, finishedAt: 0, folders: [], connections: [] },
};

function at(progress: number): RunView {
  const counts = { started: 4, done: 0, failed: 0, cancelled: 0 };
  return { ...counts, progress, failedShare: 0, secondsLeft: null, startedAt: 0, finishedAt: null };
}

/** A host that writes down what it is told. */
function openBatch(first: Partial<TotalsView> = {}, tells = { tellsEnd: true, tellsNeed: true }) {
  const clock = createVirtualClock();
  const listeners = createListeners<TotalsView>();
  const told: unknown[][] = [];
  const attention: Attention = {
    progress: (progress) => void told.push(['progress', progress?.share ?? null, progress?.needsPerson ?? null]),
    badge: (count) => void told.push(['badge', count]),
    notice: (notice) => void told.push(['notice', notice]),
    power: (working) => void told.push(['power', working]),
    question: async () => ({ answer: 'stay', remember: false }),
  };
  let totals: TotalsView = { ...NO_TOTALS, ...first };
  let parked = 0;
  /** As the book of runs does: what ended since the last run. */
  let base = { done: totals.done, failed: totals.failed };
  let isOpen = false;
  const ended: RunSummary[] = [];
  const seenAtWork: boolean[] = [];
  const book = {
    get isOpen() {
      return isOpen;
    },
    end: () => {
      if (!isOpen) return null;
      isOpen = false;
      const { done, failed } = totals;
      const summary = { ...NO_SUMMARY, done: done - base.done, failed: failed - base.failed };
      base = { done, failed };
      return summary;
    },
  };
  const watch = watchBatch({
    attention,
    book,
    clock,
    ended: (summary, hasWorked) => {
      ended.push(summary);
      seenAtWork.push(hasWorked);
    },
    tellsEnd: () => tells.tellsEnd,
    tellsNeed: () => tells.tellsNeed,
    readTotals: () => totals,
    countParked: () => parked,
    subscribe: listeners.add,
  });
  return {
    clock,
    told,
    ended,
    seenAtWork,
    watch,
    park: (count: number) => {
      parked = count;
    },
    become: (changes: Partial<TotalsView>, announced = true) => {
      totals = { ...totals, ...changes };
      if (totals.active > 0) isOpen = true;
      if (announced) listeners.notify(totals);
    },
    of: (what: string) => told.filter(([name]) => name === what).map(([, value]) => value),
  };
}

test('a batch keeps the computer awake while it runs, and ends in one notice with its own figures', async () => {
  const { become, clock, ended, of, watch } = openBatch({ jobs: 9, done: 4, failed: 1 });
  expect(watch.isWorking).toBe(false);
  become({ active: 2, waiting: 2, run: at(0.1) });
  expect([watch.isWorking, of('power')]).toEqual([true, [true]]);
  become({ active: 1, waiting: 0, run: at(0.9), done: 7 });
  become({ active: 0, run: at(1), done: 7, failed: 2 });
  expect(of('notice')).toEqual([]);
  await clock.advance(3000);
  expect(watch.isWorking).toBe(false);
  expect(of('power')).toEqual([true, false]);
  expect(of('progress')).toEqual([0.1, 0.9, 1, null]);
  expect(of('notice')).toEqual([{ kind: 'ended', done: 3, failed: 1, inReview: 0 }]);
  expect(ended).toEqual([{ ...NO_SUMMARY, done: 3, failed: 1 }]);
  await clock.advance(60_000);
  expect(of('notice')).toHaveLength(1);
});

test('the next batch counts from where the last one ended', async () => {
  const { become, clock, of } = openBatch();
  become({ active: 1 });
  become({ active: 0, done: 1 });
  await clock.advance(3000);
  become({ active: 1 });
  become({ active: 0, done: 3 });
  await clock.advance(3000);
  expect(of('notice')).toEqual([
    { kind: 'ended', done: 1, failed: 0, inReview: 0 },
    { kind: 'ended', done: 2, failed: 0, inReview: 0 },
  ]);
});

test('a batch that nobody saw at work ends too, and its end is told apart', async () => {
  const { become, clock, ended, seenAtWork } = openBatch();
  become({ active: 1 }, false);
  become({ active: 0, done: 1 });
  await clock.advance(3000);
  expect([ended, seenAtWork]).toEqual([[{ ...NO_SUMMARY, done: 1 }], [false]]);
});

test('rows that change without work don’t put the end off', async () => {
  const { become, clock, ended } = openBatch();
  become({ active: 1 });
  for (let second = 0; second < 6; second++) {
    become({ active: 0, done: 1 });
    await clock.advance(1000);
  }
  expect(ended).toHaveLength(1);
});

test('a gap between two stages is no end, and an end that no event announces is still seen', async () => {
  const { become, clock, of } = openBatch();
  become({ active: 1 });
  become({ active: 0 });
  await clock.advance(1000);
  become({ active: 1 });
  await clock.advance(10_000);
  expect(of('power')).toEqual([true]);
  become({ active: 0, done: 1 }, false);
  await clock.advance(5000);
  expect(of('notice')).toEqual([{ kind: 'ended', done: 1, failed: 0, inReview: 0 }]);
});

test('a wait that ends by itself keeps the batch going; a pause lets the computer sleep without a notice', async () => {
  const { become, clock, of } = openBatch();
  become({ active: 1, waiting: 1 });
  become({ active: 0, waiting: 1 });
  await clock.advance(60_000);
  expect(of('power')).toEqual([true]);
  become({ paused: true });
  await clock.advance(3000);
  expect(of('power')).toEqual([true, false]);
  expect(of('notice')).toEqual([]);
});

test('what needs the person is told once, until nothing does', async () => {
  const { become, clock, of } = openBatch();
  become({ active: 3 });
  become({ active: 2, needsYou: 1 });
  become({ active: 1, needsYou: 2 });
  expect(of('notice')).toEqual([{ kind: 'needs-person', recordings: 1, connections: 0 }]);
  expect(of('badge')).toEqual([1, 2]);
  become({ active: 0, done: 1 });
  await clock.advance(3000);
  expect(of('notice')).toHaveLength(1);
  become({ active: 1, needsYou: 0 });
  become({ active: 0, done: 3 });
  await clock.advance(3000);
  expect(of('notice').at(-1)).toEqual({ kind: 'ended', done: 3, failed: 0, inReview: 0 });
  expect(of('badge')).toEqual([1, 2, 0]);
});

test('a connection that waits for its key or for billing needs the person, and no longer keeps the computer awake', async () => {
  const { become, clock, of, park } = openBatch();
  become({ active: 1, waiting: 4 });
  park(1);
  become({ active: 0, waiting: 5 });
  await clock.advance(3000);
  expect(of('notice')).toEqual([{ kind: 'needs-person', recordings: 0, connections: 1 }]);
  expect(of('power')).toEqual([true, false]);
});

test('what needed the person when the desk opened is shown, not announced', () => {
  const { of } = openBatch({ needsYou: 2 });
  expect([of('badge'), of('notice')]).toEqual([[2], []]);
});

test('a desk that closes lets the computer sleep, and tells nothing more', async () => {
  const { become, clock, of, told, watch } = openBatch();
  become({ active: 1 });
  watch.stop();
  expect(of('power')).toEqual([true, false]);
  const before = told.length;
  become({ active: 0, done: 1 });
  await clock.advance(10_000);
  expect(told).toHaveLength(before);
});

test('whoever wants no notices gets none; badge and power stay', async () => {
  const { become, clock, of } = openBatch({}, { tellsEnd: false, tellsNeed: false });
  become({ active: 1 });
  become({ active: 1, needsYou: 1 });
  become({ active: 0, needsYou: 0, done: 1 });
  await clock.advance(3000);
  expect(of('notice')).toEqual([]);
  expect(of('badge')).toEqual([1, 0]);
  expect(of('power')).toEqual([true, false]);
});

test('the notice of the end says what failed and what is held back', () => {
  const words = (done: number, failed: number, inReview: number) => {
    const { body, title } = noticeWords({ kind: 'ended', done, failed, inReview });
    return `${title}: ${body}`;
  };
  expect(words(12, 0, 0)).toBe('All recordings are done: 12 recordings restored.');
  expect(words(12, 0, 3)).toBe(
    '3 recordings held back for review: 9 recordings restored. Listen, then accept or redo.',
  );
  expect(words(12, 1, 3)).toBe(
    '1 recording failed: 9 recordings restored, 3 held back for review. Open Cleartake to retry the others.',
  );
});
