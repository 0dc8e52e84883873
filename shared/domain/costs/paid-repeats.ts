/** When a restoration would be paid for although the same content was paid for with the same model before, and what to do instead. */

import type { ModelId } from '../models.ts';
import type { MicroUsd } from '../money.ts';

/** A generation that was charged and not refunded. */
export interface EarlierPaid {
  readonly generationId: string;
  readonly jobId: string;
  readonly model: ModelId;
  /** When it was charged, in milliseconds since the epoch. */
  readonly at: number;
  /** Null when the price was not known. */
  readonly amount: MicroUsd | null;
  readonly connectionId: string;
  /** Name of the connection. */
  readonly connection: string;
  readonly downloadType: string;
  readonly samplingPreset: string | null;
  /** `there`: a file of it exists. `waiting`: it was not downloaded yet. */
  readonly result: 'there' | 'waiting' | 'gone';
  /** A listener rejected it. */
  readonly isRejected: boolean;
  /** It was deleted from History. */
  readonly isHidden: boolean;
}

/** What is about to be paid for. */
export interface WantedWork {
  readonly connectionId: string;
  readonly downloadType: string;
  readonly samplingPreset: string | null;
  /** Whether an earlier result would be used instead of paying. */
  readonly reuses: boolean;
}

/**
 * Why it costs something again: it was `asked` for although a result would be used, the `settings` or the `service` are other ones, or all
 * files of the result are `gone`.
 */
export const REPEAT_REASONS = ['asked', 'settings', 'service', 'gone'] as const;
export type RepeatReason = (typeof REPEAT_REASONS)[number];

export interface PaidRepeat {
  readonly reason: RepeatReason;
  readonly earlier: EarlierPaid;
}

/**
 * @param earlier what was paid for the same content with the same model
 * @returns null when it is the first time, or an earlier result is used for nothing
 */
export function paidRepeatOf(wanted: WantedWork, earlier: readonly EarlierPaid[]): PaidRepeat | null {
  if (wanted.reuses && earlier.some((one) => isSameWork(wanted, one) && one.result !== 'gone')) return null;
  const [best] = earlier.toSorted((one, other) => rank(other) - rank(one) || other.at - one.at);
  return best === undefined ? null : { reason: reasonOf(wanted, best), earlier: best };
}

function isSameWork(wanted: WantedWork, one: EarlierPaid): boolean {
  return one.connectionId === wanted.connectionId && hasSameSettings(wanted, one);
}

function hasSameSettings(wanted: WantedWork, { downloadType, samplingPreset }: EarlierPaid): boolean {
  return downloadType === wanted.downloadType && samplingPreset === wanted.samplingPreset;
}

/** What can be heard now is the best alternative, then what nobody has rejected. */
function rank({ isRejected, result }: EarlierPaid): number {
  return (result === 'there' ? 2 : 0) + (isRejected ? 0 : 1);
}

function reasonOf(wanted: WantedWork, earlier: EarlierPaid): RepeatReason {
  if (earlier.result === 'gone') return 'gone';
  if (earlier.connectionId !== wanted.connectionId) return 'service';
  return hasSameSettings(wanted, earlier) ? 'asked' : 'settings';
}

/** Whether the preset allows reuse, and there is something to save. Free work is reused only where the preset says so. */
export function mayReuse({ reuse }: { readonly reuse?: boolean | undefined }, amount: MicroUsd | null): boolean {
  return reuse === true || (reuse !== false && amount !== 0);
}
