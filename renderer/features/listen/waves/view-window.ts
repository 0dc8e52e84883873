/** The visible part of the recording: zooming, scrolling, following the playhead. Pure. */

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
