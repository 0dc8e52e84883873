import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildParts } from '../../../build/build.ts';
import { lockDataFolder } from '../../../electron/hosts/common/data-folder-lock.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { type BrowserDesk, startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { connectDesk } from '../../harness/desk/desk-over-socket.ts';
import { listen } from '../../harness/remote/listen.ts';
import { until } from '../../harness/until.ts';

const START = path.resolve(import.meta.dirname, '../../../build/start.mjs');
const NO_DISPLAY = { DISPLAY: '', WAYLAND_DISPLAY: '' };
let folder = '';
let running: BrowserDesk | null = null;

beforeAll(async () => {
  await buildParts(['node', 'renderer']);
});
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-start-'));
});
afterEach(async () => {
  await running?.kill();
  running = null;
  rmSync(folder, { recursive: true, force: true });
});

async function run(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [START, '--no-open', ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const told = { out: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => (told.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (told.errors += chunk.toString()));
  const [code]: (number | null)[] = await once(child, 'close');
  return { code, ...told };
}

test('one line on standard output, and a clean end when asked', async () => {
  running = await startBrowserDesk({ dataDirectory: folder });
  expect(await running.stop()).toBe(0);
  expect(running.output.lines).toEqual([`Cleartake is ready: ${running.url}`]);
  // Free again: the writer let go of the data folder.
  lockDataFolder(folder).release();
});

test('files of the command line wait on the desk, and what could not be taken is said', async () => {
  const recording = path.join(folder, 'take one.wav');
  writeFileSync(recording, 'RIFF');
  running = await startBrowserDesk({ dataDirectory: path.join(folder, 'data'), files: [recording, '/nowhere/b.wav'] });
  const desk = await connectDesk(running);
  const { jobs } = await desk.client.queue.list({ offset: 0, limit: 10 });
  expect(jobs.map((job) => [job.name, job.started])).toEqual([['take one.wav', false]]);
  expect(running.output.errors).toContain('/nowhere/b.wav: ');
  desk.close();
});

test('a data folder that is in use is left alone, with a sentence', { tags: 'long' }, async () => {
  const lock = lockDataFolder(folder);
  const { code, out, errors } = await run(['--host', 'browser', '--data-dir', folder]);
  lock.release();
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(errors).toContain('Another Cleartake is using this data folder.');
});

test('a second start hands its files to the desk that runs, also after one that was killed', async () => {
  const data = path.join(folder, 'data');
  const takes = ['take one.wav', 'take two.wav'].map((name) => path.join(folder, name));
  for (const [index, take] of takes.entries()) writeTone(take, { seconds: 1, frequency: 200 + 100 * index });
  const start = (...words: string[]) => run(['--host', 'browser', '--data-dir', data, ...words]);
  running = await startBrowserDesk({ dataDirectory: data });
  const first = await start(takes[0] ?? '', '/nowhere/b.wav', '--port', '1');
  // A path that doesn't exist is a mistake of whoever named it.
  expect(first.code).toBe(1);
  expect(first.errors).toContain('/nowhere/b.wav: ');
  expect(first.errors).toContain('--port and --rehearsal change nothing');
  expect(first.errors).toContain(`Cleartake is already running at ${running.origin}: 1 recording added.\n`);
  const address = /^Open it at this address, which works once: (\S+)\n$/.exec(first.out)?.[1] ?? '';
  const desk = await connectDesk({ url: address, origin: running.origin });
  await expect(connectDesk({ url: address, origin: running.origin })).rejects.toThrow();
  const names = async () => (await desk.client.queue.list({ offset: 0, limit: 10 })).jobs.map((job) => job.name);
  expect(await names()).toEqual(['take one.wav']);
  // Where a page shows the desk, no other address is needed.
  const second = await start(...takes);
  expect(second).toMatchObject({ code: 0, out: '' });
  expect(second.errors).toBe(
    `Cleartake is already running at ${running.origin}: 1 recording added, 1 was there already.\n`,
  );
  expect(await names()).toEqual(['take one.wav', 'take two.wav']);
  desk.close();
  const left = readFileSync(path.join(data, 'running-desk.json'), 'utf8');
  if (process.platform !== 'win32') expect(statSync(path.join(data, 'running-desk.json')).mode & 0o077).toBe(0);
  expect(running.url).not.toContain(JSON.parse(left).token);
  await running.kill();
  running = await startBrowserDesk({ dataDirectory: data });
  expect(readFileSync(path.join(data, 'running-desk.json'), 'utf8')).not.toBe(left);
  expect(await running.stop()).toBe(0);
  expect(existsSync(path.join(data, 'running-desk.json'))).toBe(false);
  running = null;
});

test('a port that is taken is said with a sentence', async () => {
  const { close, port } = await listen(createServer());
  const { code, out, errors } = await run(['--host', 'browser', '--data-dir', folder, '--port', String(port)]);
  await close();
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(errors).toContain('Another program is using that port.');
});

test('words that make no sense are answered with the usage', async () => {
  const { code, out, errors } = await run(['--host', 'phone']);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(errors).toContain('npm start -- [options] [FILES…]');
});

test('without a display an insisted-on window is refused', async ({ skip }) => {
  skip(process.platform !== 'linux', 'other systems always have a display');
  const { code, out, errors } = await run(['--host', 'desktop', '--data-dir', folder], NO_DISPLAY);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(errors).toBe('The desktop window can’t be opened: this machine has no display.\n');
});

test('without a display the desk opens in the browser, with one sentence why', async ({ skip }) => {
  skip(process.platform !== 'linux', 'other systems always have a display');
  running = await startBrowserDesk({ dataDirectory: folder, environment: NO_DISPLAY, host: null });
  expect(running.output.errors.trim()).toBe('Opening in the browser, because this machine has no display.');
  await running.stop();
});

test('the desk closes when npm, which started it, is gone', async ({ skip }) => {
  skip(process.platform === 'win32', 'there npm ends its children with itself');
  const words = [START, '--host', 'browser', '--no-open', '--data-dir', folder];
  // What npm does: a shell between, which alone is told to end.
  const command = `"${process.execPath}" ${words.map((word) => `"${word}"`).join(' ')}; true`;
  const shell = spawn('sh', ['-c', command], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [line] = await once(shell.stdout, 'data');
  expect(String(line)).toContain('Cleartake is ready');
  const closed = once(shell.stderr, 'close');
  shell.kill('SIGKILL');
  await closed;
  lockDataFolder(folder).release();
});

test('a desk that is killed leaves no helper behind', async ({ skip }) => {
  skip(!existsSync('/proc/self/task'), 'only Linux tells the children of a process in files');
  const recording = path.join(folder, 'tone.wav');
  writeTone(recording, { seconds: 30 });
  running = await startBrowserDesk({ dataDirectory: path.join(folder, 'data'), files: [recording] });
  const desk = await connectDesk(running);
  const preset = await desk.client.system.preset();
  await desk.client.system.setPreset({ ...preset, output: { kind: 'library' } });
  await desk.client.queue.start({});
  const { pid } = running;
  // The service is one child; the engine that scans the recording another.
  await until(() => childrenOf(pid).length > 0);
  const helpers = childrenOf(pid);
  await running.kill();
  desk.close();
  await until(() => helpers.every((helper) => !isAlive(helper)));
});

test('a closed pipe does not keep it from closing cleanly', async () => {
  const child: ChildProcess = spawn(process.execPath, [START, '--host', 'browser', '--no-open', '--data-dir', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

/** A process that has ended and waits for nobody to ask how counts as gone. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
