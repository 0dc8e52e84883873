/** Ticks of the time ruler: round seconds, as many as fit. Pure. */

import type { ViewWindow } from './view-window.ts';

/** Round distances between ticks, in seconds. */
const STEPS = [
  0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600,
  900, 1800, 3600, 7200,
];
/** Width of a label. */
const LABEL_PIXELS = 92;

export interface Tick {
  readonly second: number;
  /** Pixels from the left edge. */
  readonly x: number;
  readonly label: string;
}

/** @param width of the ruler in pixels */
export function rulerTicks(view: ViewWindow, width: number): readonly Tick[] {
  const span = view.to - view.from;
  if (span <= 0 || width <= 0) return [];
  const wanted = (span / width) * LABEL_PIXELS;
  const step = STEPS.find((each) => each >= wanted) ?? 14_400;
  const ticks: Tick[] = [];
  for (let index = Math.ceil(view.from / step); index * step <= view.to; index++) {
    const second = index * step;
    ticks.push({ second, x: ((second - view.from) / span) * width, label: labelOf(second, step) });
  }
  return ticks;
}

function labelOf(second: number, step: number): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const units = 10 ** decimals;
  const whole = Math.round(second * units);
  const seconds = (whole / units) % 60;
  const minutes = Math.floor(whole / units / 60);
  const hours = Math.floor(minutes / 60);
  const padded = seconds.toFixed(decimals).padStart(decimals === 0 ? 2 : 3 + decimals, '0');
  return hours > 0 ? `${hours}:${String(minutes % 60).padStart(2, '0')}:${padded}` : `${minutes}:${padded}`;
}
