/** Words of results in review before delivery, on the desk and in Listen. */

import { countOf } from '../../../shared/domain/units.ts';

/** Results in review before delivery. */
export const REVIEW_WORDS = {
  title: 'Review',
  note: 'Held back because the restored file failed a check. Listen, then accept or redo it.',
  around: (seconds: number) => `${seconds} seconds around the spot`,
  before: 'Before',
  after: 'After',
  more: (count: number) => `And ${count} more.`,
  listen: 'Listen',
  accept: 'Accept',
  redo: 'Redo',
  listenTo: (name: string) => `Listen to ${name}`,
  acceptOf: (name: string) => `Accept ${name}`,
  redoOf: (name: string) => `Redo ${name}`,
  price: (usd: string) => `${usd} USD`,
  unknownPrice: 'price unknown',
  accepted: (count: number) => `Accepted ${countOf(count, 'result')}.`,
  redoTitle: (count: number) => (count === 1 ? 'Restore this recording again?' : `Restore ${count} recordings again?`),
  /** @param connection null when there are several */
  costs: (count: number, usd: string, connection: string | null) =>
    `${count === 1 ? 'It costs' : 'Together they cost'} at most ${usd} USD${connection === null ? '' : ` over ${connection}`}.`,
  costsUnknown: (count: number) =>
    count === 1
      ? 'Its price isn’t known, and it may be charged.'
      : 'Not every price is known, and they may be charged.',
  redoKept: (count: number) =>
    count === 1
      ? 'The result that was held back stays in History.'
      : 'The results that were held back stay in History.',
  redoFor: (usd: string) => `Redo for ${usd} USD`,
  redoNot: 'Don’t redo',
} as const;
