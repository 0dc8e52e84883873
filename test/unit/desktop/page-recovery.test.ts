import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { expect, test } from 'vitest';
import { recoverPage } from '../../../electron/hosts/desktop/window/page-recovery.ts';
import { silentLog } from '../../../electron/platform/log.ts';

class FakeContents extends EventEmitter {
  reloads = 0;
  now = 0;
  reload(): void {
    this.reloads += 1;
  }
  crash(at: number, reason = 'crashed'): void {
    this.now = at;
    this.emit('render-process-gone', {}, { reason });
  }
}

function watchedContents(): FakeContents {
  const contents = new FakeContents();
  recoverPage(contents as unknown as WebContents, () => contents.now, silentLog);
  return contents;
}

test('a page that crashed is loaded again, also a second time much later', () => {
  const contents = watchedContents();
  contents.crash(50);
  contents.crash(60_000, 'oom');
  expect(contents.reloads).toBe(2);
});

test('a page that crashes at once again is not loaded forever', () => {
  const contents = watchedContents();
  for (const at of [50, 100, 150, 200]) contents.crash(at);
  expect(contents.reloads).toBe(1);
});

test('a page that was closed stays closed', () => {
  const contents = watchedContents();
  contents.crash(50, 'clean-exit');
  expect(contents.reloads).toBe(0);
});
