/** The log on disk: one JSON object a line, a few files of limited size, secrets left out by their value and by their look. */

import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import type { Log, LogFields } from '../../platform/log.ts';

export interface FileLogOptions {
  /** Data folder; the log goes to `logs/cleartake.log` in it. */
  readonly dataDirectory: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Bytes after which a new file is begun. */
  readonly mostBytes?: number;
  /** Older files kept beside the present one. */
  readonly olderFiles?: number;
}

export interface FileLog extends Log {
  /** From now on this value is written as `[secret]` wherever it appears. Values under six characters are not secrets. */
  conceal(secret: string): void;
  close(): void;
}

const SHORTEST_SECRET = 6;
const CONCEALED = '[secret]';

/** Secrets that show what they are: header values, signed addresses, webhook signing secrets. */
const LOOKS_SECRET: readonly RegExp[] = [
  /(?<=\bbearer\s+)[^\s"',;]+/gi,
  /(?<=\b(?:x-api-key|xi-api-key|authorization|cookie|set-cookie)["']?\s*[:=]\s*["']?)(?!bearer\b)[^\s"',;]+/gi,
  /(?<=[?&#](?:signature|token|key|x-amz-[a-z-]+)=)[^\s&"'#]+/gi,
  /(?<=\bwhsec_)[A-Za-z0-9+/=]+/g,
];

/**
 * Written synchronously, so that the last lines before a crash are there. A log that cannot be written is no reason to stop:
 * the line is dropped.
 */
export function createFileLog(options: FileLogOptions): FileLog {
  const { clock, mostBytes = 5_000_000, olderFiles = 3 } = options;
  const file = path.join(options.dataDirectory, 'logs/cleartake.log');
  const secrets = new Set<string>();
  let open: { readonly descriptor: number; bytes: number } | null = null;

  function write(level: string, message: string, fields: LogFields = {}): void {
    const entry = { at: new Date(clock.now()).toISOString(), level, message, ...fields };
    const line = `${JSON.stringify(entry, (_key, value: unknown) => (typeof value === 'string' ? redact(value, secrets) : value))}\n`;
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
        // A gap in the row of older files is no loss.
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
    conceal: (secret) => {
      if (secret.length >= SHORTEST_SECRET) secrets.add(secret);
    },
    close,
  };
}

/** A text without the given secrets, and without what looks like one. */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let rest = text;
  for (const secret of secrets) {
    for (const form of [secret, encodeURIComponent(secret)]) rest = rest.replaceAll(form, CONCEALED);
  }
  for (const look of LOOKS_SECRET) rest = rest.replace(look, CONCEALED);
  return rest;
}

function openFile(file: string): { readonly descriptor: number; bytes: number } {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(file, 'a', 0o600);
  return { descriptor, bytes: fstatSync(descriptor).size };
}
