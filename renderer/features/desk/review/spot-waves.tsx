/** Recording and result around the place of a fault, one above the other, with the place marked. */

import { useInViewport } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { peaksAddress } from '../../../../shared/contract/page/media-addresses.ts';
import { decodePeaks, type Peaks } from '../../../../shared/engine-api/peaks-format.ts';
import { mediaHeaders } from '../../../bridge/browser-session.ts';
import { REVIEW_WORDS } from '../../../components/strings.ts';
import { type PeakBars, windowBars } from '../../../components/waves/window-peaks.ts';
import classes from './review.module.css';
import type { Spot, SpotSpan } from './spot.ts';

const COLUMNS = 90;
/** Units of the drawing: a bar, and the gap behind it. */
const BAR = 2;
const PITCH = 3;
const HEIGHT = 20;
/** The loudest bar fills its row, up to this gain: noise must not look like speech. */
const MOST_GAIN = 12;
const LEAST_BAR = 0.6;

interface SpotWavesProps {
  readonly jobId: string;
  readonly generationId: string;
  readonly spot: Spot;
}

/** Says nothing to screen readers: the sentence beside it names the place. */
export function SpotWaves({ jobId, generationId, spot }: SpotWavesProps) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (inViewport) setWanted(true);
  }, [inViewport]);
  const { from, to } = spot.view;
  const before = useBars(wanted ? `original:${jobId}` : null, from, to);
  const after = useBars(wanted ? `result:${generationId}` : null, from, to);
  const gain = Math.min(MOST_GAIN, 1 / Math.max(highest(before), highest(after), 1 / MOST_GAIN));
  return (
    <div ref={ref} className={classes.waves} aria-hidden="true">
      <span>{REVIEW_WORDS.before}</span>
      <Wave bars={before} gain={gain} className={classes.before} />
      <span>{REVIEW_WORDS.after}</span>
      <Wave bars={after} gain={gain} className={classes.after} />
      {spot.mark !== null && <Mark view={spot.view} mark={spot.mark} />}
    </div>
  );
}

function Mark({ view, mark }: { view: SpotSpan; mark: SpotSpan }) {
  const share = (seconds: number) => `${(100 * seconds) / (view.to - view.from)}%`;
  return (
    <span className={classes.markArea}>
      <span
        className={classes.mark}
        style={{ left: share(mark.from - view.from), width: share(mark.to - mark.from) }}
      />
    </span>
  );
}

function Wave({ bars, gain, className }: { bars: PeakBars | null; gain: number; className: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${COLUMNS * PITCH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bars !== null && <path d={pathOf(bars, gain)} />}
    </svg>
  );
}

function pathOf({ tops, bottoms }: PeakBars, gain: number): string {
  const middle = HEIGHT / 2;
  const parts: string[] = [];
  for (let column = 0; column < COLUMNS; column++) {
    const up = Math.max(LEAST_BAR, (tops[column] ?? 0) * gain * middle);
    const down = Math.max(LEAST_BAR, -(bottoms[column] ?? 0) * gain * middle);
    parts.push(`M${column * PITCH} ${(middle - up).toFixed(1)}h${BAR}v${(up + down).toFixed(1)}h${-BAR}z`);
  }
  return parts.join('');
}

function highest(bars: PeakBars | null): number {
  if (bars === null) return 0;
  return Math.max(...bars.tops, ...bars.bottoms.map((value) => -value));
}

/** Only the bars are kept: the peaks of an hour are a megabyte. Null without them. */
function useBars(takeId: string | null, from: number, to: number): PeakBars | null {
  const [bars, setBars] = useState<PeakBars | null>(null);
  useEffect(() => {
    if (takeId === null) return;
    const stop = new AbortController();
    fetchPeaks(takeId, stop.signal)
      .then((peaks) => setBars(windowBars(peaks, from, to, COLUMNS)))
      .catch(() => undefined);
    return () => stop.abort();
  }, [takeId, from, to]);
  return bars;
}

/** @throws Error when the desk has none */
async function fetchPeaks(takeId: string, signal: AbortSignal): Promise<Peaks> {
  const response = await fetch(peaksAddress(takeId), { headers: mediaHeaders(), signal });
  if (!response.ok) throw new Error(`Peaks were answered with ${response.status}`);
  return decodePeaks(new Uint8Array(await response.arrayBuffer()));
}
