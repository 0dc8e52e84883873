/** Words in times, costs and dates. */

import type { LedgerKind } from '../../../shared/domain/costs/ledger-lines.ts';

export const TEXT = {
  underAMinute: 'under a minute',
  shortUnderAMinute: '< 1 min',
  upTo: (most: string) => `up to ${most}`,
  fromTo: (least: string, most: string) => `${least} to ${most}`,
  shortUpTo: (most: string) => `≤ ${most}`,
  shortFromTo: (least: string, most: string) => `${least}–${most}`,
  unknown: 'unknown',
  measuring: 'measuring',
  nothing: '—',
  atMost: (usd: string) => `≤ ${usd}`,
  ofAudio: (amount: string) => `${amount} of audio`,
  today: (time: string) => `Today, ${time}`,
  todayInSentence: (time: string) => `today, ${time}`,
} as const;

/** Lines of the ledger. */
export const LEDGER_WORDS: Readonly<Record<LedgerKind, string>> = {
  quote: 'Quote',
  hold: 'Hold',
  charge: 'Charge',
  release: 'Release',
  refund: 'Refund',
};
