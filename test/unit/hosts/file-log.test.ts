import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileLog } from '../../../electron/hosts/common/file-log.ts';

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };
let dataDirectory = '';
const file = () => path.join(dataDirectory, 'logs/cleartake.log');
const lines = () =>
  readFileSync(file(), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

beforeEach(() => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'cleartake-log-'));
});
afterEach(() => rmSync(dataDirectory, { recursive: true }));

test('each entry is one line of JSON, there at once, readable by its owner alone', () => {
  const log = createFileLog({ dataDirectory, clock });
  log.info('A job\nstarted', { job: 'j1', attempt: 2 });
  log.error('It failed');
  expect(lines()).toEqual([
    { at: '2026-01-02T03:04:05.000Z', level: 'info', message: 'A job\nstarted', job: 'j1', attempt: 2 },
    { at: '2026-01-02T03:04:05.000Z', level: 'error', message: 'It failed' },
  ]);
  if (process.platform !== 'win32') expect(statSync(file()).mode & 0o077).toBe(0);
  log.close();
});

test('a second start goes on in the same file', () => {
  createFileLog({ dataDirectory, clock }).info('one');
  createFileLog({ dataDirectory, clock }).info('two');
  expect(lines()).toHaveLength(2);
});

test('files are begun anew at their size, and only so many are kept', () => {
  const log = createFileLog({ dataDirectory, clock, mostBytes: 400, olderFiles: 2 });
  for (let index = 0; index < 40; index++) log.info('An entry of some length', { index });
  const files = readdirSync(path.join(dataDirectory, 'logs')).sort();
  expect(files).toEqual(['cleartake.log', 'cleartake.log.1', 'cleartake.log.2']);
  for (const name of files) expect(statSync(path.join(dataDirectory, 'logs', name)).size).toBeLessThanOrEqual(400);
  expect(lines().at(-1)).toMatchObject({ index: 39 });
});

test('a known secret is left out wherever it stands', () => {
  const log = createFileLog({ dataDirectory, clock });
  log.conceal('ck/live+7f3a"9c');
  const query = `k=${encodeURIComponent('ck/live+7f3a"9c')}`;
  log.warn('ck/live+7f3a"9c was refused', { header: 'x ck/live+7f3a"9c', query });
  expect(readFileSync(file(), 'utf8')).not.toContain('7f3a');
  expect(lines()[0]).toMatchObject({ message: '[secret] was refused', header: 'x [secret]', query: 'k=[secret]' });
});

test('a log that cannot be written stops nobody', () => {
  mkdirSync(path.join(dataDirectory, 'data'));
  writeFileSync(path.join(dataDirectory, 'data/logs'), 'a file where the folder should be');
  const log = createFileLog({ dataDirectory: path.join(dataDirectory, 'data'), clock });
  expect(() => log.info('lost')).not.toThrow();
});
