/** What a person reads before they pay again for what they have: when it was paid, for how much, and what costs nothing instead. */

import { type ModelId, modelOf } from '../models.ts';
import { formatUsd, type MicroUsd } from '../money.ts';
import type { RepeatReason } from './paid-repeats.ts';

export interface RepeatInWords {
  readonly model: ModelId;
  readonly reason: RepeatReason;
  readonly earlier: {
    readonly amount: MicroUsd | null;
    readonly connection: string;
    readonly result: 'there' | 'waiting' | 'gone';
    readonly isRejected: boolean;
    readonly isHidden: boolean;
  };
}

/** `Restored with Service 3.5 on 3 Mar 2026 for 0.84 USD, with other settings.` @param date of the earlier charge, in words */
export function repeatSentence({ earlier, model, reason }: RepeatInWords, date: string): string {
  const price = earlier.amount === null ? 'at an unknown price' : `for ${formatUsd(earlier.amount)} USD`;
  const notes = [
    ...(reason === 'settings' ? ['with other settings'] : []),
    ...(reason === 'service' ? [`by ${earlier.connection}`] : []),
  ];
  const more = `${earlier.isRejected ? ' You rejected it.' : ''}${earlier.isHidden ? ' It was deleted from History.' : ''}`;
  return `${[`Restored with ${modelOf(model).label} on ${date} ${price}`, ...notes].join(', ')}.${more}`;
}

const WAITING = {
  desk: 'It waits at the service and can still be downloaded at no charge: Retry its row, or Download again in History.',
  terminal: 'It waits at the service and can still be downloaded at no charge: `cleartake download RECORDING`.',
} as const;

/** What costs nothing instead. */
export function insteadOf(
  { earlier: { isHidden, result }, reason }: Pick<RepeatInWords, 'earlier' | 'reason'>,
  place: 'desk' | 'terminal',
): string {
  if (result === 'gone') return 'Its files are gone.';
  if (result === 'waiting') return WAITING[place];
  if (reason === 'asked') return 'Using that result costs nothing.';
  return isHidden ? 'Its file is still in the library.' : 'Opening it or exporting it again costs nothing.';
}
