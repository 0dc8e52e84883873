/** The file of the start journal: one line with a checksum for each start. */

import { createHash } from 'node:crypto';
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { MODEL_IDS } from '../../../../shared/domain/models.ts';
import { flushFolder } from '../../../platform/files/flush.ts';

export const journaledStart = z.object({
  attemptId: z.string(),
  generationId: z.string(),
  jobId: z.string(),
  connectionId: z.string(),
  projectId: z.string(),
  model: z.enum(MODEL_IDS),
  /** Milliseconds since the epoch. */
  at: z.number(),
});
export type JournaledStart = z.infer<typeof journaledStart>;

const beginning = z.object({ from: z.number() });

/** What the file contains. */
export interface JournalContents {
  /** The journal has every start since this time, in milliseconds since the epoch; infinity when it is missing or damaged. */
  readonly from: number;
  readonly starts: readonly JournaledStart[];
}

/** A larger file is rewritten with the last starts only. */
const MOST_BYTES = 512 * 1024;
const KEPT_STARTS = 500;

export function readJournal(path: string): JournalContents {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return { from: Number.POSITIVE_INFINITY, starts: [] };
  }
  const lines = text.split('\n');
  // An incomplete last line was being written when the program ended: its start was not sent.
  lines.pop();
  const values = lines.map(unseal);
  const from = beginning.safeParse(values[0]).data?.from;
  const starts = values.slice(1).map((value) => journaledStart.safeParse(value).data);
  const isWhole = from !== undefined && starts.every((start) => start !== undefined);
  return {
    from: isWhole ? from : Number.POSITIVE_INFINITY,
    starts: starts.filter((start) => start !== undefined),
  };
}

/** Appends starts and flushes them. @throws Error when the write failed, perhaps half way */
export function appendToJournal(path: string, starts: readonly JournaledStart[]): void {
  const file = openSync(path, 'a', 0o600);
  try {
    writeFileSync(file, bytesOf(starts));
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Cuts off an incomplete last line. */
export function cutTornTail(path: string): void {
  const bytes = readFileSync(path);
  const whole = bytes.lastIndexOf('\n') + 1;
  if (whole < bytes.length) truncateSync(path, whole);
}

export function isTooLong(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES;
}

/** Rewrites the file and flushes it with its name. @param starts every start in the store, in order; only the last are kept */
export function writeJournal(path: string, starts: readonly JournaledStart[]): void {
  const kept = starts.slice(-KEPT_STARTS);
  // After the clock was set back, a start that is left out may be later than those that are kept.
  const from = starts.slice(0, -KEPT_STARTS).reduce((latest, { at }) => Math.max(latest, at + 1), 0);
  const temporary = `${path}.part`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeFileSync(file, bytesOf([{ from }, ...kept]));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  flushFolder(dirname(path));
}

/** Lines of the file. Bytes, because writing a string may stop half way without an error. */
export function bytesOf(values: readonly object[]): Buffer {
  return Buffer.from(values.map(seal).join(''));
}

function seal(value: object): string {
  const text = JSON.stringify(value);
  return `${digest(text)} ${text}\n`;
}

/** Undefined for a line whose checksum does not match. */
function unseal(line: string): unknown {
  const text = line.slice(17);
  if (line.slice(0, 17) !== `${digest(text)} `) return undefined;
  return JSON.parse(text);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
