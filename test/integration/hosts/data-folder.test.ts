import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder } from '../../../electron/hosts/common/data-folder-lock.ts';

const LOCK_MODULE = path.resolve(import.meta.dirname, '../../../electron/hosts/common/data-folder-lock.ts');
let parent = '';
let folder = '';

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'cleartake-lock-'));
  folder = path.join(parent, 'deep/data');
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

/** Another process that holds the folder until it is killed. */
async function holdElsewhere() {
  const script = `import { lockDataFolder } from ${JSON.stringify(LOCK_MODULE)};
    lockDataFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('the folder is made for its owner alone and held until it is released', () => {
  const lock = lockDataFolder(folder);
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o077).toBe(0);
  expect(() => lockDataFolder(folder)).toThrow(expect.objectContaining({ code: 'dataFolderBusy' }));
  lock.release();
  lockDataFolder(folder).release();
});

test('a folder and a lock file that others could read are restricted', ({ skip }) => {
  skip(process.platform === 'win32', 'modes mean nothing on Windows');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(path.join(folder, 'desk.lock'), '', { mode: 0o644 });
  lockDataFolder(folder).release();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(folder, 'desk.lock')).mode & 0o777).toBe(0o600);
});

test('another process is kept out, and let in at once when the holder is killed', { tags: 'long' }, async () => {
  const holder = await holdElsewhere();
  expect(() => lockDataFolder(folder)).toThrow(expect.objectContaining({ code: 'dataFolderBusy' }));
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockDataFolder(folder).release();
});

test('a file where the folder should be is said with a sentence', () => {
  writeFileSync(path.join(parent, 'deep'), '');
  expect(() => lockDataFolder(folder)).toThrow(
    expect.objectContaining({ code: 'outputUnwritable', userMessage: expect.stringContaining(folder) }),
  );
});

test('a folder that may not be written is said with a sentence', ({ skip }) => {
  skip(process.platform !== 'linux', 'other systems have no place where nobody, the root user included, may write');
  expect(() => lockDataFolder('/sys/cleartake')).toThrow(expect.objectContaining({ code: 'outputUnwritable' }));
});
