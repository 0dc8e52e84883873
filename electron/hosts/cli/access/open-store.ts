/** Opens only the desk's store, for a command that reads. */

import path from 'node:path';
import type { Store } from '../../../core/store/open-store.ts';
import { say } from '../output/printer.ts';

/** Needs no lock, no network and none of the desk's other parts. @returns null when the data folder was never used */
export async function openForReading(dataDirectory: string | undefined): Promise<Store | null> {
  const [{ openToRead }, { nodeHostInfo }] = await Promise.all([
    import('../../../core/store/open-to-read.ts'),
    import('../../common/paths.ts'),
  ]);
  const info = nodeHostInfo('cli', dataDirectory);
  const store = openToRead(path.join(info.dataDirectory, 'cleartake.sqlite'), info.migrationsDirectory);
  // Most likely a mistyped folder, in which there is nothing to report.
  if (store === null && dataDirectory !== undefined) say(`There is no history in ${info.dataDirectory} yet.`);
  return store;
}
