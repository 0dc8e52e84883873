/** Words of the question before something is paid for again. */

import { countOf } from '../../../shared/domain/units.ts';

export const REPEATS = {
  title: (count: number) => (count === 1 ? 'Pay for this result again?' : `Pay for ${countOf(count, 'result')} again?`),
  lead: (count: number) =>
    count === 1
      ? 'This recording was restored with the same model before.'
      : 'These recordings were restored with the same model before.',
  list: 'Restored before',
  costs: (usd: string) => `Restoring again costs ${usd} USD at most.`,
  costsUnknown: 'What restoring again costs isn’t known yet.',
  more: (count: number) => `${count} more are not listed.`,
  open: 'Open',
  openNamed: (name: string) => `Open the earlier result of ${name}`,
  cancel: 'Don’t pay again',
  useHistory: 'Use history',
  others: (count: number) => `Start the other ${count}`,
  goOn: 'Pay again',
  goOnFor: (usd: string) => `Pay ${usd} USD again`,
} as const;
