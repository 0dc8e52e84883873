/** The window's size from one start to the next. */

import { readFileSync, writeFileSync } from 'node:fs';

export const SMALLEST_WINDOW = { width: 900, height: 600 } as const;

export interface WindowState {
  /** Device-independent pixels. */
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

const FIRST: WindowState = { width: 1280, height: 820, maximized: false };

/** The remembered size, never smaller than the smallest window; the first size when nothing readable is there. */
export function readWindowState(file: string): WindowState {
  try {
    const stored: Partial<Record<keyof WindowState, unknown>> = JSON.parse(readFileSync(file, 'utf8'));
    return {
      width: sizeOr(stored.width, SMALLEST_WINDOW.width, FIRST.width),
      height: sizeOr(stored.height, SMALLEST_WINDOW.height, FIRST.height),
      maximized: stored.maximized === true,
    };
  } catch {
    return FIRST;
  }
}

/** Written at once while the window closes: there may be no later. A size that cannot be kept is no reason to complain. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, JSON.stringify(state));
  } catch {
    // The next start opens at the first size.
  }
}

function sizeOr(value: unknown, smallest: number, otherwise: number): number {
  return typeof value === 'number' && Number.isInteger(value) ? Math.max(smallest, value) : otherwise;
}
