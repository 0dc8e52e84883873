import { expect, test } from 'vitest';
import { watchCaps } from '../../../../electron/core/queue/attention/cap-watch.ts';
import { createListeners } from '../../../../electron/platform/disposal.ts';
import type { SpendingView, TotalsView } from '../../../../shared/contract/views.ts';
import { type BatchNotice, noticeWords } from '../../../../shared/domain/batch/batch-notice.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';

const USD = 1_000_000;
const STUDIO: SpendingView = {
  ...{ connectionId: 'studio', connection: 'Studio', day: 0, month: 0, held: 0 },
  caps: { day: null, month: 10 * USD },
};

function openWatch(from: Partial<SpendingView> = {}) {
  const { store } = openJobStore(1);
  const notices: BatchNotice[] = [];
  const listeners = createListeners<Pick<TotalsView, 'spending'>>();
  let now = Date.UTC(2026, 10, 15, 12);
  let shown: SpendingView = { ...STUDIO, ...from };
  const watch = () =>
    watchCaps({
      attention: { notice: (notice) => void notices.push(notice) },
      clock: { now: () => now },
      store,
      readTotals: () => ({ spending: [shown] }),
      subscribe: (listener) => listeners.add(listener),
    });
  let stop = watch();
  return {
    spend(change: Partial<SpendingView>) {
      shown = { ...shown, ...change };
      listeners.notify({ spending: [shown] });
    },
    restart() {
      stop();
      stop = watch();
    },
    wait: (days: number) => {
      now += days * 86_400_000;
    },
    percents: () => notices.flatMap((notice) => (notice.kind === 'cap' ? [`${notice.period} ${notice.percent}`] : [])),
    notices,
  };
}

test('50, 80 and 100 % of a cap are told once each, also after a restart, and anew in the next month', () => {
  const desk = openWatch();
  desk.spend({ month: 4.9 * USD });
  expect(desk.percents()).toEqual([]);
  desk.spend({ held: 0.1 * USD });
  desk.spend({ held: 0 });
  desk.spend({ month: 5.5 * USD });
  desk.restart();
  expect(desk.percents()).toEqual(['month 50']);
  desk.spend({ month: 10 * USD });
  desk.spend({ month: 10.1 * USD });
  expect(desk.percents()).toEqual(['month 50', 'month 100']);
  desk.wait(30);
  desk.spend({ month: 8 * USD });
  expect(desk.percents()).toEqual(['month 50', 'month 100', 'month 80']);
});

test('a raised cap is told of anew, and a day has its own', () => {
  const desk = openWatch({ month: 5 * USD });
  desk.spend({ caps: { day: 2 * USD, month: 8 * USD }, day: 2 * USD });
  expect(desk.percents()).toEqual(['month 50', 'day 100', 'month 50']);
  const [first, full] = desk.notices;
  if (first === undefined || full === undefined) throw new Error('Nothing was told');
  expect(noticeWords(first).title).toBe('Studio: 50 % of the monthly cap of 10.00 USD is used');
  expect(noticeWords(full)).toMatchObject({ title: 'Studio: the daily cap of 2.00 USD is reached' });
});
