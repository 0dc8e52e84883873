/** Notices of the work for the host and the person: opens the watches behind it, and says what happens as the queue ends or the window closes. */

import type { RunSummary, TotalsView } from '../../../../shared/contract/views.ts';
import type { BatchNotice } from '../../../../shared/domain/batch/batch-notice.ts';
import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { type CleanupScope, createListeners, type Dispose, type Listeners } from '../../../platform/disposal.ts';
import type { Log } from '../../../platform/log.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Attention, CloseAnswer, DeskPorts, DeskSettings, WhenEnded } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';
import { changePreferences, readPreferences } from '../../store/tables/preferences.ts';
import type { WithSettings } from '../../store/tables/settings.ts';
import type { RunBook } from '../run/run-book.ts';
import { watchAccountAlerts } from './account-alerts.ts';
import { watchBatch } from './batch-watch.ts';
import { watchCaps } from './cap-watch.ts';

export interface QueueAttention {
  /** One for each batch that ends or needs the person; none in a terminal. */
  readonly batchNotices: PageNotices['notices'];
  /** Whether work runs, or will by itself; always false in a terminal. */
  isWorking(): boolean;
}

interface AttentionParts {
  readonly book: RunBook;
  readonly connections: Connections;
  readonly ports: DeskPorts;
  readonly settings: Pick<DeskSettings, 'host'>;
  readonly store: Store;
  /** Called when a batch has ended, before what the person chose for that. */
  announce(): void;
  /** The figures of the queue now. */
  readTotals(): TotalsView;
  /** Calls the listener with the figures after each change of the queue. */
  subscribe(listener: (totals: TotalsView) => void): Dispose;
}

/** A terminal watches nothing: it follows its jobs itself. */
export function openAttention(parts: AttentionParts, scope: CleanupScope): QueueAttention {
  const { announce, book, connections, ports, readTotals, settings, store, subscribe } = parts;
  const { attention, notices } = forwardNotices(ports.log, ports.attention);
  if (settings.host === 'cli') return { batchNotices: notices, isWorking: () => false };
  const { clock, log } = ports;
  scope.add(watchCaps({ attention, clock, store, readTotals, subscribe }));
  scope.add(watchAccountAlerts({ attention, clock, connections, log, store, readTotals, subscribe }));
  const batch = watchBatch({
    attention,
    book,
    clock,
    ended: (summary, hasWorked) => {
      announce();
      if (hasWorked) actWhenEnded(store, ports.whenEnded, summary);
    },
    tellsEnd: () => readPreferences(store).tellsEnd,
    tellsNeed: () => readPreferences(store).tellsNeed,
    readTotals,
    countParked: () => connections.list().filter(({ parked }) => parked !== null).length,
    subscribe,
  });
  scope.add(() => batch.stop());
  return { batchNotices: notices, isWorking: () => batch.isWorking };
}

/** Forwards the notices of the host to the pages too: in a browser, only the page can show a notification. */
export interface PageNotices {
  /** The host's, or one that does nothing where the host has none. */
  readonly attention: Attention;
  readonly notices: Pick<Listeners<BatchNotice>, 'add'>;
}

const NOBODY: Attention = {
  progress: () => undefined,
  badge: () => undefined,
  notice: () => undefined,
  power: () => undefined,
  question: async () => ({ answer: 'keep-working', remember: false }),
};

/** What fails in the host is logged: a task bar must not stop the queue. */
export function forwardNotices(log: Pick<Log, 'warn'>, host: Attention = NOBODY): PageNotices {
  const notices = createListeners<BatchNotice>();

  function attempt(show: () => void): void {
    try {
      show();
    } catch (failure) {
      log.warn('The system could not be told of the work', { reason: toCleartakeError(failure).message });
    }
  }

  return {
    attention: {
      progress: (progress) => attempt(() => host.progress(progress)),
      badge: (count) => attempt(() => host.badge(count)),
      power: (working) => attempt(() => host.power(working)),
      notice: (notice) => {
        attempt(() => host.notice(notice));
        notices.notify(notice);
      },
      question: host.question,
    },
    notices,
  };
}

/** Does what the person chose for the end of the queue: a script, or quit. @param host undefined where there is nothing but the terminal */
function actWhenEnded(store: WithSettings, host: WhenEnded | undefined, summary: RunSummary): void {
  const { whenEnded } = readPreferences(store);
  if (host === undefined) return;
  if (whenEnded === 'script') host.runScript(variablesOf(summary));
  if (whenEnded === 'quit') host.quit();
}

/** Names and figures only: no text of the person's files but the folder, and that as a variable. */
function variablesOf({
  cancelled,
  charged,
  delivered,
  done,
  failed,
  folders,
  inReview,
}: RunSummary): Record<string, string> {
  return {
    CLEARTAKE_DONE: String(done),
    CLEARTAKE_FAILED: String(failed),
    CLEARTAKE_IN_REVIEW: String(inReview),
    CLEARTAKE_CANCELLED: String(cancelled),
    CLEARTAKE_DELIVERED: String(delivered),
    CLEARTAKE_CHARGED_USD: formatUsd(charged),
    CLEARTAKE_FOLDER: folders[0] ?? '',
  };
}

/** What closing the window means for running work: the remembered answer, or the person's. Closes that come while the question is open get its answer. */
export function createClosing(store: WithSettings, attention: Pick<Attention, 'question'>): () => Promise<CloseAnswer> {
  let asking: Promise<CloseAnswer> | null = null;

  async function ask(): Promise<CloseAnswer> {
    const { answer, remember } = await attention.question();
    if (remember && answer !== 'stay') changePreferences(store, { whenClosed: answer });
    return answer;
  }

  return async () => {
    const { whenClosed } = readPreferences(store);
    if (whenClosed !== 'ask') return whenClosed;
    asking ??= ask().finally(() => {
      asking = null;
    });
    return await asking;
  };
}
