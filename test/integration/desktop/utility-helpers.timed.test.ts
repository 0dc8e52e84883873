import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const address = (file: string) => JSON.stringify(pathToFileURL(path.join(root, file)).href);

/** A main process on the stand-in that starts one helper and passes everything on. */
const PARENT = `
import ${address('test/harness/electron/register.ts')};
const { createUtilitySpawner } = await import(${address('electron/hosts/desktop/utility-helpers.ts')});
const note = (message, fields) => process.send({ noted: { message, fields } });
const log = { info: note, warn: note, error: note };
const helper = createUtilitySpawner(import.meta.dirname, log)('engine', { CLEARTAKE_SERVICE_DATA: '/data' });
helper.send({ first: new Uint8Array([1, 2, 3]) });
helper.onMessage((message) => process.send({ message }));
helper.onExit((code) => process.send({ code }));
process.on('message', async (order) => {
  if (order === 'stop') {
    const began = performance.now();
    await Promise.all([helper.stop(), helper.stop()]);
    helper.send('nobody hears this');
    helper.onExit((code) => process.send({ late: code, took: performance.now() - began }));
  } else if (order === 'are you there?') process.send({ there: true });
  else helper.send(order);
});
`;

/** A helper that tells of itself, echoes, and leaves only when it is made to. */
const HELPER = `
import { openParentPort } from ${address('electron/platform/processes/parent-port.ts')};
const port = openParentPort();
process.on('SIGTERM', () => undefined);
setInterval(() => undefined, 1000);
port.onMessage((message) => {
  if (message === 'end') process.exit(7);
  if (message === 'run out of memory') process.abort();
  port.send({ echo: message, pid: process.pid, names: Object.keys(process.env), hasSend: process.send !== undefined });
});
`;

interface Heard {
  readonly message?: {
    readonly echo: { readonly first: Uint8Array };
    readonly pid: number;
    readonly names: readonly string[];
    readonly hasSend: boolean;
  };
  readonly code?: number;
  readonly late?: number;
  readonly there?: boolean;
  readonly noted?: { readonly message: string; readonly fields: Readonly<Record<string, unknown>> };
  readonly took?: number;
}

let folder: string;
let parent: ChildProcess;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-utility-'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(folder, 'parent.js'), PARENT);
  writeFileSync(path.join(folder, 'engine.js'), HELPER);
  const env = { ...process.env, CLEARTAKE_API_KEY: 'not for helpers', SECRET_OF_THE_SHELL: 'neither' };
  parent = fork(path.join(folder, 'parent.js'), { env, execArgv: [], serialization: 'advanced' });
});
afterEach(() => {
  parent.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function hear(wanted: (heard: Heard) => boolean): Promise<Heard> {
  return new Promise((resolve) => {
    parent.on('message', (heard: Heard) => {
      if (wanted(heard)) resolve(heard);
    });
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('messages sent before the helper listens arrive, bytes as bytes, and its environment is what it was given', async () => {
  const { message } = await hear((heard) => heard.message !== undefined);
  expect(message?.echo.first).toEqual(new Uint8Array([1, 2, 3]));
  expect(message?.hasSend).toBe(false);
  const foreign = message?.names.filter(
    (name) => !/^(PATH|TMPDIR|TEMP|TMP|LANG|LC_ALL|MALLOC_\w+|NODE_COMPILE_CACHE|NODE_CHANNEL_.*)$/.test(name),
  );
  expect(foreign).toEqual(['CLEARTAKE_SERVICE_DATA']);
});

test('stop asks, and kills what does not go; its end is told once, and at once to whoever asks later', async () => {
  const { message } = await hear((heard) => heard.message !== undefined);
  const ends: Heard[] = [];
  parent.on('message', (heard: Heard) => heard.code !== undefined && ends.push(heard));
  const stopped = hear((heard) => heard.late !== undefined);
  parent.send('stop');
  const { took, late } = await stopped;
  expect(took).toBeGreaterThan(95);
  expect(took).toBeLessThan(2000);
  expect(isAlive(message?.pid ?? 0)).toBe(false);
  expect(ends).toEqual([{ code: late }]);
});

test('a helper that ends by itself tells its status', async () => {
  await hear((heard) => heard.message !== undefined);
  const ended = hear((heard) => heard.code !== undefined);
  parent.send('end');
  expect((await ended).code).toBe(7);
});

test('a fatal error of V8 in a helper ends that helper alone, and is logged without its report', async () => {
  await hear((heard) => heard.message !== undefined);
  const noted = hear((heard) => heard.noted !== undefined);
  const ended = hear((heard) => heard.code !== undefined);
  parent.send('run out of memory');
  expect((await noted).noted).toEqual({
    message: 'A helper had a fatal error',
    fields: { entry: 'engine', type: 'FatalError', location: 'V8' },
  });
  expect((await ended).code).not.toBe(0);
  const there = hear((heard) => heard.there === true);
  parent.send('are you there?');
  expect((await there).there).toBe(true);
});

test('a helper goes when its parent is killed', { tags: 'long' }, async () => {
  const { message } = await hear((heard) => heard.message !== undefined);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(message?.pid ?? 0), { timeout: 5000 }).toBe(false);
});
