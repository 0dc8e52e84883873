/** Keeps the window's size between starts. */

import { readFileSync, writeFileSync } from 'node:fs';

export const SMALLEST_WINDOW = { width: 900, height: 600 } as const;

export interface WindowState {
  /** Device-independent pixels. */
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

const FIRST: WindowState = { width: 1280, height: 820, maximized: false };

/** The stored size, never below the smallest window; the default size when the file can't be read. */
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

/** Writes synchronously, because the window is closing. A size that can't be written is not worth an error. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, JSON.stringify(state));
  } catch {
    // The next start opens at the default size.
  }
}

function sizeOr(value: unknown, smallest: number, otherwise: number): number {
  return typeof value === 'number' && Number.isInteger(value) ? Math.max(smallest, value) : otherwise;
}
