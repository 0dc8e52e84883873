/** The options of `npm start`. */

import path from 'node:path';
import { parseArgs } from 'node:util';

export interface StartOptions {
  /** Null: the best one for this machine. */
  readonly host: 'browser' | 'desktop' | null;
  /** 0 for any free port. */
  readonly port: number;
  /** Absolute; default: the operating system's folder for application data. */
  readonly dataDirectory?: string;
  /** Whether to open the person's browser. */
  readonly open: boolean;
  /** Whether the built-in service starts in rehearsal mode. */
  readonly rehearsal: boolean;
  /** Absolute paths of files and folders to add to the queue. */
  readonly files: readonly string[];
}

export const USAGE = `npm start -- [options] [FILES…]
  --host browser|desktop   open in the browser or in a desktop window (default: a window if possible)
  --port N                 port of the browser host on 127.0.0.1 (default: any free one)
  --data-dir DIR           data folder
  --no-open                don’t open the browser
  --rehearsal              let the built-in service be made slow, flaky or strict, like a paid one might be
FILES and folders are added to the queue.`;

/** A command line that can't be understood. */
export type UsageError = { readonly kind: 'usage'; readonly reason: string };

/**
 * @param args the arguments after the script's name
 * @param workingDirectory base of relative paths
 */
export function readStartOptions(args: readonly string[], workingDirectory: string): StartOptions | UsageError {
  const parsed = parse(args);
  if ('reason' in parsed) return parsed;
  const { values, positionals } = parsed;
  const { host = null, port = '0' } = values;
  if (host !== null && host !== 'browser' && host !== 'desktop')
    return usage(`--host must be browser or desktop, not ${host}`);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    return usage(`--port must be a number up to 65535, not ${port}`);
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

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
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
