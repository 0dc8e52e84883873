/** What remains to be done after a recovery, kept in the store until it is done: starts whose rows were lost, and listings to read. */

import { z } from 'zod';
import { isJournaledStart, type JournaledStart } from '../start-journal/journal-file.ts';
import type { WithSettings } from './settings.ts';

const recoveryRecord = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Id of the notice about it. */
  noticeId: z.string(),
  /** What the notice says before anything was found. Absent where an earlier version wrote the record: its notice stays as it is. */
  sentence: z.string().exactOptional(),
  /** Imports every unknown project, because it is unclear which were started here. Otherwise only the projects of `lost`. */
  takesAll: z.boolean(),
  /** Whether connections were lost too: then listings of connections that are added later are read as well. */
  lostConnections: z.boolean(),
  /** Starts whose jobs are missing from the rows. */
  lost: z.array(z.custom<JournaledStart>(isJournaledStart)),
  /** Connections whose listings were read. */
  read: z.array(z.string()),
  /** Recordings found so far. */
  found: z.number(),
});
export type RecoveryRecord = z.infer<typeof recoveryRecord>;

export function readRecovery(store: WithSettings): RecoveryRecord | null {
  return recoveryRecord.safeParse(store.settings.get('recovery')).data ?? null;
}

/** @param record null when everything is done */
export function writeRecovery(store: WithSettings, record: RecoveryRecord | null): void {
  if (record === null) store.settings.remove('recovery');
  else store.settings.set('recovery', record);
}
