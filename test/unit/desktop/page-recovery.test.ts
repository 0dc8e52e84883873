import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { type RecoverableWindow, recoverPage } from '../../../electron/hosts/desktop/window/window-page.ts';
import { silentLog } from '../../../electron/platform/log.ts';

const HARMLESS = 0;
const OTHER = 1;

class FakeContents extends EventEmitter {
  reloads = 0;
  crashes = 0;
  reload(): void {
    this.reloads += 1;
  }
  forcefullyCrashRenderer(): void {
    this.crashes += 1;
  }
}

class FakeWindow extends EventEmitter {
  readonly webContents = new FakeContents();
  readonly asked: string[] = [];
  answer = Promise.withResolvers<number>();
  now = 0;
  shows = 0;
  quits = 0;
  show(): void {
    this.shows += 1;
  }
  crash(at: number, reason = 'crashed'): void {
    this.now = at;
    this.webContents.emit('render-process-gone', {}, { reason, exitCode: 1 });
  }
  failToLoad(code: number, isMainFrame = true): void {
    this.webContents.emit('did-fail-load', {}, code, 'FAILED', 'app://cleartake/', isMainFrame);
  }
}

function watchedWindow(): FakeWindow {
  const window = new FakeWindow();
  const recovery = {
    monotonic: () => window.now,
    quit: () => {
      window.quits += 1;
    },
    ask: ({ message }: { message: string }, signal: AbortSignal) => {
      window.asked.push(message);
      const given = new Promise<number>((resolve) => signal.addEventListener('abort', () => resolve(HARMLESS)));
      return Promise.race([window.answer.promise, given]);
    },
  };
  recoverPage(window as unknown as RecoverableWindow, recovery, silentLog);
  return window;
}

const answered = () => new Promise((resolve) => setImmediate(resolve));

test('a page that crashed is loaded again, also a second time much later', () => {
  const window = watchedWindow();
  window.crash(50);
  window.crash(60_000, 'oom');
  expect(window.webContents.reloads).toBe(2);
  expect(window.asked).toEqual([]);
});

test('a page that crashes at once again is a question: reload, or quit', async () => {
  for (const [button, expected] of [
    [HARMLESS, { reloads: 2, quits: 0 }],
    [OTHER, { reloads: 1, quits: 1 }],
  ] as const) {
    const window = watchedWindow();
    for (const at of [50, 100]) window.crash(at);
    expect(window.asked).toEqual(['The window keeps crashing']);
    window.answer.resolve(button);
    await answered();
    expect({ reloads: window.webContents.reloads, quits: window.quits }).toEqual(expected);
  }
});

test('a page that was closed stays closed', () => {
  const window = watchedWindow();
  window.crash(50, 'clean-exit');
  expect(window.webContents.reloads).toBe(0);
});

test('a page that does not load is said, in a window that can be seen, and tried again', async () => {
  const window = watchedWindow();
  window.failToLoad(-6);
  expect(window.asked).toEqual(['Cleartake can’t show its window']);
  expect(window.shows).toBe(1);
  window.answer.resolve(HARMLESS);
  await answered();
  expect(window.webContents.reloads).toBe(1);
});

test('a load that another one replaced, and one inside the page, are no failures', () => {
  const window = watchedWindow();
  window.failToLoad(-3);
  window.failToLoad(-6, false);
  expect(window.asked).toEqual([]);
});

test('a page that hangs is ended only when the person says so', async () => {
  const waiting = watchedWindow();
  waiting.emit('unresponsive');
  waiting.answer.resolve(HARMLESS);
  await answered();
  expect(waiting.webContents.crashes).toBe(0);

  const ended = watchedWindow();
  ended.emit('unresponsive');
  ended.answer.resolve(OTHER);
  await answered();
  expect(ended.webContents.crashes).toBe(1);
});

test('a page that answers again takes the question back', async () => {
  const window = watchedWindow();
  window.emit('unresponsive');
  window.emit('responsive');
  await answered();
  window.answer.resolve(OTHER);
  await answered();
  expect(window.webContents.crashes).toBe(0);
});
