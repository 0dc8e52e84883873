import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  readWindowState,
  SMALLEST_WINDOW,
  writeWindowState,
} from '../../../electron/hosts/desktop/window/window-state.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-window-'));
const file = path.join(folder, 'window.json');
afterAll(() => rmSync(folder, { recursive: true }));

test('the size is remembered', () => {
  const first = readWindowState(path.join(folder, 'none.json'));
  expect(first.width).toBeGreaterThanOrEqual(SMALLEST_WINDOW.width);
  writeWindowState(file, { width: 1500, height: 900, maximized: true });
  expect(readWindowState(file)).toEqual({ width: 1500, height: 900, maximized: true });
});

test.each([
  ['{"width":10,"height":10}', { ...SMALLEST_WINDOW, maximized: false }],
  ['{"width":"wide","height":700.5}', { width: 1280, height: 820, maximized: false }],
  ['null', { width: 1280, height: 820, maximized: false }],
  ['half a fi', { width: 1280, height: 820, maximized: false }],
])('%s is read as something usable', (text, expected) => {
  writeFileSync(file, text);
  expect(readWindowState(file)).toEqual(expected);
});

test('a size that cannot be kept stops nothing', () => {
  expect(() => writeWindowState(path.join(folder, 'no/such/folder.json'), readWindowState(file))).not.toThrow();
});
