/** What can be listened to: the takes with samples of their own, and the mixes that the worklet makes of them. Pure. */

import type { TakeView } from '../../../shared/contract/views.ts';
import { differenceId } from '../../../shared/domain/listening/difference.ts';
import { type Fold, foldOf } from '../../../shared/domain/quality/channel-notes.ts';
import type { Levels } from './passage-levels.ts';
import type { TakeMix } from './sound/mix.ts';

export interface HeardTake {
  readonly id: string;
  readonly kind: TakeView['kind'] | 'difference' | 'preview';
  /** Index of the take that it is, or is made of; of the result in a difference or preview, or that was delivered. */
  readonly of: number;
  /** Sources are indexes of takes. */
  readonly mix: TakeMix;
  /** LUFS over the loop or the whole recording, as played in stereo; null when it is not known. */
  readonly loudness: number | null;
  /** dBTP over the whole recording; null when it is not known. */
  readonly truePeak: number | null;
  /** Of a preview: its peaks are limited as in its export. */
  readonly limited?: boolean;
}

/** A preview as the engine rendered it: with limited peaks. */
export interface LimitedSound {
  /** Its take at the media addresses. */
  readonly id: string;
  /** LUFS in stereo. */
  readonly loudness: number | null;
  /** dBTP. */
  readonly truePeak: number | null;
}

/** A result as an export would mix it with its original. */
export interface PreviewMix {
  /** Index of the result. */
  readonly result: number;
  /** 0 is the original, 1 the result. */
  readonly strength: number;
  /** dB. */
  readonly gain: number;
  /** LUFS of the mix in stereo, with its gain; null while it isn't measured. */
  readonly loudness: number | null;
  /** dBTP, with the gain. */
  readonly truePeak: number | null;
  /** The export has one channel, whatever the takes have. */
  readonly isMono?: boolean;
  /** Plays instead of the mix, once it can be read. */
  readonly limited?: LimitedSound | null;
}

export interface HeardExtras {
  /** Frames of the player by which results come late, by index. */
  readonly lags: ReadonlyMap<number, number>;
  readonly preview: PreviewMix | null;
  /** The source of the limited preview; null while its mix plays. */
  readonly limitedSource?: number | null;
  /** In the loop; null where the whole recording counts. */
  readonly passage?: Levels | null;
}

const NO_EXTRAS: HeardExtras = { lags: new Map(), preview: null };

/** One channel sounds from both loudspeakers: twice the energy of the file. */
const DOUBLED_LU = 10 * Math.log10(2);

/** What one channel of this loudness has in stereo. */
export function inStereo(loudness: number, channels: number): number {
  return channels === 1 ? loudness + DOUBLED_LU : loudness;
}

/** The takes under their own indexes, then the difference of each restored one, then the preview. */
export function heardTakes(takes: readonly TakeView[], extras = NO_EXTRAS): readonly HeardTake[] {
  const { lags, limitedSource = null, passage = null, preview } = extras;
  const differences = takes.flatMap((take, index) => differenceOf(takes, take, index, lags.get(index) ?? 0));
  const plain = takes.map((take, index) => asItIs(takes, take, index));
  const whole = [...plain, ...differences, ...previewOf(takes, preview, lags, limitedSource)];
  return passage === null ? whole : whole.map((take) => inPassage(take, plain, passage));
}

/** A preview is taken to differ from its whole as its result does: what is mixed in changes its level little. */
function inPassage(take: HeardTake, plain: readonly HeardTake[], passage: Levels): HeardTake {
  if (take.kind === 'difference') return take;
  const source = take.kind === 'preview' ? take.of : (take.mix[0]?.source ?? take.of);
  const level = passage.get(source) ?? null;
  if (take.kind !== 'preview') return { ...take, loudness: level };
  const whole = plain[source]?.loudness ?? null;
  const isKnown = take.loudness !== null && level !== null && whole !== null;
  return { ...take, loudness: isKnown ? take.loudness + level - whole : null };
}

function asItIs(takes: readonly TakeView[], take: TakeView, index: number): HeardTake {
  const { channels, delivery, id, kind, measures } = take;
  const { loudness = null, truePeak = null } = delivery?.figures ?? measures ?? {};
  const of = kind === 'delivered' ? takes.findIndex((each) => each.id === id.replace('delivered:', 'result:')) : index;
  const mix = [{ source: index, weight: 1, lag: 0 }];
  return { id, kind, of, mix, loudness: loudness === null ? null : inStereo(loudness, channels), truePeak };
}

function differenceOf(takes: readonly TakeView[], take: TakeView, index: number, lag: number): HeardTake[] {
  const original = takes.findIndex(({ kind }) => kind === 'original');
  const id = idOfDifference(takes, take);
  if (id === null) return [];
  const mix = [
    { source: original, weight: 1, lag: 0 },
    { source: index, weight: -1, lag },
  ];
  return [{ id, kind: 'difference', of: index, mix, loudness: null, truePeak: null }];
}

/** Of what the original has and a take hasn't; null for takes that aren't restored from it. */
export function idOfDifference(takes: readonly TakeView[], { id, kind }: TakeView): string | null {
  const original = takes.find((take) => take.kind === 'original');
  const isRestored = kind === 'result' || kind === 'earlier';
  return isRestored && original !== undefined ? differenceId({ original: original.id, take: id }) : null;
}

function previewOf(
  takes: readonly TakeView[],
  preview: PreviewMix | null,
  lags: ReadonlyMap<number, number>,
  limitedSource: number | null,
): HeardTake[] {
  const original = takes.findIndex((take) => take.kind === 'original');
  const take = preview === null ? undefined : takes[preview.result];
  if (preview === null || take === undefined || original < 0) return [];
  const id = take.id.replace('result:', 'preview:');
  if (preview.limited != null && limitedSource !== null) {
    const { loudness, truePeak } = preview.limited;
    const mix = [{ source: limitedSource, weight: 1, lag: 0 }];
    return [{ id, kind: 'preview', of: preview.result, mix, loudness, truePeak, limited: true }];
  }
  const { gain, loudness, result, strength, truePeak } = preview;
  // Otherwise an export has the channels of whichever has fewer.
  const channels = (index: number) => takes[index]?.channels ?? 1;
  const isMono = preview.isMono === true || Math.min(channels(original), channels(result)) === 1;
  const mono = foldOf(takes[original]?.measures?.channelNotes ?? []);
  const asExported = (source: number) => (isMono && channels(source) > 1 ? { mono } : {});
  const parts = [
    { source: original, weight: 1 - strength, lag: 0, ...asExported(original) },
    { source: result, weight: strength, lag: lags.get(result) ?? 0, ...asExported(result) },
  ];
  const mix = amplified(
    parts.filter(({ weight }) => weight !== 0),
    gain,
  );
  return [{ id, kind: 'preview', of: result, mix, loudness, truePeak }];
}

/** Whether all that a take is made of can be read. */
export function isHearable(take: HeardTake, broken: ReadonlySet<number>): boolean {
  return take.mix.every(({ source }) => !broken.has(source));
}

/** Which channels of a stereo recording are heard: one alone comes from both loudspeakers. */
export const EARS = ['left', 'both', 'right'] as const;
export type Ear = (typeof EARS)[number];

const EAR_FOLDS: Readonly<Record<Exclude<Ear, 'both'>, Fold>> = { left: [1, 0], right: [0, 1] };

/** What becomes mono in a take already has no sides. */
export function heardBy(mix: TakeMix, ear: Ear): TakeMix {
  return ear === 'both' ? mix : mix.map((part) => ({ mono: EAR_FOLDS[ear], ...part }));
}

/** Whether its sides can be heard alone: what has more channels is heard in stereo, and has none of its own. */
export function hasEars(takes: readonly Pick<TakeView, 'channels' | 'kind'>[]): boolean {
  return takes.find(({ kind }) => kind === 'original')?.channels === 2;
}

/** @param decibels of the whole take */
export function amplified(mix: TakeMix, decibels: number): TakeMix {
  const factor = 10 ** (decibels / 20);
  return decibels === 0 ? mix : mix.map((part) => ({ ...part, weight: part.weight * factor }));
}

/** Index of the result that a take is, or is made of; null for the original. */
export function resultIn(heard: readonly HeardTake[], take: number): number | null {
  const chosen = heard[take];
  return chosen === undefined || chosen.kind === 'original' ? null : chosen.of;
}

/** dBTP that no level-matched take exceeds. */
const CEILING = -0.1;

/**
 * Level match: every take as loud as the original over the loop or the whole recording (integrated loudness, BS.1770), so that a louder take doesn't
 * pass for a better one. Where that would push a peak beyond full scale, all are matched to a lower level instead.
 * @returns the gain of each take in dB; null where the loudness is not known, which plays as it is. A difference gets the original's
 */
export function matchedGains(takes: readonly HeardTake[]): readonly (number | null)[] {
  const known = takes.flatMap(({ loudness, truePeak }) => (loudness === null ? [] : [{ loudness, truePeak }]));
  const reference = takes.find(({ kind, loudness }) => kind === 'original' && loudness !== null) ?? known[0];
  if (reference === undefined || reference.loudness === null) return takes.map(() => null);
  // A take without a peak is only lowered.
  const highest = known.map(({ loudness, truePeak }) => loudness + Math.max(0, CEILING - (truePeak ?? CEILING)));
  const target = Math.min(reference.loudness, ...highest);
  const ofOriginal = target - reference.loudness;
  return takes.map(({ kind, loudness }) => {
    if (kind === 'difference') return ofOriginal;
    return loudness === null ? null : target - loudness;
  });
}
