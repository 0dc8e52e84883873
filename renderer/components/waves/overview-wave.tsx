/** A recording's whole waveform in a few bars: the original, over it the result or how far it has come. */

import { useEffect, useMemo, useReducer } from 'react';
import { OVERVIEW_COLUMNS } from '../../../shared/contract/listening/listening.ts';
import { useDesk } from '../../state/desk-context.ts';
import type { Overview } from '../../state/rows/overviews.ts';
import classes from './overview-wave.module.css';

/** Units of the drawing: a bar, and the place that it takes. */
const BAR = 2;
const PITCH = 3;
const HEIGHT = 32;
/** The loudest bar fills its row, up to this gain: noise must not look like speech. */
const MOST_GAIN = 12;
const LEAST_BAR = 1;

interface OverviewWaveProps {
  /** Columns of the waveform in one bar. */
  readonly perBar?: 1 | 2;
  readonly original: string;
  /** The take that lies over the original; null without one. */
  readonly result: string | null;
  /** Name of the color variable of what lies over the original. */
  readonly hue: string;
  /** 0 to 1: how much of the original has the color; null where nothing is worked on. */
  readonly progress: number | null;
  /** Whenever it changes, a waveform that wasn't drawn yet is asked for again. */
  readonly stage: string;
}

/** Says nothing to screen readers: the row has words for all of it. */
export function OverviewWave({ original, result, hue, progress, stage, perBar = 1 }: OverviewWaveProps) {
  const before = useOverview(original, stage);
  const after = useOverview(result, stage);
  const [below, above] = useMemo(() => pathsOf(before, after, perBar), [before, after, perBar]);
  if (before === null && after === null) return <span className={classes.none} aria-hidden="true" />;
  const isOver = after !== null || progress !== null;
  return (
    <svg
      className={classes.wave}
      viewBox={`0 0 ${(OVERVIEW_COLUMNS / perBar) * PITCH - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-drawn={after === null ? 'original' : 'result'}
    >
      <path className={after === null ? classes.original : classes.ghost} d={below} />
      {isOver && (
        <path
          d={after === null ? below : above}
          style={{
            fill: `var(${hue})`,
            ...(after === null ? { clipPath: `inset(0 ${100 - 100 * (progress ?? 0)}% 0 0)` } : {}),
          }}
        />
      )}
    </svg>
  );
}

/** Null without a take, and until its scan has drawn it. */
function useOverview(take: string | null, stage: string): Overview | null {
  const { overviews } = useDesk();
  const [, known] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as `stage` says
  useEffect(() => (take === null ? undefined : overviews.want(take, known)), [overviews, take, stage]);
  return take === null ? null : overviews.get(take);
}

function pathsOf(
  before: Overview | null,
  after: Overview | null,
  perBar: number,
): readonly [below: string, above: string] {
  const highest = Math.max(...(before ?? []), ...(after ?? []), 127 / MOST_GAIN);
  return [pathOf(before, highest, perBar), pathOf(after, highest, perBar)];
}

/** As one path: a list has hundreds of them. */
function pathOf(overview: Overview | null, highest: number, perBar: number): string {
  if (overview === null) return '';
  let path = '';
  for (let bar = 0; bar < overview.length / perBar; bar++) {
    const value = Math.max(...overview.slice(bar * perBar, (bar + 1) * perBar));
    const half = Math.max(LEAST_BAR, (value / highest) * (HEIGHT / 2));
    path += `M${bar * PITCH} ${(HEIGHT / 2 - half).toFixed(1)}h${BAR}v${(2 * half).toFixed(1)}h${-BAR}z`;
  }
  return path;
}
