import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stampOf } from '../../../build/start/input-stamp.mjs';

let root = '';
const stamp = () => stampOf(root, ['sources', 'config.ts']);

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'cleartake-stamp-'));
  mkdirSync(path.join(root, 'sources/deep'), { recursive: true });
  writeFileSync(path.join(root, 'sources/deep/one.ts'), 'one');
  writeFileSync(path.join(root, 'config.ts'), 'config');
});
afterEach(() => rmSync(root, { recursive: true }));

test('nothing changed, same stamp', () => {
  expect(stamp()).toBe(stamp());
});

test('an edit of the same length, a new file, a new name and a file that goes each change it', () => {
  const seen = [stamp()];
  utimesSync(path.join(root, 'sources/deep/one.ts'), 1, 2);
  seen.push(stamp());
  writeFileSync(path.join(root, 'sources/two.ts'), '');
  seen.push(stamp());
  renameSync(path.join(root, 'sources/two.ts'), path.join(root, 'sources/three.ts'));
  seen.push(stamp());
  rmSync(path.join(root, 'config.ts'));
  seen.push(stamp());
  expect(new Set(seen).size).toBe(5);
});

test('files elsewhere do not count', () => {
  const before = stamp();
  writeFileSync(path.join(root, 'notes.md'), 'notes');
  expect(stamp()).toBe(before);
});
