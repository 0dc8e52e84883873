/** Opens only the desk's store, for a command that reads: it needs no lock, no network and none of the desk's other parts. */

import path from 'node:path';
import type { Store } from '../../core/store/open-store.ts';
import { openToRead } from '../../core/store/open-to-read.ts';
import { nodeHostInfo } from '../common/paths.ts';
import type { ExitStatus } from './exit-status.ts';
import { tell } from './output/printer.ts';
import { USAGE } from './strings/usage.ts';

/** @returns null when the data folder was never used */
export function openForReading(dataDirectory: string | undefined): Store | null {
  const info = nodeHostInfo('cli', dataDirectory);
  const store = openToRead(path.join(info.dataDirectory, 'cleartake.sqlite'), info.migrationsDirectory);
  // Most likely a mistyped folder, in which there is nothing to report.
  if (store === null && dataDirectory !== undefined) tell(USAGE.noStore(info.dataDirectory));
  return store;
}

export interface ReadOptions {
  readonly json?: boolean;
  readonly dataDir?: string;
}

/** Runs a command that only reads. @param read gets null when the data folder was never used */
export function reading(options: ReadOptions, read: (store: Store | null) => ExitStatus): ExitStatus {
  const store = openForReading(options.dataDir);
  try {
    return read(store);
  } finally {
    store?.close();
  }
}
