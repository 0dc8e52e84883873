import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  fitToDisplays,
  readWindowState,
  SMALLEST_WINDOW,
  writeWindowState,
} from '../../../electron/hosts/desktop/window/window-state.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-window-'));
const file = path.join(folder, 'window.json');
afterAll(() => rmSync(folder, { recursive: true }));

test('size and place are remembered', () => {
  const first = readWindowState(path.join(folder, 'none.json'));
  expect(first.width).toBeGreaterThanOrEqual(SMALLEST_WINDOW.width);
  const state = { width: 1500, height: 900, maximized: true, place: { x: -1920, y: 40 } };
  writeWindowState(file, state);
  expect(readWindowState(file)).toEqual(state);
});

test.each([
  ['{"width":10,"height":10}', { ...SMALLEST_WINDOW, maximized: false, place: null }],
  ['{"width":"wide","height":700.5}', { width: 1280, height: 820, maximized: false, place: null }],
  ['{"width":1000,"height":700,"x":"left","y":3}', { width: 1000, height: 700, maximized: false, place: null }],
  ['null', { width: 1280, height: 820, maximized: false, place: null }],
  ['half a fi', { width: 1280, height: 820, maximized: false, place: null }],
])('%s is read as something usable', (text, expected) => {
  writeFileSync(file, text);
  expect(readWindowState(file)).toEqual(expected);
});

test('a size that cannot be kept stops nothing', () => {
  expect(() => writeWindowState(path.join(folder, 'no/such/folder.json'), readWindowState(file))).not.toThrow();
});

const LAPTOP = { x: 0, y: 25, width: 1440, height: 875 };
const MONITOR = { x: 1440, y: 0, width: 2560, height: 1400 };

function onDisplays(
  place: { x: number; y: number } | null,
  areas = [LAPTOP, MONITOR],
  size = { width: 1280, height: 820 },
) {
  return fitToDisplays({ ...size, maximized: false, place }, areas);
}

test.each([
  ['on the first display', { x: 100, y: 40 }],
  ['on the second display', { x: 2000, y: 300 }],
  ['half beyond the edge', { x: -900, y: 60 }],
])('a window %s stays there', (_where, place) => {
  expect(onDisplays(place).place).toEqual(place);
});

test.each([
  ['on a display that is gone', { x: 5000, y: 100 }],
  ['with its title bar below the screen', { x: 100, y: 890 }],
  ['with its title bar above the screen', { x: 100, y: -200 }],
  ['with too little to take hold of', { x: -1250, y: 60 }],
])('a window %s is placed anew', (_where, place) => {
  expect(onDisplays(place).place).toBeNull();
});

test('a window that was larger than the display becomes as large as it, never smaller than the smallest', () => {
  expect(onDisplays(null, [LAPTOP], { width: 2500, height: 1300 })).toMatchObject({ width: 1440, height: 875 });
  expect(onDisplays(null, [{ ...LAPTOP, width: 640, height: 480 }])).toMatchObject(SMALLEST_WINDOW);
  expect(onDisplays({ x: 3, y: 4 }, [])).toMatchObject({ place: null });
});
