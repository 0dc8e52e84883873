/** Which frequencies are labeled beside a spectrogram. Pure. */

import { heightOf, type TileScale } from '../../../../shared/engine-api/tile-messages.ts';

const TICKS: Readonly<Record<TileScale, readonly number[]>> = {
  linear: [5000, 10_000, 15_000, 20_000],
  mel: [500, 1000, 2000, 5000, 10_000],
};
/** Pixels of a label, with room around it. */
const LABEL_PIXELS = 17;

/** Frequencies to label, in Hz, the lowest first: as many as fit. @param pixels of the height */
export function frequencyTicks(scale: TileScale, top: number, pixels: number): readonly number[] {
  const fitting: number[] = [];
  let below = 0;
  for (const frequency of TICKS[scale]) {
    const place = heightOf(frequency, scale, top) * pixels;
    if (place - below < LABEL_PIXELS || place > pixels - LABEL_PIXELS / 2) continue;
    fitting.push(frequency);
    below = place;
  }
  return fitting;
}
