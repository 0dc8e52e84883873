/** The history: everything that was ever done, read from this computer only. */

import { z } from 'zod';
import { OUTPUT_SLOTS } from '../domain/batch/also-output.ts';
import { LEDGER_KINDS } from '../domain/costs/ledger-lines.ts';
import { historyFilter, historySort, NEWEST_FIRST, NO_FILTER } from '../domain/history/filter.ts';
import { MOST_SAVED, savedSearch } from '../domain/history/filter-address.ts';
import { noteSchema } from '../domain/listening/verdict.ts';
import { modelId } from '../domain/own-models/model-schema.ts';
import { verdictView } from './listening/verdicts.ts';
import { call } from './refusals.ts';

const historyEntry = z.object({
  jobId: z.string(),
  name: z.string(),
  sourcePath: z.string().nullable(),
  connectionId: z.string(),
  connection: z.string(),
  projectId: z.string().nullable(),
  /** Recordings that were added together. */
  batchId: z.string(),
  /** Name of the batch preset that it was started with; null for settings without a name. */
  preset: z.string().nullable(),
  state: z.string(),
  durationSeconds: z.number().nullable(),
  /** Milliseconds since the epoch. */
  addedAt: z.number(),
  finishedAt: z.number().nullable(),
  /** Micro-USD charged, refunds taken off; null when a price isn't known. */
  cost: z.number().nullable(),
  generations: z.array(
    z.object({
      model: modelId,
      generationId: z.string().nullable(),
      state: z.string(),
      billableSeconds: z.number().nullable(),
      /** Micro-USD charged; null when nothing was charged or the price is unknown. */
      amount: z.number().nullable(),
      charged: z.boolean(),
      /** It uses an earlier paid result. */
      reused: z.boolean(),
      exportedPath: z.string().nullable(),
      /** Of the second file. */
      alsoPath: z.string().nullable(),
    }),
  ),
  error: z.string().nullable(),
  /** The listener's latest verdict that stands. */
  verdict: verdictView.nullable(),
  note: noteSchema,
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** The row after which a page continues. */
const place = z.object({ value: z.union([z.string(), z.number()]), id: z.number().int() });
export type HistoryPlace = z.infer<typeof place>;

/** Rows that are left out before the first one: a list is opened anywhere in it. */
const offset = z.number().int().min(0).max(100_000_000).default(0);

const sums = z.object({
  /** Up to 10,000; `isMore` when there are more, and then the sums are those of 10,000. */
  count: z.number(),
  isMore: z.boolean(),
  /** Micro-USD charged; unknown prices count as nothing. */
  cost: z.number(),
  /** Length of the recordings. */
  seconds: z.number(),
});
export type HistorySums = z.infer<typeof sums>;

/** While the index of an earlier version's history is made: recordings in it, and all. */
const indexing = z.object({ done: z.number(), total: z.number() });
export type HistoryIndexing = z.infer<typeof indexing>;

const group = z.object({
  /** Id of the batch, or the folder. */
  id: z.string(),
  count: z.number(),
  cost: z.number(),
  seconds: z.number(),
  /** When the latest of its recordings was added. */
  latest: z.number(),
});
export type HistoryGroup = z.infer<typeof group>;

/** What the detail of a recording shows beside its takes and verdicts. */
const details = z.object({
  /** The source first, then each result, its outputs, and those of before that are still there. */
  files: z.array(
    z.object({
      kind: z.enum(['source', 'result', 'output', 'earlier']),
      /** Null for the source. */
      model: modelId.nullable(),
      /** For `system.reveal`; null for the source. */
      generationId: z.string().nullable(),
      /** Of outputs. */
      slot: z.enum(OUTPUT_SLOTS).optional(),
      /** Absolute. */
      path: z.string(),
      isThere: z.boolean(),
    }),
  ),
  /** Oldest first. */
  lines: z.array(
    z.object({
      id: z.string(),
      at: z.number(),
      kind: z.enum(LEDGER_KINDS),
      model: modelId,
      seconds: z.number(),
      /** Micro-USD; null while no price is known. */
      amount: z.number().nullable(),
    }),
  ),
});
export type HistoryDetails = z.infer<typeof details>;

const jobIds = z.object({ jobIds: z.array(z.string()).min(1).max(10_000) });
const savedSearches = z.array(savedSearch).max(MOST_SAVED);

export const historyContract = {
  search: call
    .input(
      z.object({
        filter: historyFilter.default(NO_FILTER),
        sort: historySort.default(NEWEST_FIRST),
        after: place.nullable().default(null),
        offset,
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(
      z.object({
        entries: z.array(historyEntry),
        /** Null at the end. */
        next: place.nullable(),
        found: sums,
        /** Recordings in the history, whatever the filter. */
        total: z.number(),
        /** Null when everything can be found. */
        indexing: indexing.nullable(),
      }),
    ),
  /** The latest group first. */
  groups: call
    .input(z.object({ filter: historyFilter.default(NO_FILTER), by: z.enum(['batch', 'show']) }))
    .output(z.object({ groups: z.array(group), found: sums })),
  /** What the filters offer. */
  choices: call.output(
    z.object({
      connections: z.array(z.object({ id: z.string(), name: z.string() })),
      /** The most frequent ones first. */
      tags: z.array(z.string()),
      shows: z.array(z.string()),
    }),
  ),
  /** Ids of what a filter leaves, in its order, at most 10,000; `isMore` when others are left out after them. */
  ids: call
    .input(
      z.object({
        filter: historyFilter,
        sort: historySort,
        offset,
        limit: z.number().int().min(1).max(10_000).default(10_000),
      }),
    )
    .output(z.object({ jobIds: z.array(z.string()), isMore: z.boolean() })),
  /** @throws REFUSED notFound */
  details: call.input(z.object({ jobId: z.string() })).output(details),
  /**
   * Deletes recordings from the history, until `recall`. Files, results and costs stay. What is under way stays until it has ended.
   * @returns what was deleted
   */
  forget: call.input(jobIds).output(z.object({ jobIds: z.array(z.string()) })),
  recall: call.input(jobIds).output(z.void()),
  saved: call.output(savedSearches),
  setSaved: call.input(savedSearches).output(z.void()),
};
