/** Notices that the data folder was moved since it was used last, and points the paths of its files to where they are now. */

import path from 'node:path';
import type { Store } from '../../../store/open-store.ts';

/** Absolute path of the folder that the store's paths are in. */
export const DATA_FOLDER_SETTING = 'data-folder';

/** Call it before anything reads paths. Sources and outputs outside the folder stay as they are. */
export function followMove(
  store: Pick<Store, 'settings' | 'storedFiles' | 'transaction'>,
  dataDirectory: string,
): void {
  const before = store.settings.get(DATA_FOLDER_SETTING);
  if (before === dataDirectory) return;
  store.transaction(() => {
    if (typeof before === 'string') store.storedFiles.relocate(`${before}${path.sep}`, `${dataDirectory}${path.sep}`);
    store.settings.set(DATA_FOLDER_SETTING, dataDirectory);
  });
}
