/** What a recovery leaves to be done, as it rests in the store until it is: which starts belong to rows that were lost, and which listings to read. */

import { z } from 'zod';
import { journaledStart } from '../start-journal/journal-file.ts';
import type { WithSettings } from './settings.ts';

const recoveryRecord = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Id of the notice that tells of it. */
  noticeId: z.string(),
  /** What the notice says before anything was found. Absent where an earlier version wrote the record: its notice stays as it is. */
  sentence: z.string().exactOptional(),
  /** Every project that no row knows is taken in, for nobody can say which were started here. Otherwise those of `lost` alone. */
  takesAll: z.boolean(),
  /** Whether connections were lost too: those that are added later are read as well. */
  lostConnections: z.boolean(),
  /** Starts whose job is in no row any more. */
  lost: z.array(journaledStart),
  /** Connections whose listings were read. */
  read: z.array(z.string()),
  /** Recordings that were found again so far. */
  found: z.number(),
});
export type RecoveryRecord = z.infer<typeof recoveryRecord>;

export function readRecovery(store: WithSettings): RecoveryRecord | null {
  return recoveryRecord.safeParse(store.settings.get('recovery')).data ?? null;
}

/** @param record null when nothing is left to be done */
export function writeRecovery(store: WithSettings, record: RecoveryRecord | null): void {
  if (record === null) store.settings.remove('recovery');
  else store.settings.set('recovery', record);
}
