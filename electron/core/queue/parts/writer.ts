/**
 * One writer, recorded in the store itself: only the desk that was opened last may start anything. The lock of the data folder keeps a
 * second writer out; this still works if the lock file was deleted while it was held.
 */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Store } from '../../store/open-store.ts';

export interface WriterClaim {
  /** Called in the transaction that writes an intent. @throws CleartakeError dataFolderBusy when another desk was opened since */
  require(): void;
}

/** Makes this desk the writer. @param id a fresh id */
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
