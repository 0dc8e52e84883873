/** Frequencies of a spectrogram's heights, as the engine divides them. Pure. */

import type { TileScale } from '../../../../shared/engine-api/tile-messages.ts';

/** Hz at a height from 0 to 1. @param top Hz @see O'Shaughnessy 1987 for the mel scale */
export function frequencyAt(height: number, scale: TileScale, top: number): number {
  return scale === 'linear' ? height * top : 700 * (10 ** ((height * melOf(top)) / 2595) - 1);
}

/** The height from 0 to 1 of a frequency in Hz. */
export function heightOf(frequency: number, scale: TileScale, top: number): number {
  return scale === 'linear' ? frequency / top : melOf(frequency) / melOf(top);
}

function melOf(frequency: number): number {
  return 2595 * Math.log10(1 + frequency / 700);
}

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
