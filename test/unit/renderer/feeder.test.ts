import { expect, test } from 'vitest';
import { createFeeder, createSpareBuffers, type FeederPorts } from '../../../renderer/components/playback/feeder.ts';
import type { Chunk } from '../../../renderer/components/playback/messages.ts';

const CHUNK = 100;

interface Request {
  readonly take: number;
  readonly chunk: number;
  readonly signal: AbortSignal;
  answer(): void;
  fail(): void;
}

function setUp(options: { takes?: number; lengthFrames?: number; ahead?: number } = {}) {
  const requests: Request[] = [];
  const delivered: Chunk[] = [];
  const failed: number[] = [];
  const ports: FeederPorts = {
    fetchChunk: (take, chunk, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('Called off', 'AbortError')));
        requests.push({
          take,
          chunk,
          signal,
          answer: () => resolve(new Float32Array(CHUNK * 2).fill(take * 100 + chunk)),
          fail: () => reject(new Error('cut')),
        });
      }),
    deliver: (chunk) => delivered.push(chunk),
    fail: (take) => failed.push(take),
    wait: async () => undefined,
    free: () => undefined,
  };
  const { takes = 2, lengthFrames = CHUNK * 50, ahead = 3 } = options;
  const feeder = createFeeder(ports, { sources: takes, lengthFrames, chunkFrames: CHUNK, ahead, remembered: 12 });
  return { feeder, requests, delivered, failed };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
}

async function answerAll(requests: Request[]): Promise<void> {
  for (let index = 0; index < requests.length; index++) {
    requests[index]?.answer();
    await settle();
  }
}

test('fetches all takes of a chunk before the next chunk, the audible one first', async () => {
  const { feeder, requests, delivered } = setUp();
  feeder.want({ epoch: 0, frame: 0, sources: [1], loop: null });
  await answerAll(requests);
  const asked = requests.map(({ take, chunk }) => `${take} of ${chunk}`);
  expect(asked).toEqual([0, 1, 2, 3].flatMap((chunk) => [`1 of ${chunk}`, `0 of ${chunk}`]));
  expect(delivered).toHaveLength(8);
  expect(delivered[0]).toMatchObject({ epoch: 0, source: 1, chunk: 0 });
  expect(delivered[0]?.samples[0]).toBe(100);
});

test('never sends more than two requests at a time', async () => {
  const { feeder, requests } = setUp();
  feeder.want({ epoch: 0, frame: 0, sources: [0], loop: null });
  await settle();
  expect(requests).toHaveLength(2);
});

test('a seek aborts stale requests and sends with the new epoch', async () => {
  const { feeder, requests, delivered } = setUp();
  feeder.want({ epoch: 0, frame: 0, sources: [0], loop: null });
  await settle();
  feeder.want({ epoch: 1, frame: 2000, sources: [0], loop: null });
  expect(requests[0]?.signal.aborted).toBe(true);
  await settle();
  await answerAll(requests.slice(2));
  expect(delivered.every(({ epoch }) => epoch === 1)).toBe(true);
  expect(delivered[0]).toMatchObject({ chunk: 20, source: 0 });
});

test('a step back needs no request', async () => {
  const { feeder, requests, delivered } = setUp();
  feeder.want({ epoch: 0, frame: 0, sources: [0], loop: null });
  await answerAll(requests);
  const asked = requests.length;
  feeder.want({ epoch: 1, frame: 50, sources: [0], loop: null });
  await settle();
  expect(requests).toHaveLength(asked);
  expect(delivered.filter(({ epoch }) => epoch === 1)).toHaveLength(8);
});

test('fetches nothing beyond the end', async () => {
  const { feeder, requests } = setUp({ lengthFrames: CHUNK + 1, takes: 1 });
  feeder.want({ epoch: 0, frame: 0, sources: [0], loop: null });
  await answerAll(requests);
  expect(requests.map(({ chunk }) => chunk)).toEqual([0, 1]);
});

test('retries failed requests, and gives up on a take after four without delaying the others', async () => {
  const { feeder, requests, delivered, failed } = setUp();
  feeder.want({ epoch: 0, frame: 0, sources: [0], loop: null });
  for (let round = 0; round < 60; round++) {
    const open = requests[round];
    if (open === undefined) break;
    if (open.take === 1) open.fail();
    else open.answer();
    await settle();
  }
  expect(failed).toEqual([1]);
  expect(requests.filter(({ take }) => take === 1).length).toBeLessThanOrEqual(8);
  expect(delivered.filter(({ source }) => source === 0)).toHaveLength(4);
});

test('in a loop, the chunks of its beginning come before its end is reached, and again each time', async () => {
  const { feeder, requests, delivered } = setUp({ takes: 1, ahead: 3 });
  const loop = { from: 250, to: 480 };
  const want = (frame: number) => feeder.want({ epoch: 0, frame, sources: [0], loop });
  want(400);
  await answerAll(requests);
  expect(delivered.map(({ chunk }) => chunk)).toEqual([4, 2, 3]);
  want(250);
  await answerAll(requests);
  // What the worklet still has isn't sent again.
  expect(delivered).toHaveLength(3);
  feeder.want({ epoch: 0, frame: 900, sources: [0], loop: null });
  await answerAll(requests);
  delivered.length = 0;
  const asked = requests.length;
  want(250);
  expect(delivered.map(({ chunk }) => chunk)).toEqual([2, 3, 4]);
  expect(requests).toHaveLength(asked);
});

test('what was played carries the next samples: playing on and seeking back need no new memory', async () => {
  const { feeder, requests, delivered } = setUp({ takes: 1, ahead: 1 });
  const want = async (epoch: number, frame: number) => {
    delivered.length = 0;
    feeder.want({ epoch, frame, sources: [0], loop: null });
    await answerAll(requests);
    return delivered.map(({ chunk, samples }) => ({ chunk, first: samples[0], buffer: samples.buffer }));
  };
  const before = await want(0, 0);
  const played = delivered.map(({ samples }) => samples);
  feeder.giveBack(played);
  const after = await want(1, 0);
  expect(after.map(({ first }) => first)).toEqual([0, 1]);
  expect(after.map(({ buffer }) => buffer).toSorted()).toEqual(before.map(({ buffer }) => buffer).toSorted());
  const buffers = new Set([...before, ...after].map(({ buffer }) => buffer));
  expect(buffers.size).toBe(2);
});

test('buffers beyond what a seek sends are freed', () => {
  const freed: Float32Array[] = [];
  const spare = createSpareBuffers(1, (samples) => freed.push(samples));
  const [one, other] = [new Float32Array([1, 2]), new Float32Array([3, 4])];
  spare.keep(one);
  spare.keep(other);
  expect(freed).toEqual([other]);
  expect(spare.copyOf(new Float32Array([5, 6]))).toBe(one);
  expect([...one]).toEqual([5, 6]);
  // Of another length, it can't be used.
  spare.keep(one);
  expect([...spare.copyOf(new Float32Array([7]))]).toEqual([7]);
});

test('a source that is added is fetched with the others; the next one takes its place', async () => {
  const { feeder, requests, delivered } = setUp({ takes: 2, ahead: 0 });
  feeder.want({ epoch: 0, frame: 0, sources: [0], loop: null });
  feeder.addSource();
  await answerAll(requests);
  expect(requests.map(({ take }) => take)).toEqual([0, 1, 2]);
  feeder.addSource();
  // What the page hasn't replaced yet is nobody's.
  feeder.want({ epoch: 1, frame: 0, sources: [2], loop: null });
  await answerAll(requests);
  expect(requests.map(({ take }) => take)).toEqual([0, 1, 2, 3]);
  expect(delivered.filter(({ epoch }) => epoch === 1).map(({ source }) => source)).toEqual([0, 1, 3]);
});
