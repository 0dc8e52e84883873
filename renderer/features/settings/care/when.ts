/** Dates of the care of data, as this computer writes them. */

import { localDates } from '../../../../shared/domain/units.ts';
import { BACKUPS } from './strings.ts';

/** @param at milliseconds since the epoch */
export function when(at: number): string {
  const { date, time } = localDates(navigator.language);
  return BACKUPS.at(date(at), time(at));
}
