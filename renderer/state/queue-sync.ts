/** Keeps the queue store in sync with the desk: subscribe, fetch, then apply events in order. After a gap, fetch again. */

import type { DeskClient } from '../../shared/contract/index.ts';
import type { JobView, QueueEvent, TotalsView } from '../../shared/contract/views.ts';
import { applyEvents, loadQueue, type QueueStore } from './queue-store.ts';

const PAGE = 1000;
/** More rows than a window shows: they appear while the rest of a long queue is fetched. */
const FIRST_PAGE = 100;
/** Events within this time are applied together: a busy batch sends many. The first one after a quiet time is applied at once. */
const FLUSH_MS = 40;

/**
 * Follows the queue until the connection or the subscription ends, or `signal` aborts. It never throws; the caller starts it
 * again while connected.
 */
export async function followQueue(client: DeskClient, store: QueueStore, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const gap = await followOnce(client, store, signal);
    if (!gap) return;
  }
}

/** @returns true if it ended because of a gap */
async function followOnce(client: DeskClient, store: QueueStore, outer: AbortSignal): Promise<boolean> {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  outer.addEventListener('abort', abort, { once: true });
  const pending: QueueEvent[] = [];
  let ready = false;
  let gap = false;
  let timer: number | undefined;
  let flushedAt = Number.NEGATIVE_INFINITY;

  function flush(): void {
    timer = undefined;
    flushedAt = performance.now();
    if (!ready || pending.length === 0) return;
    if (applyEvents(store, pending.splice(0))) return;
    gap = true;
    stop.abort();
  }

  try {
    const events = await client.queue.watch(undefined, { signal: stop.signal });
    const watching = (async () => {
      for await (const event of events) {
        pending.push(event);
        if (ready) timer ??= window.setTimeout(flush, Math.max(0, flushedAt + FLUSH_MS - performance.now()));
      }
    })();
    // Awaited below; without a handler here, a loss during the fetch would be an unhandled rejection.
    watching.catch(() => undefined);
    await fetchAll(client, store, pending, stop.signal);
    ready = true;
    flush();
    await watching;
  } catch {
    // The link reports lost connections.
  } finally {
    window.clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  }
  return gap && !outer.aborted;
}

/**
 * Fetches all pages; the first time, the first rows are shown at once. Events that arrive meanwhile are applied on top, in order, so that each job ends in its latest state.
 * Removals shift pages, so they restart the fetch.
 */
async function fetchAll(
  client: DeskClient,
  store: QueueStore,
  pending: QueueEvent[],
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const jobs = new Map<string, JobView>();
    const before = pending.length;
    let totals: TotalsView;
    let revision: number;
    let pages = 0;
    for (let offset = 0; ; pages++) {
      const isFirst = !store.getState().loaded;
      const page = await client.queue.list({ offset, limit: isFirst ? FIRST_PAGE : PAGE }, { signal });
      for (const job of page.jobs) jobs.set(job.id, job);
      offset += page.jobs.length;
      ({ totals, revision } = page);
      if (page.jobs.length === 0 || offset >= page.total) break;
      if (isFirst) loadQueue(store, page.jobs, totals, revision);
    }
    const meanwhile = pending.slice(before);
    if (pages > 0 && meanwhile.some((event) => event.removed.length > 0)) continue;
    const upTo = pending.splice(0);
    for (const event of upTo) {
      for (const job of event.jobs) jobs.set(job.id, job);
      for (const id of event.removed) jobs.delete(id);
    }
    const last = upTo.at(-1);
    if (last !== undefined && last.revision >= revision) {
      if (last.jobs.length > 0 || last.removed.length > 0) totals = last.totals;
      revision = last.revision;
    }
    loadQueue(store, [...jobs.values()], totals, revision);
    return;
  }
}
