/** The log on disk: one JSON object per line, a few rotated files of limited size, secrets redacted by value and by pattern. */

import { closeSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { makeFolderSync } from '../../platform/files/make-folder.ts';
import type { Log, LogFields } from '../../platform/log.ts';
import { harmlessJson } from '../../platform/security/harmless-text.ts';
import { createRedactor, type Redactor } from '../../platform/security/redaction.ts';
import type { Clock } from '../../platform/time/clock.ts';

export interface FileLogOptions {
  /** Data folder; the log is `logs/cleartake.log` in it. */
  readonly dataDirectory: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Size in bytes at which a new file is started. */
  readonly mostBytes?: number;
  /** How many older files are kept. */
  readonly olderFiles?: number;
  /** Knows the secrets to leave out; default: one of its own. */
  readonly redactor?: Redactor;
}

export interface FileLog extends Log {
  /** Writes this value as `[secret]` from now on, in every encoding. */
  conceal(secret: string): void;
  close(): void;
}

/**
 * Writes synchronously, so that the last lines before a crash are on disk. A line that can't be written is dropped: the log never
 * stops the program.
 */
export function createFileLog(options: FileLogOptions): FileLog {
  const { clock, mostBytes = 5_000_000, olderFiles = 3, redactor = createRedactor() } = options;
  const file = path.join(options.dataDirectory, 'logs/cleartake.log');
  let open: { readonly descriptor: number; bytes: number } | null = null;

  function write(level: string, message: string, fields: LogFields = {}): void {
    const entry = { at: new Date(clock.now()).toISOString(), level, message, ...fields };
    const json = JSON.stringify(entry, (_key, value: unknown) =>
      typeof value === 'string' ? redactor.redact(value) : value,
    );
    // A log is read in terminals.
    const line = `${harmlessJson(json)}\n`;
    try {
      if (open !== null && open.bytes + line.length > mostBytes) rotate();
      open ??= openFile(file);
      open.bytes += writeSync(open.descriptor, line);
    } catch {
      close();
    }
  }
  function rotate(): void {
    close();
    rmSync(`${file}.${olderFiles}`, { force: true });
    for (let age = olderFiles - 1; age >= 0; age--) {
      const from = age === 0 ? file : `${file}.${age}`;
      try {
        renameSync(from, `${file}.${age + 1}`);
      } catch {
        // A missing older file doesn't matter.
      }
    }
  }
  function close(): void {
    if (open !== null) closeSync(open.descriptor);
    open = null;
  }
  return {
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
    conceal: redactor.conceal,
    close,
  };
}

function openFile(file: string): { readonly descriptor: number; bytes: number } {
  makeFolderSync(path.dirname(file), 0o700);
  const descriptor = openSync(file, 'a', 0o600);
  return { descriptor, bytes: fstatSync(descriptor).size };
}
