import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ElectronPlace, findElectron } from '../../../build/start/electron.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let root = '';
let place: ElectronPlace;
const said: string[] = [];
const find = (insist: boolean, now: number) => findElectron(place, insist, now, (text) => said.push(text));

/** A package whose download script does what the line says, and counts its runs. */
function writePackage(script: string): void {
  mkdirSync(place.package, { recursive: true });
  writeFileSync(path.join(place.package, 'package.json'), '{"version":"45.0.0"}');
  writeFileSync(
    path.join(place.package, 'install.js'),
    `const fs = require('node:fs'); fs.appendFileSync(__dirname + '/runs', 'x'); ${script}`,
  );
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'cleartake-electron-'));
  place = { package: path.join(root, 'electron'), failureStamp: path.join(root, 'out/failed.json') };
  said.length = 0;
  vi.stubEnv('DISPLAY', ':9');
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

test('without a display nothing is downloaded', async ({ skip }) => {
  skip(process.platform !== 'linux', 'other systems always have a display');
  vi.stubEnv('DISPLAY', '');
  vi.stubEnv('WAYLAND_DISPLAY', '');
  writePackage('');
  expect(await find(true, 0)).toEqual({ missing: 'this machine has no display' });
  expect(existsSync(path.join(place.package, 'runs'))).toBe(false);
});

test('a failed download is remembered for a day, unless a window is insisted on', async () => {
  writePackage('process.exit(1)');
  expect(await find(false, 0)).toEqual({ missing: "Electron's program could not be downloaded" });
  expect(said).toHaveLength(1);
  expect(await find(false, DAY_MS - 1)).toEqual({ missing: expect.stringContaining('within the last day') });
  expect(said).toHaveLength(1);
  await find(true, DAY_MS - 1);
  expect(said).toHaveLength(2);
  await find(false, 2 * DAY_MS + 1);
  expect(said).toHaveLength(3);
});

test('what was downloaded is found, the first time and the next without downloading', async () => {
  writePackage(
    "fs.mkdirSync(__dirname + '/dist'); fs.writeFileSync(__dirname + '/dist/electron', ''); " +
      "fs.writeFileSync(__dirname + '/dist/version', '45.0.0'); fs.writeFileSync(__dirname + '/path.txt', 'electron');",
  );
  const program = path.join(place.package, 'dist/electron');
  expect(await find(false, 0)).toEqual({ program });
  expect(await find(false, 0)).toEqual({ program });
  expect(said).toHaveLength(1);
});

test('a program of another version does not count', async () => {
  writePackage('process.exit(1)');
  mkdirSync(path.join(place.package, 'dist'));
  writeFileSync(path.join(place.package, 'dist/electron'), '');
  writeFileSync(path.join(place.package, 'dist/version'), '44.0.0');
  writeFileSync(path.join(place.package, 'path.txt'), 'electron');
  expect(await find(false, 0)).toHaveProperty('missing');
});
