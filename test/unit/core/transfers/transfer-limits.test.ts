import { expect, test } from 'vitest';
import { createBandwidth } from '../../../../electron/core/api/network.ts';
import { linkExpiry } from '../../../../electron/core/api/transfers/link-expiry.ts';
import { createTransferWatch, type TransferWatch } from '../../../../electron/core/api/transfers/watch.ts';
import { seal, unseal } from '../../../../electron/core/vault/vault.ts';
import { createVirtualClock, type VirtualClock } from '../../../harness/time/virtual-clock.ts';

const MINUTE = 60_000;

async function trickle(clock: VirtualClock, watch: TransferWatch, bytes: number, everyMs: number, forMs: number) {
  for (let at = 0; at < forMs && !watch.signal.aborted; at += everyMs) {
    await clock.advance(everyMs);
    watch.moved(bytes);
  }
}

function watching() {
  const clock = createVirtualClock();
  const watch = createTransferWatch(clock, new AbortController().signal);
  watch.begins();
  return { clock, watch };
}

test('a transfer that moves nothing for a minute has stalled', async () => {
  const { clock, watch } = watching();
  await clock.advance(MINUTE - 1);
  watch.moved(1);
  await clock.advance(MINUTE - 1);
  expect(watch.signal.aborted).toBe(false);
  await clock.advance(1);
  expect(watch.signal.reason).toMatchObject({ code: 'serviceUnreachable', detail: 'the transfer stalled' });
  expect(watch.isOver).toBe(false);
});

test('one byte every ten seconds comes to an end after ten minutes; a slow line may take its time', async () => {
  const crawling = watching();
  await trickle(crawling.clock, crawling.watch, 1, 10_000, 11 * MINUTE);
  expect([crawling.watch.isOver, crawling.watch.signal.aborted]).toEqual([true, true]);
  const slow = watching();
  await trickle(slow.clock, slow.watch, 170_000, 10_000, 60 * MINUTE);
  expect(slow.watch.signal.aborted).toBe(false);
  slow.watch.end();
});

test('what the limit of the person holds back is neither stalled nor slow', async () => {
  const { clock, watch } = watching();
  for (let round = 0; round < 30; round++) {
    const held = watch.excuse(clock.sleep(2 * MINUTE));
    await clock.advance(2 * MINUTE);
    await held;
    watch.moved(1);
  }
  expect(watch.signal.aborted).toBe(false);
  watch.awaitsAnswer();
  await clock.advance(10 * MINUTE);
  expect(watch.signal.aborted).toBe(true);
});

test('a limit is kept by all together, in turns, and a new one counts at once', async () => {
  const clock = createVirtualClock();
  let limit: number | null = 100_000;
  const bandwidth = createBandwidth(clock, () => limit);
  const moved = [0, 0, 0];
  const stop = new AbortController();
  const work = moved.map(async (_, index) => {
    while (!stop.signal.aborted) {
      const bytes = bandwidth.pieceBytes(65_536);
      await (bandwidth.take(bytes, stop.signal) ?? clock.sleep(1, stop.signal));
      moved[index] = (moved[index] ?? 0) + bytes;
    }
  });
  const total = () => moved.reduce((sum, one) => sum + one, 0);
  await clock.advance(10_000);
  expect(total()).toBeGreaterThan(950_000);
  expect(total()).toBeLessThan(1_100_000);
  expect(Math.max(...moved) - Math.min(...moved)).toBeLessThan(60_000);
  limit = 400_000;
  const before = total();
  await clock.advance(5000);
  expect(total() - before).toBeGreaterThan(1_800_000);
  expect(total() - before).toBeLessThan(2_300_000);
  stop.abort();
  await Promise.allSettled(work);
  limit = null;
  await clock.advance(1000);
  expect(bandwidth.take(1e9, new AbortController().signal)).toBeNull();
});

test('one that gives up its turn lets the others have theirs', async () => {
  const clock = createVirtualClock();
  const bandwidth = createBandwidth(clock, () => 8192);
  const never = new AbortController();
  bandwidth.take(80_000, never.signal);
  const given = bandwidth.take(1000, never.signal);
  const next = bandwidth.take(1000, new AbortController().signal);
  never.abort(new DOMException('over', 'AbortError'));
  await expect(given).rejects.toMatchObject({ name: 'AbortError' });
  let passed = false;
  void next?.then(() => {
    passed = true;
  });
  await clock.advance(12_000);
  expect(passed).toBe(true);
});

test.each([
  ['X-Amz-Date=20261120T100000Z&X-Amz-Expires=900&X-Amz-Signature=s', Date.UTC(2026, 10, 20, 10, 15)],
  ['X-Goog-Date=20261120T100000Z&X-Goog-Expires=60', Date.UTC(2026, 10, 20, 10, 1)],
  ['Expires=1795168800&Signature=s&Key-Pair-Id=k', 1_795_168_800_000],
  ['expires=1795168800000&signature=s', 1_795_168_800_000],
  ['sv=1&se=2026-11-20T10:00:00Z&sig=s', Date.UTC(2026, 10, 20, 10)],
  ['signature=s', null],
  ['expires=soon', null],
  ['X-Amz-Date=yesterday&X-Amz-Expires=900', null],
])('the expiry of ?%s is read', (query, expiry) => {
  expect(linkExpiry(new URL(`https://storage.test/a?${query}`))).toBe(expiry);
});

test('what was sealed opens with the same key and salt alone, and is another text each time', () => {
  const sealed = seal('key', 'job-1', 'https://storage.test/a?signature=s');
  expect(sealed).not.toContain('storage');
  expect(seal('key', 'job-1', 'https://storage.test/a?signature=s')).not.toBe(sealed);
  expect(unseal('key', 'job-1', sealed)).toBe('https://storage.test/a?signature=s');
  expect(unseal('other', 'job-1', sealed)).toBeNull();
  expect(unseal('key', 'job-2', sealed)).toBeNull();
  const bytes = Buffer.from(sealed, 'base64');
  for (let at = 0; at < bytes.length; at++) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect(unseal('key', 'job-1', damaged.toString('base64'))).toBeNull();
  }
  for (const text of ['', 'AAAA', 'no base64 at all']) expect(unseal('key', 'job-1', text)).toBeNull();
});
