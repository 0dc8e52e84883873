/**
 * One writer, told in the store itself: whoever opened the desk last is the one that may start anything. The lock of the data folder
 * keeps a second writer out; this holds even where its file was removed while it was held.
 */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Store } from '../../store/open-store.ts';

export interface WriterClaim {
  /** Part of the transaction that writes an intent. @throws CleartakeError dataFolderBusy when another desk was opened since */
  require(): void;
}

/** Makes this desk the one writer. @param id a fresh one */
export function claimWriter(store: Pick<Store, 'settings'>, id: string): WriterClaim {
  store.settings.set('writer', id);
  return {
    require() {
      if (store.settings.get('writer') !== id) {
        throw new CleartakeError('dataFolderBusy', { detail: 'another desk was opened on this data folder' });
      }
    },
  };
}
