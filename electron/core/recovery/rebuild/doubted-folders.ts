/** Watch folders that wait for the person after a recovery, also those that only a terminal names. */

import { z } from 'zod';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { WithSettings } from '../../store/tables/settings.ts';

const doubt = z.object({ checked: z.array(z.string()) });

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
