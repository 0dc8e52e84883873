/** Records a recovery: reopened work, what must still be found, the notice about it, and the folders that wait until the history is checked. */

import { z } from 'zod';
import { localDates } from '../../../../shared/domain/units.ts';
import type { RecoveredService } from '../../../../shared/service-api/service-process.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { DeskPorts } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';
import type { JournalContents } from '../../store/start-journal/journal-file.ts';
import { addNotice, readNotices } from '../../store/tables/preferences.ts';
import { type RecoveryRecord, readRecovery, writeRecovery } from '../../store/tables/recovery-record.ts';
import type { WithSettings } from '../../store/tables/settings.ts';
import { HISTORY } from '../../strings.ts';
import type { BackupFile } from '../backups/backup-files.ts';
import { reopenWork } from './reopen-work.ts';

const folderDoubt = z.object({ checked: z.array(z.string()) });

export interface RecoveryFacts {
  readonly reason: string;
  /** Folder of the damaged files; null when there were none. */
  readonly keptIn: string | null;
  /** What the recovered store was made from: a backup, the store itself, or null for an empty one. */
  readonly source: BackupFile | 'itself' | null;
  readonly journal: JournalContents;
  /** Whether the person chose to go back to the source. */
  readonly isChosen?: boolean;
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
  doubtHistory(store);
  const sentence =
    facts.isChosen === true && source !== null && source !== 'itself'
      ? HISTORY.restored(inLocalTime(source.at), facts.keptIn !== null)
      : HISTORY.recovered(facts.keptIn, sourceNamed(source));
  const known = new Set(orphans.map((start) => start.attemptId));
  writeRecovery(store, {
    at,
    noticeId,
    sentence,
    takesAll: !knowsAll || earlier?.takesAll === true,
    lostConnections: source === null || earlier?.lostConnections === true,
    lost: [...orphans, ...(earlier?.lost ?? []).filter((start) => !known.has(start.attemptId))],
    read: [],
    found: 0,
  });
  addNotice(store, { id: noticeId, kind: source === null ? 'rebuilt' : 'recovered', sentence, at });
}

/** Adds the number of recordings found so far to the notice, unless it was dismissed. Runs inside the caller's transaction. */
export function noticeFound(store: Store, { found, noticeId, sentence }: RecoveryRecord): void {
  const notice = readNotices(store).find((one) => one.id === noticeId);
  if (notice === undefined || sentence === undefined) return;
  addNotice(store, { ...notice, sentence: `${sentence} ${HISTORY.foundSoFar(found)}` });
}

/** Whether the journal has every start that the store may lack. A journal that lacks starts of the store is outdated itself. */
function knowsAllSince(store: Store, { from, starts }: JournalContents): boolean {
  if (from > store.events.lastAt() && from > 0) return false;
  const named = new Set(starts.map((start) => start.attemptId));
  return store.generations.attemptsSince(from).every((id) => named.has(id));
}

function sourceNamed(source: RecoveryFacts['source']): Parameters<typeof HISTORY.recovered>[1] {
  return source === null || source === 'itself' ? source : { backupOf: inLocalTime(source.at) };
}

/** `20 Nov 2026, 18:14`, as the system writes dates. @param at milliseconds since the epoch */
function inLocalTime(at: number): string {
  const { date, time } = localDates(Intl.DateTimeFormat().resolvedOptions().locale);
  return `${date(at)}, ${time(at)}`;
}

/** @param at milliseconds since the epoch */
export function noticeServiceRecovered(store: WithSettings, { keptIn, source }: RecoveredService, at: number): void {
  const named = typeof source === 'number' ? { backupOf: inLocalTime(source) } : source;
  addNotice(store, { id: `service-${at}`, kind: 'recovered', sentence: HISTORY.serviceRecovered(keptIn, named), at });
}

/**
 * After a recovery the store may lack recordings that were restored and paid: folders on services wait for the person. Runs inside the
 * caller's transaction.
 */
export function doubtHistory({ settings }: WithSettings): void {
  settings.set('watch-doubt', { checked: [] });
}

/** Whether this folder waits until the person has checked the history. */
export function isDoubted({ settings }: WithSettings, folder: string, connectionId: string): boolean {
  if (connectionId === BUILT_IN_ID) return false;
  const { data } = folderDoubt.safeParse(settings.get('watch-doubt'));
  return data !== undefined && !data.checked.includes(folder);
}

/** The person checked the history for this folder, or set the folder up since. */
export function trustHistory({ settings }: WithSettings, folder: string): void {
  const { data } = folderDoubt.safeParse(settings.get('watch-doubt'));
  if (data === undefined || data.checked.includes(folder)) return;
  settings.set('watch-doubt', { checked: [...data.checked, folder] });
}
