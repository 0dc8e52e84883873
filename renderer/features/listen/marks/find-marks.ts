/** Places worth hearing: clipping, the worst minute, where two takes differ most, and what a result was held back for. Pure. */

import type { TakeView } from '../../../../shared/contract/views.ts';
import { MARKS } from '../strings.ts';

export type MarkKind = 'clipping' | 'worst-minute' | 'difference' | 'held';

export interface Mark {
  readonly kind: MarkKind;
  /** Seconds. */
  readonly second: number;
  readonly label: string;
}

/** The takes to compare, by index: the two results, or the original and its one result; null when there is nothing to compare. */
export function pairOf(takes: readonly TakeView[]): readonly [number, number] | null {
  const playable = takes.flatMap((take, index) => (take.playable ? [{ take, index }] : []));
  const results = playable.filter(({ take }) => take.kind === 'result');
  const [one, other] = results.length >= 2 ? results : playable;
  return one === undefined || other === undefined ? null : [one.index, other.index];
}

/** In order of time. @param differences seconds @param held of a recording in review */
export function findMarks(
  takes: readonly TakeView[],
  differences: readonly number[],
  held: readonly Mark[] = [],
): readonly Mark[] {
  const pair = pairOf(takes);
  const [one, other] = (pair ?? []).map((index) => takes[index]?.label ?? '');
  const differ = MARKS.difference(one ?? '', other ?? '');
  const marks = [
    ...held,
    ...worstMinuteOf(takes),
    ...takes.flatMap(clippingIn),
    ...(pair === null ? [] : differences.map((second): Mark => ({ kind: 'difference', second, label: differ }))),
  ];
  return marks.sort((first, second) => first.second - second.second);
}

function worstMinuteOf(takes: readonly TakeView[]): readonly Mark[] {
  const original = takes.find((take) => take.kind === 'original');
  const worst = original?.measures?.worstMinute;
  if (original === undefined || worst == null) return [];
  return [{ kind: 'worst-minute', second: worst.fromFrame / original.sampleRate, label: MARKS.worstMinute }];
}

/** Marks of one take that are nearer to each other than this part of it are one. */
const CLIPPING_APART = 1 / 50;

function clippingIn({ label, measures, sampleRate, frames }: TakeView): readonly Mark[] {
  const marks: Mark[] = [];
  for (const frame of measures?.clippedPlaces ?? []) {
    const second = frame / sampleRate;
    const last = marks.at(-1)?.second ?? Number.NEGATIVE_INFINITY;
    if (second - last < (frames / sampleRate) * CLIPPING_APART) continue;
    marks.push({ kind: 'clipping', second, label: MARKS.clipping(label) });
  }
  return marks;
}

/** Playback that has just reached a mark is not yet past it. */
const PAST_SECONDS = 0.5;

/** The next mark after a second, or the last before it. */
export function markFrom(marks: readonly Mark[], second: number, direction: 'next' | 'previous'): Mark | undefined {
  return direction === 'next'
    ? marks.find((mark) => mark.second > second + 0.01)
    : marks.findLast((mark) => mark.second < second - PAST_SECONDS);
}
