/** Marks that would lie over each other are one button with their number. Pure. */

import type { Mark, MarkKind } from './find-marks.ts';

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
