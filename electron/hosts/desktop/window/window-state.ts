/** Keeps the window's size and place between starts, and within the displays that are there now. */

import { readFileSync, writeFileSync } from 'node:fs';

export const SMALLEST_WINDOW = { width: 900, height: 600 } as const;

export interface WindowState {
  /** Device-independent pixels. */
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
  /** Top left corner on the desktop; null where it isn't known yet. */
  readonly place: { readonly x: number; readonly y: number } | null;
}

/** Device-independent pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** At least this much of the title bar must be on a display, so that the window can be moved: width and height. */
const GRIP = { width: 120, height: 32 } as const;

const FIRST: WindowState = { width: 1280, height: 820, maximized: false, place: null };

/** The stored size and place, never below the smallest window; the defaults when the file can't be read. */
export function readWindowState(file: string): WindowState {
  try {
    const stored: Partial<Record<keyof Area | 'maximized', unknown>> = JSON.parse(readFileSync(file, 'utf8'));
    return {
      width: sizeOr(stored.width, SMALLEST_WINDOW.width, FIRST.width),
      height: sizeOr(stored.height, SMALLEST_WINDOW.height, FIRST.height),
      maximized: stored.maximized === true,
      place:
        Number.isInteger(stored.x) && Number.isInteger(stored.y) ? { x: Number(stored.x), y: Number(stored.y) } : null,
    };
  } catch {
    return FIRST;
  }
}

/**
 * The state on the displays that are there now: without its place when its title bar would be on none of them, and no larger than the
 * display it is on.
 * @param workAreas of all displays, the first one first; without task bars
 */
export function fitToDisplays(state: WindowState, workAreas: readonly Area[]): WindowState {
  const { place } = state;
  const at = place === null ? undefined : workAreas.find((area) => isReachable(place, state.width, area));
  const area = at ?? workAreas[0];
  if (area === undefined) return { ...state, place: null };
  return {
    ...state,
    width: Math.min(state.width, Math.max(SMALLEST_WINDOW.width, area.width)),
    height: Math.min(state.height, Math.max(SMALLEST_WINDOW.height, area.height)),
    place: at === undefined ? null : place,
  };
}

function isReachable(place: NonNullable<WindowState['place']>, width: number, area: Area): boolean {
  const visible = Math.min(place.x + width, area.x + area.width) - Math.max(place.x, area.x);
  const isHighEnough = place.y + GRIP.height <= area.y + area.height;
  return visible >= GRIP.width && place.y >= area.y && isHighEnough;
}

/** Writes synchronously, because the window is closing. A state that can't be written is not worth an error. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    const { place, ...size } = state;
    writeFileSync(file, JSON.stringify({ ...size, ...place }));
  } catch {
    // The next start opens at the default size and place.
  }
}

function sizeOr(value: unknown, smallest: number, otherwise: number): number {
  return typeof value === 'number' && Number.isInteger(value) ? Math.max(smallest, value) : otherwise;
}
