/** What the command line says of a price before anything starts. */

import { countOf } from '../../../../shared/domain/units.ts';

export const QUOTE = {
  recordings: (count: number, length: string, models: string) =>
    `${countOf(count, 'recording')}, ${length} of audio, with ${models}`,
  free: (connection: string) => `${connection}: free`,
  nothingToPay: 'Nothing to pay',
  unknown: (connection: string) => `${connection}: cost unknown, because it has no price`,
  atMost: (connection: string, usd: string) => `${connection}: ${usd} USD at most`,
  minimum: (usd: string) => `Includes ${usd} USD for the 60-second minimum.`,
  oneModel: (label: string, usd: string) => `${label} alone: ${usd} USD`,
  bothModels: (usd: string) => `Both models: ${usd} USD`,
  saved: (usd: string) => `History saves ${usd} USD.`,
  time: (least: string, most: string) => `Takes ${least === most ? 'about' : `${least} to`} ${most}.`,
  timeUpTo: (most: string) => `Takes up to ${most}.`,
  cap: (usd: string, period: string, left: string) => `Cap: ${usd} USD ${period}, ${left} USD left.`,
  periods: { batch: 'for the batch', day: 'a day', month: 'a month' },
  threshold: (usd: string) => `Passes the ${usd} USD billing threshold: the service will invoice then.`,
  unusable: (path: string, reason: string) => `${path}: ${reason}`,
} as const;
