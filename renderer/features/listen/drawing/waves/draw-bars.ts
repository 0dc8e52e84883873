/** Draws a waveform as bars around the middle, at the same places whatever the take. */

import type { Bars } from '../../../../components/waves/window-peaks.ts';

/** CSS pixels. */
const BAR = 2;
const GAP = 1;
const LEAST_HEIGHT = 1;

/** @param width CSS pixels */
export function columnsIn(width: number): number {
  return Math.max(1, Math.ceil(width / (BAR + GAP)));
}

export interface BarStyle {
  readonly color: string;
  /** Vertical scale. */
  readonly gain: number;
  /** Device pixels in a CSS pixel. */
  readonly pixelRatio: number;
}

export function drawBars(
  context: OffscreenCanvasRenderingContext2D,
  { tops, bottoms }: Bars,
  { color, gain, pixelRatio }: BarStyle,
): void {
  const half = context.canvas.height / 2;
  const least = (LEAST_HEIGHT * pixelRatio) / 2;
  const width = BAR * pixelRatio;
  context.fillStyle = color;
  context.beginPath();
  for (let column = 0; column < tops.length; column++) {
    const up = Math.min(half, Math.max(least, (tops[column] as number) * gain * half));
    const down = Math.min(half, Math.max(least, -(bottoms[column] as number) * gain * half));
    context.roundRect(column * (BAR + GAP) * pixelRatio, half - up, width, up + down, width / 2);
  }
  context.fill();
}
