/** Keeps the queue store in step with the desk: watch first, then fetch, then events in order; a gap fetches anew. */

import type { DeskClient } from '../../shared/contract/index.ts';
import type { JobView, QueueEvent, TotalsView } from '../../shared/contract/views.ts';
import { applyEvents, loadQueue, type QueueStore } from './queue-store.ts';

const PAGE = 1000;
/** Events of this long are drawn together: a batch in full swing sends many. */
const FLUSH_MS = 40;

/**
 * Follows the queue until the connection or the watch ends, or `signal` aborts; each ends it quietly. The caller starts it
 * again while there is a connection.
 */
export async function followQueue(client: DeskClient, store: QueueStore, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const gap = await followOnce(client, store, signal);
    if (!gap) return;
  }
}

/** @returns true when it ended because of a gap */
async function followOnce(client: DeskClient, store: QueueStore, outer: AbortSignal): Promise<boolean> {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  outer.addEventListener('abort', abort, { once: true });
  const pending: QueueEvent[] = [];
  let ready = false;
  let gap = false;
  let timer: number | undefined;

  function flush(): void {
    timer = undefined;
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
        if (ready) timer ??= window.setTimeout(flush, FLUSH_MS);
      }
    })();
    // Its end is awaited below; without this a loss while fetching would count as unhandled.
    watching.catch(() => undefined);
    await fetchAll(client, store, pending, stop.signal);
    ready = true;
    flush();
    await watching;
  } catch {
    // A lost connection: the link tells of it.
  } finally {
    window.clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  }
  return gap && !outer.aborted;
}

/**
 * Fetches all pages. Jobs change while pages travel: events that came meanwhile are applied on top, all in order, so that
 * each job ends as its last event left it. Removals shift pages, so they make it begin again.
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
    for (let offset = 0; ; ) {
      const page = await client.queue.list({ offset, limit: PAGE }, { signal });
      for (const job of page.jobs) jobs.set(job.id, job);
      offset += page.jobs.length;
      ({ totals, revision } = page);
      if (page.jobs.length === 0 || offset >= page.total) break;
    }
    const meanwhile = pending.slice(before);
    if (jobs.size > PAGE && meanwhile.some((event) => event.removed.length > 0)) continue;
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
