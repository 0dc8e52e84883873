import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { CloseAnswer } from '../../../electron/core/ports.ts';
import { guardClosing } from '../../../electron/hosts/desktop/quitting.ts';

class FakeWindow extends EventEmitter {
  isGone = false;
  isDestroyed(): boolean {
    return this.isGone;
  }
  close(): void {
    let prevented = false;
    this.emit('close', { preventDefault: () => (prevented = true) });
    if (!prevented) this.isGone = true;
  }
}

function openGuarded({ working = true, quitting = false } = {}) {
  const window = new FakeWindow();
  const answers: ((answer: CloseAnswer) => void)[] = [];
  const done: string[] = [];
  guardClosing(window, {
    isWorking: () => working,
    beforeClosing: () => new Promise((resolve) => answers.push(resolve)),
    isQuitting: () => quitting,
    keepWorking: () => done.push('keep-working'),
    quit: () => {
      done.push('quit');
      window.close();
    },
  });
  const answer = async (...given: CloseAnswer[]) => {
    for (const one of given) answers.shift()?.(one);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { window, answers, done, answer };
}

test('without work, and when the app quits anyway, the window closes at once', () => {
  for (const guarded of [openGuarded({ working: false }), openGuarded({ quitting: true })]) {
    guarded.window.close();
    expect([guarded.window.isGone, guarded.answers]).toEqual([true, []]);
  }
});

test('with work the window waits for the answer, and stays when that is Cancel', async () => {
  const { answer, done, window } = openGuarded();
  window.close();
  await answer('stay');
  expect([window.isGone, done]).toEqual([false, []]);
  window.close();
  await answer('keep-working');
  expect([window.isGone, done]).toEqual([true, ['keep-working']]);
});

test('an answer counts once, however often the window was asked to close', async () => {
  const { answer, done, window } = openGuarded();
  window.close();
  window.close();
  await answer('quit', 'quit');
  expect([window.isGone, done]).toEqual([true, ['quit']]);
});
