/** The current run: everything that was started since the queue last had nothing to do; and the summary once it is over. */

import { z } from 'zod';

/** An estimate in seconds. Both are equal once the time is known well. */
export const timeSpan = z.object({ least: z.number(), most: z.number() });

export const runView = z.object({
  /** Recordings of the run, cancelled ones included. */
  started: z.number(),
  /** Those in review included. */
  done: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  /** Restored share of the recordings that weren't cancelled, by duration, 0 to 1. */
  progress: z.number(),
  /** Failed share of the same recordings. */
  failedShare: z.number(),
  /** Null while unknown, and when nothing is left. */
  secondsLeft: timeSpan.nullable(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  /** Null until everything in it has ended. */
  finishedAt: z.number().nullable(),
});

export const runSummary = z.object({
  /** Those in review included. */
  done: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  /** Held back by the check before delivery. Earlier versions didn't count them. */
  inReview: z.number().default(0),
  /** Finished, but their results still measure poorly. Earlier versions didn't count them. */
  couldBeBetter: z.number().default(0),
  /** Files written to output folders. */
  delivered: z.number(),
  /** Micro-USD charged during the run; charges without a known price count as 0. */
  charged: z.number(),
  /** Generations charged without a known price. */
  unpriced: z.number(),
  /** Micro-USD held for its starts at most; null when a price is unknown. */
  quoted: z.number().nullable(),
  /** Results that came from history instead of being paid again. */
  reused: z.number(),
  /** Micro-USD that these would have cost; null when a price is unknown. */
  saved: z.number().nullable(),
  /** Generations of the run that were paid for although the same was paid for before. Earlier versions didn't count them. */
  paidAgain: z.number().default(0),
  /** The batch that all of it belongs to; null for several. Earlier versions didn't tell. */
  batchId: z.string().nullable().default(null),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  finishedAt: z.number(),
  /** Output folders, those with the most files first; not more than `MOST_FOLDERS`. */
  folders: z.array(z.string()),
  /** Names of the connections that were used. */
  connections: z.array(z.string()),
});

/** Most folders that a summary names. */
export const MOST_FOLDERS = 5;

export type TimeSpan = z.infer<typeof timeSpan>;
export type RunView = z.infer<typeof runView>;
export type RunSummary = z.infer<typeof runSummary>;
