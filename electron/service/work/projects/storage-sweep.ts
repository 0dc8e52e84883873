/** Looks through a storage for what belongs to nothing any more: outputs of attempts that were cut off, media of deleted projects, parts. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { isRefusal } from '../../rules/refusal.ts';
import { isStorageAway } from '../../rules/storage-away.ts';
import type { Leftover, MediaStorage } from '../../storage/media-storage.ts';
import type { ServiceStore } from '../../store/store.ts';
import type { DirectUploads } from './direct-uploads.ts';

const HOUR_MS = 60 * 60_000;
/** Between two sweeps. */
const PAUSE_MS = HOUR_MS;
/** An upload address has expired by then, and what it began has arrived. */
const UPLOAD_GRACE_MS = 3 * HOUR_MS;
/** No attempt takes this long from its first byte in the storage to its row. */
const GRACE_MS = 24 * HOUR_MS;

export interface StorageSweep {
  /** Sweeps from time to time. Does nothing for a disk: nothing is left there that a start doesn't find. */
  start(): void;
  /** One sweep. @returns how many objects it removed */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

export interface StorageSweepParts {
  readonly store: Pick<ServiceStore, 'generations' | 'projects' | 'space'>;
  readonly storage: MediaStorage;
  /** Null where all media pass through the service. */
  readonly uploads: DirectUploads | null;
  /** The machine's own clock, as the storage has it. */
  readonly machineClock: Clock;
  readonly log: Log;
  /** Ages in milliseconds; for tests. */
  readonly grace?: { readonly uploads: number; readonly others: number };
}

export function createStorageSweep({
  grace = { uploads: UPLOAD_GRACE_MS, others: GRACE_MS },
  log,
  machineClock,
  storage,
  store,
  uploads,
}: StorageSweepParts): StorageSweep {
  const { direct } = storage;
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  async function sweep(): Promise<number> {
    if (direct === undefined) return 0;
    for (const projectId of await store.space.deletedProjects()) {
      await storage.discardProject(projectId);
      await store.space.freed(projectId);
    }
    let removed = 0;
    const now = machineClock.now();
    for await (const leftover of direct.leftovers({ uploads: now - grace.uploads, others: now - grace.others })) {
      if (stopping.signal.aborted) break;
      if (await removeUnlessOwned(leftover)) removed += 1;
    }
    if (removed > 0) log.info('Objects of nothing were removed from the storage', { removed });
    return removed;
  }

  async function removeUnlessOwned(leftover: Leftover): Promise<boolean> {
    if (leftover.kind === 'upload') return takeOrDiscard(leftover.projectId);
    if (leftover.kind !== 'parts' && (await isOwned(leftover))) return false;
    await leftover.remove();
    return true;
  }

  /** Nobody has started anything on it so far. */
  async function takeOrDiscard(projectId: string): Promise<boolean> {
    const project = await store.projects.findById(projectId);
    if (project === null) await direct?.discardUpload(projectId);
    else {
      await uploads?.settle(project).catch((failure: unknown) => {
        // What doesn't fit was removed.
        if (isStorageAway(failure) || !isRefusal(failure)) throw failure;
      });
    }
    return project === null;
  }

  async function isOwned(leftover: Exclude<Leftover, { kind: 'upload' | 'parts' }>): Promise<boolean> {
    if ((await store.projects.findById(leftover.projectId)) === null) return false;
    if (leftover.kind === 'medium') return true;
    const { fileName, generationId } = leftover;
    // A file is named for its download type.
    const output = await store.generations.findOutput(generationId, fileName.slice(fileName.lastIndexOf('/') + 1));
    return output?.fileName === fileName;
  }

  async function sweepOnAndOn(): Promise<void> {
    for (;;) {
      await machineClock.sleep(PAUSE_MS, stopping.signal);
      await sweep().catch((failure: unknown) => {
        log.warn('The storage could not be swept', { error: toCleartakeError(failure).message });
      });
    }
  }

  return {
    start: () => {
      if (direct !== undefined) running = sweepOnAndOn().catch(() => undefined);
    },
    sweep,
    stop: async () => {
      stopping.abort(null);
      await running;
    },
  };
}
