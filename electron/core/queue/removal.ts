/** Undo of removals: rows come back as they were, and copies of recordings that were never started stay until it can't be undone. */

import { isFinal } from '../../../shared/domain/job-state.ts';
import { createAlarm } from '../../platform/time/timers.ts';
import { removeManagedCopy } from '../library/managed-copies.ts';
import { inChunks } from '../store/open-store.ts';
import type { JobRow } from '../store/schema.ts';
import type { Books, Engines } from './parts/queue-context.ts';

/** Longer than the desk offers Undo, in milliseconds. What is left when the program ends is deleted at a later start. */
const KEPT_MS = 60_000;

export interface DiscardedCopies {
  /** These jobs were removed. */
  add(jobs: readonly JobRow[]): void;
  stop(): void;
}

/** Deletes managed copies of removed recordings that were never started, unless they were restored meanwhile. */
export function createDiscardedCopies({ paths, ports, store }: Engines): DiscardedCopies {
  const discarded = new Map<string, number>();
  const alarm = createAlarm(ports.clock, () => void purge());

  async function purge(): Promise<void> {
    const now = ports.clock.monotonic();
    for (const [path, until] of discarded) {
      if (until > now) continue;
      discarded.delete(path);
      if (!store.recordings.isNeeded(path)) await removeManagedCopy(paths.managed, path).catch(() => undefined);
    }
    const next = Math.min(...discarded.values());
    alarm.set(discarded.size === 0 ? null : Math.max(0, next - ports.clock.monotonic()));
  }

  return {
    add(jobs) {
      for (const job of jobs) {
        if (job.admittedAt !== null) continue;
        const { origin, path } = store.recordings.get(job.recordingId);
        if (origin === 'managed') discarded.set(path, ports.clock.monotonic() + KEPT_MS);
      }
      if (discarded.size > 0 && !alarm.isSet) alarm.set(KEPT_MS);
    },
    stop: () => alarm.set(null),
  };
}

/** @returns how many came back. Recordings that were added again meanwhile stay removed, and so do those without their copy. */
export async function restoreRemoved({ ports, store, transitions }: Books, jobIds: readonly string[]): Promise<number> {
  const lost = new Set<string>();
  for (const job of store.jobs.many(jobIds)) {
    const { madeFrom, origin, path } = store.recordings.get(job.recordingId);
    // A copy that was made of another file can be made again.
    if (job.removedAt === null || job.admittedAt !== null || origin !== 'managed' || madeFrom !== null) continue;
    if ((await ports.files.facts(path).catch(() => null)) === null) lost.add(job.id);
  }
  const restored: string[] = [];
  await inChunks(store, jobIds, (part) => {
    for (const job of store.jobs.many(part)) {
      if (job.removedAt === null || lost.has(job.id)) continue;
      const { realPath } = store.recordings.get(job.recordingId);
      if (!isFinal(job.state) && store.recordings.openAmong([realPath]).length > 0) continue;
      store.jobs.update(job.id, { removedAt: null });
      restored.push(job.id);
    }
  });
  for (const id of restored) transitions.touch(id);
  return restored.length;
}
