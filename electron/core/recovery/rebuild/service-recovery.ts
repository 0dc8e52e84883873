/** Tells the person that the built-in service had to recover its database. */

import type { RecoveredService } from '../../../../shared/service-api/service-process.ts';
import { addNotice } from '../../store/tables/preferences.ts';
import type { WithSettings } from '../../store/tables/settings.ts';
import { HISTORY } from '../../strings.ts';
import { inLocalTime } from './record-recovery.ts';

/** @param at milliseconds since the epoch */
export function tellServiceRecovered(store: WithSettings, { keptIn, source }: RecoveredService, at: number): void {
  const told = typeof source === 'number' ? { backupOf: inLocalTime(source) } : source;
  addNotice(store, { id: `service-${at}`, kind: 'recovered', sentence: HISTORY.serviceRecovered(keptIn, told), at });
}
