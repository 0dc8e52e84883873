/** The part of a recording that a row in review shows, and the place of the fault in it. Pure. */

import type { Finding } from '../../../../shared/domain/integrity/findings.ts';

/** Seconds of the recording. */
export interface SpotSpan {
  readonly from: number;
  readonly to: number;
}

export interface Spot {
  readonly view: SpotSpan;
  /** Null when the fault is everywhere. */
  readonly mark: SpotSpan | null;
}

export const VIEW_SECONDS = 20;
/** Clipping is shown for this long. */
const CLIPPED_SECONDS = 3;
/** The narrowest mark, as a share of the view. */
const LEAST_MARK = 0.03;

/** @param duration of the recording in seconds */
export function spotOf(finding: Finding, duration: number): Spot {
  const fault = faultOf(finding, duration);
  if (fault === null) return { view: { from: 0, to: Math.max(duration, 1) }, mark: null };
  const span = Math.min(VIEW_SECONDS, Math.max(duration, 1));
  const middle = Math.min((fault.from + fault.to) / 2, fault.from + span / 4);
  const from = Math.min(Math.max(0, middle - span / 2), Math.max(0, duration - span));
  const view = { from, to: from + span };
  const least = LEAST_MARK * span;
  const start = Math.min(Math.max(fault.from, view.from), view.to - least);
  return { view, mark: { from: start, to: Math.max(Math.min(fault.to, view.to), start + least) } };
}

function faultOf(finding: Finding, duration: number): SpotSpan | null {
  switch (finding.kind) {
    case 'lost-speech':
    case 'other-speech':
    case 'pitch':
    case 'silent-channel':
      return { from: finding.at, to: finding.at + finding.seconds };
    case 'clipping':
      return { from: finding.at, to: finding.at + CLIPPED_SECONDS };
    case 'length':
      return { from: finding.at, to: finding.at + Math.abs(finding.seconds) };
    case 'offset':
      return finding.at === 0 ? null : { from: finding.at, to: duration };
    default:
      return null;
  }
}
