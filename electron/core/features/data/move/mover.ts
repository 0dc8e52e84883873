/** The move of the data folder as an open desk offers it: the check, the copy with its progress, and what follows. */

import type { MoveEvent, MoveView } from '../../../../../shared/contract/care.ts';
import { CleartakeError } from '../../../../../shared/domain/errors.ts';
import { type Progress, progressEvents } from '../../../../platform/progress-events.ts';
import type { DeskPorts } from '../../../ports.ts';
import type { Store } from '../../../store/open-store.ts';
import { addNotice } from '../../../store/tables/preferences.ts';
import { CARE, MOVE } from '../strings.ts';
import { copyFolder, forgetCopy, pendingMove, takeFailure } from './move.ts';
import { type OldFolder, oldFolder, removeOldFolder } from './old-folder.ts';
import { checkTarget, type MoveCheck } from './target.ts';

export interface DataMover {
  view(): Promise<MoveView>;
  /** @throws CleartakeError as `checkTarget`; notPossibleNow while recordings are processed */
  check(to: string): Promise<MoveCheck>;
  /** Copies, and lets the next start finish. @throws CleartakeError as `copyFolder` */
  copy(to: string, signal?: AbortSignal): AsyncGenerator<MoveEvent, void>;
  /** The desk stays where it is. */
  forget(): void;
  removeOld(): Promise<OldFolder>;
}

interface MoverPorts extends Pick<DeskPorts, 'clock' | 'files' | 'log' | 'pass'> {
  readonly dataDirectory: string;
  readonly store: Store;
  isWorking(): boolean;
}

export function createDataMover(ports: MoverPorts): DataMover {
  const { clock, dataDirectory: from, files, log, pass } = ports;
  reportFailure(ports);

  function requireIdle(): void {
    if (ports.isWorking()) throw new CleartakeError('notPossibleNow', { parts: CARE.move.working });
    if (pendingMove(from) !== null) throw new CleartakeError('notPossibleNow', { parts: CARE.move.waiting });
  }

  return {
    view: async () => ({ pending: pendingMove(from), old: await oldFolder(from) }),
    async check(to) {
      requireIdle();
      return await checkTarget(files, from, to);
    },
    async *copy(to, signal) {
      requireIdle();
      const copying = (stop: AbortSignal, onProgress: (progress: Progress) => void) =>
        copyFolder({ files, from, to, pass, now: clock.now(), signal: stop, onProgress });
      for await (const { bytes, of, done } of progressEvents(clock, copying, signal)) {
        if (done !== null) log.info('The data folder was copied, and moves at the next start', { to });
        yield { bytes, of, isReady: done !== null };
      }
    },
    forget() {
      const to = pendingMove(from);
      if (to !== null) forgetCopy(from, to);
    },
    removeOld: () => removeOldFolder(from, pass),
  };
}

function reportFailure({ clock, dataDirectory, log, store }: MoverPorts): void {
  const failure = takeFailure(dataDirectory);
  if (failure === null) return;
  const { folder, reason } = failure;
  log.error('The data folder could not be moved', { to: folder, reason });
  addNotice(store, { id: 'move', kind: 'unmoved', sentence: MOVE.failed(folder), at: clock.now() });
}
