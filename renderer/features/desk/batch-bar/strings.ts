/** Words of the batch bar: start, pause, price. */

import { countOf } from '../../../../shared/domain/units.ts';

export const BAR = {
  pause: 'Pause all',
  resume: 'Resume all',
  start: (count: number) => (count === 0 ? 'Start' : `Start ${count}`),
} as const;

export const QUOTE = {
  free: 'Free on this computer',
  nothingToPay: 'Nothing to pay',
  nothingToPayShort: 'nothing to pay',
  unknown: 'Cost unknown',
  unknownShort: 'cost unknown',
  unknownWhy: (models: string, connection: string) =>
    `${connection} has no price for ${models}. Set it under Connections.`,
  unknownElsewhere: 'Some recordings use a connection without prices. Set them under Connections.',
  nothing: 'Nothing to start',
  estimate: (usd: string) => `about ${usd} USD`,
  minimum: (usd: string) => `includes ${usd} for the 60-second minimum`,
  recordings: (count: number) => countOf(count, 'recording'),
  models: (count: number) => countOf(count, 'model'),
  measuring: 'Measuring…',
  unmeasured: (count: number) => `${count} still being measured`,
  reusable: (count: number) => `${countOf(count, 'result')} from history at no charge`,
  again: 'Restore again',
  paidAgain: 'all restored and charged again',
  notAgain: 'Use history',
  againHint: 'These recordings were restored before with the same model and settings. Restoring them again is billed.',
} as const;
