/** What `npm start` was asked for. */

import path from 'node:path';
import { parseArgs } from 'node:util';

export interface StartOptions {
  /** Null: whichever fits this machine. */
  readonly host: 'browser' | 'desktop' | null;
  /** 0 for any free port. */
  readonly port: number;
  /** Absolute; absent for the operating system's place. */
  readonly dataDirectory?: string;
  /** Whether the person's browser is opened. */
  readonly open: boolean;
  /** Whether the built-in service is started for a rehearsal. */
  readonly rehearsal: boolean;
  /** Absolute paths of files and folders to put on the desk. */
  readonly files: readonly string[];
}

export const USAGE = `npm start -- [options] [FILES…]
  --host browser|desktop   browser: never tries Electron; desktop: nothing else will do
  --port N                 port of the browser host on 127.0.0.1 (any free one without it)
  --data-dir DIR           data folder
  --no-open                does not open the browser
  --rehearsal              the built-in service can be made slow, flaky and strict, to try out what a paid one may do
FILES and folders are put on the desk.`;

/** A command line that makes no sense. */
export type UsageError = { readonly kind: 'usage'; readonly reason: string };

/**
 * @param words after the script's name
 * @param workingDirectory where the person stood: relative paths start there
 */
export function readStartOptions(words: readonly string[], workingDirectory: string): StartOptions | UsageError {
  const parsed = parse(words);
  if ('reason' in parsed) return parsed;
  const { values, positionals } = parsed;
  const { host = null, port = '0' } = values;
  if (host !== null && host !== 'browser' && host !== 'desktop')
    return usage(`--host is browser or desktop, not ${host}`);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return usage(`--port is a number up to 65535, not ${port}`);
  const folder = values['data-dir'];
  if (folder === '') return usage('--data-dir needs a folder');
  return {
    host,
    port: Number(port),
    open: values['no-open'] !== true,
    rehearsal: values.rehearsal === true,
    files: positionals.map((file) => path.resolve(workingDirectory, file)),
    ...(folder === undefined ? {} : { dataDirectory: path.resolve(workingDirectory, folder) }),
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        host: { type: 'string' },
        port: { type: 'string' },
        'data-dir': { type: 'string' },
        'no-open': { type: 'boolean' },
        rehearsal: { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch (failure) {
    return usage(failure instanceof Error ? failure.message : String(failure));
  }
}

function usage(reason: string): UsageError {
  return { kind: 'usage', reason };
}
