/** Places worth hearing: clipping, the worst minute, where two takes differ most, and what a result is in review for. Near ones form a group. Pure. */

import type { JobView, TakeView } from '../../../../shared/contract/views.ts';
import { type Finding, placeOf } from '../../../../shared/domain/integrity/findings.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { IN_REVIEW, MARKS } from '../strings.ts';

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

export interface MarkGroup {
  /** In order of time. */
  readonly marks: readonly Mark[];
  /** The weightiest of them. */
  readonly kind: MarkKind;
  /** The middle of the button, as a share of the strip. */
  readonly place: number;
}

/** Pixels of a button with one mark, and with several and their number. */
export const MARK_WIDTH = 22;
export const GROUP_WIDTH = 36;
/** Pixels between two buttons. */
const GAP = 2;

/** What has to be decided comes first. */
const WEIGHT: readonly MarkKind[] = ['held', 'clipping', 'worst-minute', 'difference'];

/** @param marks in order of time @param duration seconds @param width of the strip in pixels; 0 while it isn't known */
export function groupMarks(marks: readonly Mark[], duration: number, width: number): readonly MarkGroup[] {
  const groups = marks.map((mark) => groupOf([mark], duration));
  for (let at = 0; width > 0 && at < groups.length - 1; ) {
    const [one, other] = [groups[at] as MarkGroup, groups[at + 1] as MarkGroup];
    const apart = (other.place - one.place) * width;
    if (apart >= (widthOf(one) + widthOf(other)) / 2 + GAP) {
      at += 1;
      continue;
    }
    groups.splice(at, 2, groupOf([...one.marks, ...other.marks], duration));
    // It is wider now, and may reach the one before.
    at = Math.max(0, at - 1);
  }
  return groups;
}

function groupOf(marks: readonly Mark[], duration: number): MarkGroup {
  const middle = ((marks[0]?.second ?? 0) + (marks.at(-1)?.second ?? 0)) / 2;
  const kind = WEIGHT.find((one) => marks.some((mark) => mark.kind === one)) ?? 'difference';
  return { marks, kind, place: middle / Math.max(duration, 0.001) };
}

function widthOf({ marks }: MarkGroup): number {
  return marks.length === 1 ? MARK_WIDTH : GROUP_WIDTH;
}

export interface FindingInReview {
  readonly finding: Finding;
  /** Of the model whose result it is. */
  readonly label: string;
  /** Null where the fault is everywhere. */
  readonly mark: Mark | null;
}

/** The gravest of each result first; empty for recordings that aren't in review. */
export function findingsInReview({
  generations,
  state,
}: Pick<JobView, 'generations' | 'state'>): readonly FindingInReview[] {
  if (state.kind !== 'in-review') return [];
  return state.held.flatMap(({ findings, generationId }) => {
    const model = generations.find(({ id }) => id === generationId)?.model;
    const label = model === undefined ? '' : modelOf(model).label;
    return findings.map((finding): FindingInReview => {
      const second = placeOf(finding);
      return { finding, label, mark: second === null ? null : { kind: 'held', second, label: IN_REVIEW.place(label) } };
    });
  });
}

/** One for each place. */
export function marksInReview(job: Pick<JobView, 'generations' | 'state'>): readonly Mark[] {
  const marks = findingsInReview(job).flatMap(({ mark }) => mark ?? []);
  return marks.filter(
    ({ label, second }, index) => marks.findIndex((one) => one.label === label && one.second === second) === index,
  );
}
