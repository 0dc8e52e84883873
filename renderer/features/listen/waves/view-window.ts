/** The visible part of the recording: zooming, scrolling, following the playhead, and the ticks of its ruler. */

import { createStore, type StoreApi } from 'zustand/vanilla';

export interface ViewWindow {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
}

/** The shortest visible part, in seconds: about a hundred samples. */
const MIN_SPAN_SECONDS = 0.002;

export function wholeOf(duration: number): ViewWindow {
  return { from: 0, to: Math.max(duration, 0.001) };
}

export function isWhole(view: ViewWindow, duration: number): boolean {
  return view.to - view.from >= duration * 0.999;
}

/**
 * @param factor below 1 zooms in, above 1 zooms out
 * @param around the second that keeps its place on the screen
 */
export function zoomed(view: ViewWindow, duration: number, factor: number, around: number): ViewWindow {
  const span = view.to - view.from;
  const next = Math.min(duration, Math.max(Math.min(MIN_SPAN_SECONDS, duration), span * factor));
  const share = (Math.min(view.to, Math.max(view.from, around)) - view.from) / span;
  return within(around - next * share, next, duration);
}

export function moved(view: ViewWindow, duration: number, bySeconds: number): ViewWindow {
  return within(view.from + bySeconds, view.to - view.from, duration);
}

/** Two places, from 0 at the left edge of the view to 1 at its right one. */
type Places = readonly [number, number];

/** Fingers nearer to each other than this zoom by chance. */
const LEAST_APART = 0.01;

/** What is under two fingers stays under them. */
export function pinched(view: ViewWindow, duration: number, before: Places, after: Places): ViewWindow {
  const apart = ([one, other]: Places) => Math.max(LEAST_APART, Math.abs(other - one));
  const middle = ([one, other]: Places) => (one + other) / 2;
  const around = view.from + middle(before) * (view.to - view.from);
  const next = zoomed(view, duration, apart(before) / apart(after), around);
  return moved(next, duration, (middle(before) - middle(after)) * (next.to - next.from));
}

/** Scrolls by a page once the playhead leaves the window; the same window otherwise. */
export function following(view: ViewWindow, duration: number, at: number): ViewWindow {
  if (at >= view.from && at <= view.to) return view;
  const span = view.to - view.from;
  return within(at - span * 0.06, span, duration);
}

function within(from: number, span: number, duration: number): ViewWindow {
  const start = Math.min(Math.max(0, from), Math.max(0, duration - span));
  return { from: start, to: start + span };
}

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

export type Sight = StoreApi<ViewWindow>;

export function createSight(view: ViewWindow): Sight {
  return createStore(() => view);
}
