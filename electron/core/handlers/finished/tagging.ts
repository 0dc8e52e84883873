/** Giving a tag to many recordings at once, or taking it away. */

import { fold } from '../../../../shared/domain/history/fold.ts';
import { MOST_TAGS } from '../../../../shared/domain/listening/verdict.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { inChunks, type Store } from '../../store/open-store.ts';

/** Tags that differ only in case are one. */
export interface TagChange {
  readonly jobIds: readonly string[];
  readonly tag: string;
  /** False takes it away. */
  readonly isOn: boolean;
}

/** @returns the jobs that changed: unknown ones, those that are so already and those with the most tags are left out */
export async function setTag(
  { clock, store }: { readonly clock: Pick<Clock, 'now'>; readonly store: Store },
  { isOn, jobIds, tag }: TagChange,
): Promise<string[]> {
  const changed: string[] = [];
  const isIt = (other: string) => fold(other) === fold(tag);
  await inChunks(store, jobIds, (part) => {
    const notes = new Map(store.verdicts.notesOf(part).map((note) => [note.jobId, note]));
    for (const { id: jobId } of store.jobs.many(part)) {
      const { note = '', tags = [] } = notes.get(jobId) ?? {};
      if (tags.some(isIt) === isOn || (isOn && tags.length >= MOST_TAGS)) continue;
      const next = isOn ? [...tags, tag] : tags.filter((other) => !isIt(other));
      store.verdicts.setNote({ jobId, note, tags: next, changedAt: clock.now() });
      changed.push(jobId);
    }
  });
  return changed;
}
