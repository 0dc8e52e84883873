import { expect, test } from 'vitest';
import type { PortalAccount } from '../../../../electron/core/api/portal.ts';
import { watchAccountAlerts } from '../../../../electron/core/queue/attention/account-alerts.ts';
import { createListeners } from '../../../../electron/platform/disposal.ts';
import { silentLog } from '../../../../electron/platform/log.ts';
import { type BatchNotice, noticeWords } from '../../../../shared/domain/batch/batch-notice.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';

const USD = 1_000_000;
const CONNECTION = { id: 'studio', kind: 'remote', name: 'Studio', prices: { 'service-2': 1, 'service-3.5': null } };
const REACHED_AT = '2026-11-14T10:00:00.000Z';

function full(): never {
  throw new Error('database or disk is full');
}

function openWatch() {
  const { store } = openJobStore(1);
  const notices: BatchNotice[] = [];
  const listeners = createListeners<{ active: number; chargedToday: number }>();
  const state = {
    alerts: [] as PortalAccount['alerts'],
    spendLimit: (10 * USD) as number | null,
    reads: 0,
    isFull: false,
    logged: [] as string[],
    refusal: null as CleartakeError | null,
    now: 1_000_000,
    totals: { active: 0, chargedToday: 0 },
  };
  const account = async () => {
    state.reads += 1;
    if (state.refusal !== null) throw state.refusal;
    return state;
  };
  const watch = () =>
    watchAccountAlerts({
      attention: { notice: (notice) => void notices.push(notice) },
      clock: { now: () => state.now, monotonic: () => state.now },
      connections: { list: () => [CONNECTION], portal: async () => ({ portal: account }) } as never,
      log: { ...silentLog, error: (message) => void state.logged.push(message) },
      store: {
        ...store,
        settings: { ...store.settings, set: (...entry) => (state.isFull ? full() : store.settings.set(...entry)) },
      },
      readTotals: () => state.totals,
      subscribe: (listener) => listeners.add(listener),
    });
  let stop = watch();
  return {
    state,
    notices,
    async charge(active = 0) {
      state.totals = { active, chargedToday: state.totals.chargedToday + 1 };
      listeners.notify(state.totals);
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
    restart() {
      stop();
      stop = watch();
    },
  };
}

test('an alert is told once, also after a restart, and anew in another month', async () => {
  const { charge, notices, restart, state } = openWatch();
  state.alerts = [{ amount: 8 * USD, reachedAt: null }];
  await charge();
  expect(notices).toEqual([]);
  state.alerts = [{ amount: 8 * USD, reachedAt: REACHED_AT }];
  await charge();
  await charge();
  restart();
  await charge();
  expect(notices).toEqual([{ kind: 'account-alert', amount: 8 * USD, limit: 10 * USD, connection: 'Studio' }]);
  state.alerts = [{ amount: 8 * USD, reachedAt: '2026-12-20T10:00:00.000Z' }];
  await charge();
  expect(notices).toHaveLength(2);
});

test('an alert that can’t be written down on a full disk ends nothing, and is told with the next charge', async () => {
  const { charge, notices, state } = openWatch();
  state.alerts = [{ amount: 8 * USD, reachedAt: REACHED_AT }];
  state.isFull = true;
  await charge();
  expect([notices, state.logged]).toEqual([[], ['Alerts of an account could not be told']]);
  state.isFull = false;
  await charge();
  expect(notices).toHaveLength(1);
});

test('within a batch the account is read twice a minute at most, and once more at its end', async () => {
  const { charge, state } = openWatch();
  await charge(3);
  await charge(2);
  await charge(1);
  expect(state.reads).toBe(1);
  state.now += 30_000;
  await charge(1);
  await charge(0);
  expect(state.reads).toBe(3);
});

test('a service without an account is asked once, one that could not be reached again', async () => {
  const { charge, state } = openWatch();
  state.refusal = new CleartakeError('serviceUnreachable');
  await charge();
  state.refusal = new CleartakeError('notFound');
  await charge();
  await charge();
  expect(state.reads).toBe(2);
});

test('the words tell the share of the limit, and what follows at its end', () => {
  const alert = { kind: 'account-alert', amount: 8 * USD, limit: 10 * USD, connection: 'Studio' } as const;
  expect(noticeWords(alert).title).toBe('Studio: usage this month has reached 8.00 USD, 80 % of the spend limit');
  expect(noticeWords({ ...alert, limit: null }).title).toBe('Studio: usage this month has reached 8.00 USD');
  expect(noticeWords({ ...alert, amount: 10 * USD }).body).toContain('refuses new restorations');
});
