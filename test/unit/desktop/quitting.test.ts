import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { closeBeforeQuit } from '../../../electron/hosts/desktop/quitting.ts';
import type { Log } from '../../../electron/platform/log.ts';

class FakeApp extends EventEmitter {
  quits = 0;
  gone = Promise.withResolvers<void>();
  quit(): void {
    this.quits += 1;
    let prevented = false;
    this.emit('before-quit', { preventDefault: () => (prevented = true) });
    if (!prevented) this.gone.resolve();
  }
}

function createNotes(): { log: Log; errors: string[] } {
  const errors: string[] = [];
  return { errors, log: { info: () => undefined, warn: () => undefined, error: (message) => errors.push(message) } };
}

test('the desk is closed once before the app goes, however often it is asked to', async () => {
  const app = new FakeApp();
  const closing = Promise.withResolvers<void>();
  let closes = 0;
  const close = () => {
    closes += 1;
    return closing.promise;
  };
  closeBeforeQuit(app, close, createNotes().log);
  app.quit();
  app.quit();
  expect(await Promise.race([app.gone.promise.then(() => 'gone'), Promise.resolve('still here')])).toBe('still here');
  closing.resolve();
  await app.gone.promise;
  expect(closes).toBe(1);
});

test('a system that shuts down is not held up, and the desk is closed once', async () => {
  const app = new FakeApp();
  const closing = Promise.withResolvers<void>();
  let closes = 0;
  const quitting = closeBeforeQuit(
    app,
    () => {
      closes += 1;
      return closing.promise;
    },
    createNotes().log,
  );
  quitting.systemEnds();
  app.quit();
  await app.gone.promise;
  quitting.systemEnds();
  closing.resolve();
  await closing.promise;
  expect(closes).toBe(1);
});

test('a desk that fails to close does not keep the app, and the log says so', async () => {
  for (const close of [
    () => Promise.reject(new Error('broken')),
    () => {
      throw new Error('broken at once');
    },
  ]) {
    const app = new FakeApp();
    const { log, errors } = createNotes();
    closeBeforeQuit(app, close, log);
    app.quit();
    await app.gone.promise;
    expect(errors).toEqual(['The desk did not close cleanly']);
  }
});

test('a desk that never closes is left behind at the deadline', async () => {
  const app = new FakeApp();
  const { log, errors } = createNotes();
  closeBeforeQuit(app, () => new Promise(() => undefined), log, 20);
  app.quit();
  await app.gone.promise;
  expect(errors).toEqual(['The desk did not close in time']);
});
