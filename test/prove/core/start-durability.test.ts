import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { type BundledWorker, bundleWorker } from '../../harness/kills/bundle-worker.ts';
import { fillDisk, whyNoLimits } from '../../harness/kills/starts/full-disk.ts';
import { readTrace, traceStarts } from '../../harness/kills/starts/trace.ts';
import { whyNoTrace } from '../../harness/system-calls.ts';
import { depth } from '../depth.ts';

const noTrace = whyNoTrace();
const noLimits = whyNoLimits();
let worker: BundledWorker;

beforeAll(async () => {
  for (const reason of [noTrace, noLimits]) if (reason !== null) console.warn(`Skipped: ${reason}`);
  worker = await bundleWorker('starts');
});
afterAll(() => worker.remove());

const STARTS = depth(10, 100);
const FULL_DISKS = depth(2, 10);

test.skipIf(noTrace !== null)(
  `the intents of ${STARTS} of ${STARTS} starts are flushed to the disk before the first byte is sent`,
  { timeout: 180_000 },
  async () => {
    const { sent, durable, ahead } = await traceStarts(temporaryFolder(), worker.file, STARTS);
    expect(sent).toBeGreaterThanOrEqual(STARTS);
    expect(durable).toBe(sent);
    expect(ahead).toBe(0);
  },
);

test.skipIf(noTrace !== null)(
  'a store that does not flush its commits is found out',
  { timeout: 120_000 },
  async () => {
    const { sent, ahead } = await traceStarts(temporaryFolder(), worker.file, 6, false);
    expect(sent).toBeGreaterThanOrEqual(6);
    expect(ahead).toBeGreaterThan(0);
  },
);

test('a flush counts only after the intent was written, and for the write-ahead log alone', () => {
  const frame = '1 pwrite64(20</d/cleartake.sqlite-wal>, "\\0\\0\\0\\10\\0\\0\\0O`\\324i\\4", 24, 0) = 24';
  const write = `${frame}\n1 pwrite64(20</d/cleartake.sqlite-wal>, "x", 4096, 24) = 4096`;
  const flush = '1 fdatasync(20</d/cleartake.sqlite-wal>) = 0';
  const begin = '1 write(1<pipe:[1]>, "start:in-intent\\n", 16) = 16';
  const end = '1 write(1<pipe:[1]>, "start:intent-durable\\n", 21) = 21';
  const send = '1 write(30<socket:[2]>, "POST /v1/service-2.0-generation HTTP", 400) = 400';
  const ahead = (...lines: readonly string[]) => readTrace(lines.join('\n')).ahead;
  expect(ahead(begin, write, flush, end, send)).toBe(0);
  expect(ahead(begin, flush, write, end, send)).toBe(1);
  // A frame that does not commit is not the whole of it.
  expect(ahead(begin, write.replace('0O`', '0\\0`'), flush, end, send)).toBe(1);
  expect(ahead(begin, write, end, send, flush)).toBe(1);
  expect(ahead(begin, write, flush.replace('-wal', ''), end, send)).toBe(1);
  expect(ahead(begin, write, flush.replace('= 0', '= -1 EIO'), end, send)).toBe(1);
  // One flush for two, by another thread; and one that began before the second was written.
  const starts = '2 fdatasync(20</d/cleartake.sqlite-wal> <unfinished ...>';
  const returns = '2 <... fdatasync resumed>) = 0';
  expect(ahead(begin, write, begin, write, end.replace('durable', ''), starts, returns, end, send, end, send)).toBe(0);
  expect(ahead(begin, write, send.replace('POST', 'GET'), starts, begin, write, returns, end, send, end, send)).toBe(1);
  expect(ahead(begin, write, send.replace('POST', 'GET'), starts, end, send, returns)).toBe(1);
});

test.skipIf(noLimits !== null)(
  `a disk that is full ${FULL_DISKS} times lets nothing be sent without its intent, and the work goes on when there is room`,
  { tags: 'long', timeout: 180_000 },
  async () => {
    const { hit, ...figures } = await fillDisk(temporaryFolder(), worker.file, FULL_DISKS, 24);
    expect(figures).toMatchObject({ withoutIntent: 0, paidTwice: 0, lost: 0, wrongId: 0, unexplained: 0 });
    expect(figures.integrity).toBe('ok');
    expect(hit).toBeGreaterThanOrEqual(FULL_DISKS / 2);
  },
);
