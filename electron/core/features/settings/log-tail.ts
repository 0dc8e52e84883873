/** The last entries of the log, also of its older files, fit for a report. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const MOST_BYTES = 400_000;
const LONGEST_TEXT = 2000;
/** The log is continued in a new file when it gets long: endings of the present file and of older ones. */
const AGES = ['', '.1', '.2', '.3'];

const entrySchema = z.looseObject({ at: z.string(), level: z.string(), message: z.string() });

export interface LogTail {
  readonly entries: readonly Record<string, unknown>[];
  /** Entries with which a program ended, however old within the tail. */
  readonly crashes: readonly Record<string, unknown>[];
  /** Lines that are no entries of the log; they are left out. */
  readonly unreadable: number;
}

/** @param most how many of the last entries */
export function readLogTail(dataDirectory: string, most: number, scrub: (text: string) => string): LogTail {
  const lines = lastLines(path.join(dataDirectory, 'logs/cleartake.log'));
  const entries = lines.map(entryOf).filter((entry) => entry !== null);
  const isCrash = ({ level, message }: z.infer<typeof entrySchema>) =>
    level === 'error' && /^Cleartake has to close|^A process ended|^The page ended|fatal/.test(message);
  const scrubbed = (found: typeof entries) => found.slice(-most).map((entry) => scrubEntry(entry, scrub));
  return {
    entries: scrubbed(entries),
    crashes: scrubbed(entries.filter(isCrash)),
    unreadable: lines.length - entries.length,
  };
}

/** The oldest first, as far back as `MOST_BYTES` reach. */
function lastLines(file: string): string[] {
  let left = MOST_BYTES;
  let lines: string[] = [];
  for (const age of AGES) {
    const tail = left > 0 ? tailOf(file + age, left) : null;
    if (tail === null) continue;
    lines = [...tail.lines, ...lines];
    left -= tail.bytes;
  }
  return lines;
}

/** @returns null when there is no such file, or it can't be read: the report says so by having no entries of it */
function tailOf(file: string, most: number): { readonly lines: readonly string[]; readonly bytes: number } | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(descriptor);
    const from = Math.max(0, size - most);
    const bytes = Buffer.alloc(size - from);
    readSync(descriptor, bytes, 0, bytes.length, from);
    const lines = bytes.toString('utf8').split('\n');
    // What begins in the middle of a line is no entry.
    const whole = lines.slice(from === 0 ? 0 : 1).filter((line) => line.trim() !== '');
    return { lines: whole, bytes: bytes.length };
  } finally {
    closeSync(descriptor);
  }
}

function entryOf(line: string): z.infer<typeof entrySchema> | null {
  try {
    return entrySchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Names of fields are ours; values that aren't plain are dropped. */
function scrubEntry(entry: z.infer<typeof entrySchema>, scrub: (text: string) => string): Record<string, unknown> {
  const { at, level, ...fields } = entry;
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (!/^[A-Za-z]{1,30}$/.test(name)) continue;
    if (typeof value === 'string') kept[name] = scrub(value.slice(0, LONGEST_TEXT));
    else if (typeof value === 'number' || typeof value === 'boolean' || value === null) kept[name] = value;
  }
  return { at: scrub(at), level: scrub(level), ...kept };
}
