/** Words of the batch bar: start and price. */

import { countOf } from '../../../../shared/domain/units.ts';

export const BAR = {
  start: (count: number) => (count === 0 ? 'Start' : `Start ${count}`),
} as const;

export const QUOTE_BOX = {
  free: 'Free',
  nothingToPay: 'Nothing to pay',
  nothingToPayShort: 'nothing to pay',
  unknown: 'Cost unknown',
  unknownShort: 'cost unknown',
  unknownWhy: (models: string, connection: string) =>
    `${connection} has no price for ${models}. Set it under Connections.`,
  unknownElsewhere: 'Some recordings use a connection without prices. Set them under Connections.',
  nothing: 'Nothing to start',
  usd: (usd: string) => `${usd} USD`,
  atMost: 'at most',
  /** Some recordings are not in it yet. */
  soFar: 'so far',
  over: (connection: string) => `over ${connection}`,
  capToday: (usd: string) => `cap ${usd} USD today`,
  capThisMonth: (usd: string) => `cap ${usd} USD this month`,
  /** @param waiting recordings of which something has no room */
  beyondCap: (left: string, waiting: number) =>
    `Your cap leaves ${left} USD, so ${waiting === 1 ? 'one recording waits' : `${countOf(waiting, 'recording')} wait`}`,
  threshold: (usd: string) => `Passes the ${usd} USD billing threshold: the service will invoice then`,
  details: 'Details',
  sideBySide: 'The same recordings with one model',
  saved: (usd: string) => `History saves ${usd} USD.`,
  capForStart: 'Cap for this batch (USD)',
  recordings: (count: number) => countOf(count, 'recording'),
  /** @param span `4 to 9 min`, `up to 4 min`, `under a minute` */
  takes: (span: string) => (/^\d/.test(span) ? `about ${span}` : span),
  measuring: 'Measuring…',
  unmeasured: (count: number) => `${count} still being measured`,
  twins: (count: number) =>
    count === 1 ? '1 recording comes twice, paid once' : `${count} recordings come twice, paid once`,
  reusable: (count: number) => `${countOf(count, 'result')} from history at no charge`,
  again: 'Restore again',
  paidAgain: 'all restored and charged again',
  notAgain: 'Use history',
  againHint: 'These recordings were restored before with the same model and settings. Restoring them again is billed.',
} as const;
