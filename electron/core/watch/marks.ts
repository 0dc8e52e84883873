/** What is kept about watch folders beside their settings, also of those that only a terminal names: doubt after a recovery, and disks. */

import { z } from 'zod';
import { BUILT_IN_ID } from '../connections/connections.ts';
import type { WithSettings } from '../store/tables/settings.ts';

const folders = z.array(z.string());
const doubt = z.object({ checked: folders });

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
  const { data } = doubt.safeParse(settings.get('watch-doubt'));
  return data !== undefined && !data.checked.includes(folder);
}

/** The person checked the history for this folder, or set the folder up since. */
export function trustHistory({ settings }: WithSettings, folder: string): void {
  const { data } = doubt.safeParse(settings.get('watch-doubt'));
  if (data === undefined || data.checked.includes(folder)) return;
  settings.set('watch-doubt', { checked: [...data.checked, folder] });
}

/** Whether a disk was mounted on the folder when it was looked at last, in this run or an earlier one. */
export function wasDisk({ settings }: WithSettings, folder: string): boolean {
  return disksIn({ settings }).includes(folder);
}

export function rememberDisk({ settings }: WithSettings, folder: string, isDisk: boolean): void {
  const known = disksIn({ settings });
  if (known.includes(folder) === isDisk) return;
  settings.set('watch-disks', isDisk ? [...known, folder] : known.filter((one) => one !== folder));
}

function disksIn({ settings }: WithSettings): readonly string[] {
  return folders.safeParse(settings.get('watch-disks')).data ?? [];
}
