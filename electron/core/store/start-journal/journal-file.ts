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
import { isModelId, type ModelId } from '../../../../shared/domain/models.ts';
import { flushFolder } from '../../../platform/files/flush.ts';

export interface JournaledStart {
  readonly attemptId: string;
  readonly generationId: string;
  readonly jobId: string;
  readonly connectionId: string;
  readonly projectId: string;
  readonly model: ModelId;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const TEXTS = ['attemptId', 'generationId', 'jobId', 'connectionId', 'projectId'] as const;

/** Checked by hand, because every reader of the store loads this file: zod would be a tenth of what `status` costs. */
export function isJournaledStart(value: unknown): value is JournaledStart {
  if (typeof value !== 'object' || value === null) return false;
  const { at, model, ...rest } = value as Partial<Record<keyof JournaledStart, unknown>>;
  if (typeof at !== 'number' || !isModelId(model)) return false;
  return TEXTS.every((name) => typeof rest[name] === 'string');
}

function beginningOf(value: unknown): number | undefined {
  const { from } = (value ?? {}) as { readonly from?: unknown };
  return typeof from === 'number' ? from : undefined;
}

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
  const from = beginningOf(values[0]);
  const starts = values.slice(1).filter(isJournaledStart);
  const isWhole = from !== undefined && starts.length === values.length - 1;
  return { from: isWhole ? from : Number.POSITIVE_INFINITY, starts };
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
