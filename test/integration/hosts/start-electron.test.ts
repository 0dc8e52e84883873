import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type ElectronPlace, findElectron } from '../../../build/start/electron.ts';

const HOUR_MS = 60 * 60 * 1000;
const REPORTER = path.resolve(import.meta.dirname, '../../../build/start/report-download.mjs');
const PATIENCE_MS = 1000;
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
  place = {
    package: path.join(root, 'electron'),
    failureStamp: path.join(root, 'out/failed.json'),
    reporter: REPORTER,
    patienceMs: PATIENCE_MS,
  };
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

test('a failed download is remembered for an hour, unless a window is insisted on', async () => {
  writePackage('process.exit(1)');
  expect(await find(false, 0)).toEqual({ missing: "Electron's program could not be downloaded" });
  expect(said).toHaveLength(1);
  expect(await find(false, HOUR_MS - 1)).toEqual({ missing: expect.stringContaining('within the last hour') });
  expect(said).toHaveLength(1);
  await find(true, HOUR_MS - 1);
  expect(said).toHaveLength(2);
  await find(false, 2 * HOUR_MS + 1);
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

const PARTS = 40;
const PART = Buffer.alloc(100_000);
const WHOLE = PARTS * PART.length;

/** A place to download from, which sends as many parts as the test lets it, a pause after each. */
async function serve(parts: number, pauseMs: number): Promise<string> {
  const open: ServerResponse[] = [];
  const server = createServer(async (_request, response) => {
    open.push(response);
    response.writeHead(200, { 'content-length': WHOLE });
    for (let part = 0; part < parts; part++) {
      response.write(PART);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    if (parts === PARTS) response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const response of open) response.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** As Electron's script does it: fetches, then unpacks. */
const fetching = (address: string) => `
  fetch('${address}').then((answer) => answer.arrayBuffer()).then(() => {
    fs.mkdirSync(__dirname + '/dist'); fs.writeFileSync(__dirname + '/dist/electron', '');
    fs.writeFileSync(__dirname + '/dist/version', '45.0.0'); fs.writeFileSync(__dirname + '/path.txt', 'electron');
  }).catch(() => process.exit(1));`;

test('a slow line is waited for, longer than any limit, and says how far it is', { tags: 'long' }, async () => {
  // Two and a half times the patience, in pauses that are far shorter.
  writePackage(fetching(await serve(PARTS, (2.5 * PATIENCE_MS) / PARTS)));
  const began = performance.now();
  expect(await find(false, 0)).toHaveProperty('program');
  expect(performance.now() - began).toBeGreaterThan(2 * PATIENCE_MS);
  expect(said[0]).toContain('about 125 MB');
  expect(said.slice(1)).toContain('2 of 4 MB');
  expect(said.length).toBeLessThanOrEqual(11);
});

test('a line on which nothing comes anymore is given up, and tried again the next time', async () => {
  writePackage(fetching(await serve(PARTS / 2, 0)));
  expect(await find(false, 0)).toEqual({ missing: expect.stringContaining('stalled') });
  expect(existsSync(place.failureStamp)).toBe(false);
  writePackage(fetching(await serve(PARTS, 0)));
  expect(await find(false, 1)).toHaveProperty('program');
});

test('without a network it says so, and asks again only after an hour', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  // Nobody listens there anymore.
  writePackage(fetching(`http://127.0.0.1:${port}/`));
  expect(await find(false, 0)).toEqual({ missing: expect.stringContaining('without a network') });
  expect(await find(false, HOUR_MS - 1)).toEqual({ missing: expect.stringContaining('within the last hour') });
});
