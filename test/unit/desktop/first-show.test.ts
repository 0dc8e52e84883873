import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { showWhenDrawn } from '../../../electron/hosts/desktop/window/window-page.ts';
import { createVirtualClock } from '../../harness/time/virtual-clock.ts';

class FakeWindow extends EventEmitter {
  readonly webContents = new EventEmitter();
  readonly calls: string[] = [];
  show(): void {
    this.calls.push('show');
  }
  maximize(): void {
    this.calls.push('maximize');
  }
}

function hidden(maximized = false) {
  const window = new FakeWindow();
  const clock = createVirtualClock();
  showWhenDrawn(window, maximized, clock);
  return { window, clock };
}

test('a window is shown once, at the first sign that it is drawn', async () => {
  for (const first of ['ready-to-show', 'did-finish-load']) {
    const { window, clock } = hidden();
    (first === 'ready-to-show' ? window : window.webContents).emit(first);
    expect(window.calls).toEqual(['show']);
    window.emit('ready-to-show');
    window.webContents.emit('did-finish-load');
    await clock.advance(60_000);
    expect(window.calls).toEqual(['show']);
  }
});

test('without any sign it is shown all the same', async () => {
  const { window, clock } = hidden();
  await clock.advance(2900);
  expect(window.calls).toEqual([]);
  await clock.advance(200);
  expect(window.calls).toEqual(['show']);
});

test('it is maximized after it is shown', () => {
  const { window } = hidden(true);
  expect(window.calls).toEqual([]);
  window.emit('ready-to-show');
  expect(window.calls).toEqual(['show', 'maximize']);
});

test('a window that was closed before is left alone', async () => {
  const { window, clock } = hidden();
  window.emit('closed');
  await clock.advance(60_000);
  expect(window.calls).toEqual([]);
});
