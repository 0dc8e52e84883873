import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleFolder, removeUnused } from '../../../build/start/bundles.mjs';

const HOUR_MS = 60 * 60 * 1000;
const NOW = Date.now();
const NOBODY = 2 ** 22 + 1;
let root = '';

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'cleartake-bundles-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** @param hours since the bundle was made, or last began or ended to be run */
function addBundle(name: string, hours: number, user?: number): string {
  const bundle = path.join(root, 'out/builds', name);
  const users = `${bundle}.users`;
  mkdirSync(bundle, { recursive: true });
  if (user !== undefined) {
    mkdirSync(users);
    writeFileSync(path.join(users, String(user)), '');
  }
  const then = (NOW - hours * HOUR_MS) / 1000;
  for (const folder of [bundle, users]) if (existsSync(folder)) utimesSync(folder, then, then);
  return bundle;
}

test('the folder has the name of what went into it', () => {
  const before = bundleFolder(root, 'node');
  expect(bundleFolder(root, 'node')).toBe(before);
  mkdirSync(path.join(root, 'electron'));
  writeFileSync(path.join(root, 'electron/one.ts'), '');
  expect(bundleFolder(root, 'node')).not.toBe(before);
  expect(bundleFolder(root, 'renderer')).not.toBe(bundleFolder(root, 'node'));
});

test('only bundles that nobody runs or ran for a day are deleted', () => {
  const current = addBundle('node-current', 48);
  const recent = addBundle('node-recent', 23);
  const running = addBundle('node-running', 48, process.pid);
  const old = addBundle('node-old', 25);
  const crashed = addBundle('node-crashed', 48, NOBODY);
  const unfinished = addBundle('node-unfinished-7', 48);
  const other = addBundle('renderer-old', 48);
  removeUnused(current, 'node', NOW);
  expect([current, recent, running, other].filter((bundle) => !existsSync(bundle))).toEqual([]);
  expect([old, crashed, `${crashed}.users`, unfinished].filter((bundle) => existsSync(bundle))).toEqual([]);
});
