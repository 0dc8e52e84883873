import { afterEach, expect, test, vi } from 'vitest';
import { createDeskClient } from '../../../electron/hosts/common/desk-client.ts';
import { createQueueStore } from '../../../renderer/state/queue-store.ts';
import { followQueue } from '../../../renderer/state/queue-sync.ts';
import type { DeskClient } from '../../../shared/contract/index.ts';
import { createFakeDesk } from '../../harness/fake-desk/fake-desk.ts';
import { longScene } from '../../harness/fake-desk/scenes.ts';

afterEach(() => vi.unstubAllGlobals());

/** What the page shows whenever it asks for more, and in the end. */
async function shownWhileFetching(jobs: number): Promise<readonly number[]> {
  vi.stubGlobal('window', globalThis);
  const fake = createFakeDesk();
  fake.seed(longScene(jobs));
  const desk = createDeskClient(fake.router);
  const store = createQueueStore();
  const shown: number[] = [];
  const list: DeskClient['queue']['list'] = (...words) => {
    shown.push(store.getState().order.length);
    return desk.queue.list(...words);
  };
  const stop = new AbortController();
  const followed = followQueue(
    { ...desk, queue: { ...desk.queue, watch: desk.queue.watch, list } },
    store,
    stop.signal,
  );
  await vi.waitFor(() => expect(store.getState().order).toHaveLength(jobs));
  stop.abort();
  await followed;
  return [...shown, store.getState().order.length];
}

test('the first rows of a long queue are shown while the rest is fetched', async () => {
  expect(await shownWhileFetching(1500)).toEqual([0, 100, 100, 1500]);
});

test('a short queue is fetched at once', async () => {
  expect(await shownWhileFetching(100)).toEqual([0, 100]);
});
