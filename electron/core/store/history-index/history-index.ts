/**
 * The search index of History, kept in step with the store: triggers mark the jobs that change, and a search begins by writing what is
 * marked. An index that is new is filled in the background; until then a search finds what is in it.
 */

import type { HistoryFilter, HistorySort } from '../../../../shared/domain/history/filter.ts';
import { isDamage } from '../../../platform/sqlite.ts';
import type { Store } from '../open-store.ts';
import type { HistoryMark } from '../tables/history.ts';
import {
  type Counted,
  createFound,
  type Found,
  type FoundEntry,
  type FoundGroup,
  findEntries,
  frequentLabels,
  groupEntries,
  type Page,
  pageOfEntries,
} from './find-entries.ts';
import { discardIndex, type IndexDatabase, openIndexFile, readMeta, writeMeta } from './index-file.ts';
import { prepareSearch, type Search } from './prepare-search.ts';
import { createEntryWriter, type EntryWriter } from './write-entries.ts';

/** Jobs that are written in one step: a question waits for one at most. */
const STEP = 50;
/** Most jobs that a search waits for. */
const MOST_AWAITED = 400;
const MOST_GROUPS = 1000;
const MOST_CHOICES = 200;

/** How much of the history the index has. */
export interface Indexing {
  readonly done: number;
  readonly total: number;
}

export interface Question extends Page {
  readonly filter: HistoryFilter;
  readonly sort: HistorySort;
}

export interface HistoryIndex {
  find(question: Question): Promise<{ readonly entries: readonly FoundEntry[]; readonly counted: Counted }>;
  groups(
    filter: HistoryFilter,
    by: 'batch' | 'show',
  ): Promise<{ readonly groups: readonly FoundGroup[]; readonly counted: Counted }>;
  /** Tags and folders that entries have, the most frequent ones first. */
  choices(): Promise<{ readonly tags: string[]; readonly shows: string[] }>;
  /** Entries, whatever a search finds. */
  total(): number;
  /** Null when everything is in it. */
  indexing(): Indexing | null;
  /** Resolves when everything is in it. */
  complete(): Promise<void>;
  close(): void;
}

/** The search that was made last. While nothing is written, its next page needs no new one. */
interface LatestSearch {
  readonly conditions: string;
  readonly found: Found;
}

interface OpenIndex {
  readonly file: IndexDatabase;
  readonly writer: EntryWriter;
}

/**
 * @param store never written
 * @param database path of the store
 * @param now milliseconds since the epoch
 * @param unmark removes marks from the store, apart from those of jobs that changed again; or all that are there
 */
export function createHistoryIndex(
  store: Pick<Store, 'history'>,
  database: string,
  now: () => number,
  unmark: (marks: readonly HistoryMark[] | 'all') => Promise<void>,
): HistoryIndex {
  let index: OpenIndex | null = null;
  let filling: Promise<void> | null = null;
  let isClosed = false;
  let latest: LatestSearch | null = null;

  function opened(): OpenIndex {
    if (index !== null) return index;
    if (isClosed) throw new Error('The history is closed');
    const file = openIndexFile(database, store.history.lastEvent());
    createFound(file.raw);
    index = { file, writer: createEntryWriter(file.raw) };
    return index;
  }

  /** What is damaged is made again from the store. */
  function guarded<Result>(work: (index: OpenIndex) => Result): Result {
    try {
      return work(opened());
    } catch (failure) {
      if (!isDamage(failure)) throw failure;
      index?.file.close();
      index = null;
      latest = null;
      discardIndex(database);
      return work(opened());
    }
  }

  function write({ file, writer }: OpenIndex, jobIds: readonly string[], more: () => void): void {
    latest = null;
    const read = new Map(store.history.facts(jobIds).map((one) => [one.facts.jobId, one]));
    const event = store.history.lastEvent();
    file.progress(() => {
      for (const jobId of jobIds) {
        const one = read.get(jobId);
        if (one === undefined) writer.remove(jobId);
        else writer.put(one.facts, one.row);
      }
      writeMeta(file.raw, 'event', event);
      more();
    });
  }

  /** @returns whether there was something to write */
  async function step(): Promise<boolean> {
    if (isNew()) await unmark('all');
    return (await stepMarked()) || (!isClosed && stepFilling());
  }

  /** Of a new index everything is still to be written, so nothing needs a mark. */
  function isNew(): boolean {
    return guarded(({ file }) => readMeta(file.raw, 'built', -1) === -1) && store.history.countMarks() > 0;
  }

  async function stepMarked(): Promise<boolean> {
    const marks = store.history.marks(STEP);
    if (marks.length === 0) return false;
    guarded((index) =>
      write(
        index,
        marks.map(({ jobId }) => jobId),
        () => undefined,
      ),
    );
    // Only now: a mark is what writes the entry again after a crash.
    await unmark(marks);
    return true;
  }

  function stepFilling(): boolean {
    return guarded((index) => {
      const { raw } = index.file;
      const before = readMeta(raw, 'built', Number.MAX_SAFE_INTEGER);
      if (before === 0) return false;
      const rows = store.history.rowsBefore(before, STEP);
      write(
        index,
        // Full-text search writes what comes before its latest row by itself, each time.
        rows.map(({ id }) => id).reverse(),
        () => writeMeta(raw, 'built', rows.at(-1)?.row ?? 0),
      );
      return rows.length > 0;
    });
  }

  async function fill(): Promise<void> {
    try {
      while (!isClosed && (await step())) await breath();
    } finally {
      filling = null;
    }
  }

  function keepFilling(): Promise<void> {
    filling ??= fill();
    return filling;
  }

  /** So that what just happened is found. The rest follows in the background. */
  async function catchUp(): Promise<void> {
    for (let written = 0; written < MOST_AWAITED && !isClosed && (await step()); written += STEP) await breath();
    if (isBehind()) void keepFilling().catch(() => undefined);
  }

  function isBehind(): boolean {
    return guarded(({ file }) => readMeta(file.raw, 'built', 1) !== 0) || store.history.marks(1).length > 0;
  }

  const total = () => guarded(({ file }) => Number(file.raw.prepare('select count(*) from entry').pluck().get()));

  const prepared = (filter: HistoryFilter): Search =>
    guarded(({ file }) => prepareSearch(file.raw, filter, store.history.connections(), now()));

  function found(search: Search): Found {
    const conditions = JSON.stringify(search.conditions);
    if (latest?.conditions === conditions) return latest.found;
    latest = null;
    const all = guarded(({ file }) => findEntries(file.raw, search));
    latest = { conditions, found: all };
    return all;
  }

  return {
    async find({ filter, sort, ...page }) {
      await catchUp();
      const search = prepared(filter);
      const all = found(search);
      const entries = guarded(({ file }) => pageOfEntries(file.raw, search, all, sort, page));
      return { entries, counted: all.counted };
    },
    async groups(filter, by) {
      await catchUp();
      const search = prepared(filter);
      const { counted } = found(search);
      return { groups: guarded(({ file }) => groupEntries(file.raw, search, by, MOST_GROUPS)), counted };
    },
    async choices() {
      await catchUp();
      return guarded(({ file: { raw } }) => ({
        tags: frequentLabels(raw, 'tag', MOST_CHOICES),
        shows: frequentLabels(raw, 'show', MOST_CHOICES),
      }));
    },
    total,
    indexing() {
      if (!isBehind()) return null;
      const done = total();
      return { done, total: Math.max(done, store.history.count()) };
    },
    complete: keepFilling,
    close() {
      isClosed = true;
      index?.file.close();
      index = null;
    },
  };
}

/** Lets a question that waits go first. */
function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
