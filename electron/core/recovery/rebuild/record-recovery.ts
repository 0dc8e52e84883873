/** What a recovery writes into the store that goes on: reopened work, what is left to be found, and the notice that tells of it. */

import { countOf } from '../../../../shared/domain/units.ts';
import type { DeskPorts } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';
import type { JournalContents } from '../../store/start-journal/journal-file.ts';
import { addNotice, readNotices } from '../../store/tables/preferences.ts';
import { type RecoveryRecord, readRecovery, writeRecovery } from '../../store/tables/recovery-record.ts';
import type { BackupFile } from '../backups/backup-files.ts';
import { reopenWork } from './reopen-work.ts';

const FOUND = ' Found again so far: ';

export interface RecoveryFacts {
  readonly reason: string;
  /** Folder of the damaged files; null when there were none. */
  readonly keptIn: string | null;
  /** What goes on: a backup, the store itself, or null for an empty one. */
  readonly source: BackupFile | 'itself' | null;
  readonly journal: JournalContents;
}

/** Runs inside the caller's transaction. */
export function recordRecovery(
  store: Store,
  { clock, log, newId }: Pick<DeskPorts, 'clock' | 'log' | 'newId'>,
  facts: RecoveryFacts,
): void {
  const { source, journal } = facts;
  const at = clock.now();
  const knowsAll = knowsAllSince(store, journal);
  const orphans = reopenWork({ store, clock, log, newId, starts: journal.starts, knowsAll });
  const earlier = readRecovery(store);
  const noticeId = `recovery-${newId()}`;
  const known = new Set(orphans.map((start) => start.attemptId));
  writeRecovery(store, {
    at,
    noticeId,
    takesAll: !knowsAll || earlier?.takesAll === true,
    lostConnections: source === null || earlier?.lostConnections === true,
    lost: [...orphans, ...(earlier?.lost ?? []).filter((start) => !known.has(start.attemptId))],
    read: [],
    found: 0,
  });
  addNotice(store, { id: noticeId, kind: source === null ? 'rebuilt' : 'recovered', sentence: sentenceOf(facts), at });
}

/** Says in the notice, while it stands, what was found again so far. Runs inside the caller's transaction. */
export function tellFound(store: Store, { found, noticeId }: RecoveryRecord): void {
  const notice = readNotices(store).find((one) => one.id === noticeId);
  if (notice === undefined) return;
  const [told = notice.sentence] = notice.sentence.split(FOUND);
  const sentence = `${told}${FOUND}${countOf(found, 'recording')} on the services' own lists.`;
  addNotice(store, { ...notice, sentence });
}

/** Whether the journal tells every start that the store may lack. One that lacks what the store knows is itself an old one. */
function knowsAllSince(store: Store, { from, starts }: JournalContents): boolean {
  if (from > store.events.lastAt() && from > 0) return false;
  const told = new Set(starts.map((start) => start.attemptId));
  return store.generations.attemptsSince(from).every((id) => told.has(id));
}

function sentenceOf({ keptIn, source }: RecoveryFacts): string {
  const kept = keptIn === null ? 'It was gone.' : `Its files are kept as they were in ${keptIn}.`;
  return `The history on this computer was damaged. ${kept} ${goesOn(source)} Nothing is started anew before the service’s own list was asked.`;
}

function goesOn(source: RecoveryFacts['source']): string {
  if (source === 'itself') return 'What could be read of it goes on; its last moments may be missing.';
  if (source === null) return 'There was no backup: it is rebuilt from what the service lists.';
  return `It goes on from the backup of ${inLocalTime(source.at)}; what was added later may be missing.`;
}

/** `20 Nov 2026, 18:14`, as the person's own clock has it. @param at milliseconds since the epoch */
function inLocalTime(at: number): string {
  const form = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  return new Date(at).toLocaleString('en-GB', form);
}
