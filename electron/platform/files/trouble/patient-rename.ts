/** Renames files that a virus scanner or an indexer may still hold, as on Windows: tried again for up to a minute. */

import { rename } from 'node:fs/promises';
import { aboutPlace } from '../../../../shared/domain/error-messages/places.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { systemClock } from '../../time/clock.ts';
import { isErrno } from '../file-errors.ts';

const FIRST_MS = 20;
const LONGEST_MS = 5000;
const PATIENCE_MS = 60_000;

/** @throws CleartakeError fileInUse after a minute; other errors of the system at once */
export async function renamePatiently(
  from: string,
  to: string,
  move: typeof rename = rename,
  clock: Pick<typeof systemClock, 'monotonic' | 'sleep'> = systemClock,
): Promise<void> {
  const until = clock.monotonic() + PATIENCE_MS;
  for (let wait = FIRST_MS; ; wait = Math.min(LONGEST_MS, wait * 2)) {
    try {
      await move(from, to);
      return;
    } catch (failure) {
      if (!isErrno(failure, 'EPERM', 'EBUSY', 'EACCES')) throw failure;
      if (clock.monotonic() + wait > until) {
        throw new CleartakeError('fileInUse', { cause: failure, parts: aboutPlace('fileInUse', to) });
      }
      await clock.sleep(wait);
    }
  }
}
