import { expect, test } from 'vitest';
import { RING_BYTES, sampleRing } from '../../../electron/audio/chains/guide/sample-ring.ts';
import { seededRandom } from '../../fixtures/audio/signals.ts';

test.each([
  ['from its start', 0],
  ['over the end of its counters', 2 ** 31 - 100_000],
])('what is written is read, in order and once, %s', (_where, position) => {
  const memory = new SharedArrayBuffer(RING_BYTES);
  new Int32Array(memory, 0, 2).fill(position);
  const writer = sampleRing(memory, 0);
  const reader = sampleRing(memory, 0);
  const random = seededRandom(7);
  let written = 0;
  let read = 0;
  for (let turn = 0; turn < 200; turn++) {
    const samples = Float32Array.from({ length: Math.floor(random() * 20_000) }, (_, i) => written + i);
    written += writer.write(samples);
    const into = new Float32Array(Math.floor(random() * 20_000));
    const count = reader.read(into);
    for (let i = 0; i < count; i++) if (into[i] !== read + i) expect(into[i]).toBe(read + i);
    read += count;
    expect(read).toBeLessThanOrEqual(written);
  }
  expect(read).toBeGreaterThan(1_000_000);
});

test('a full ring takes no more until something is read', () => {
  const ring = sampleRing(new SharedArrayBuffer(RING_BYTES), 0);
  const capacity = ring.write(new Float32Array(300_000));
  expect(capacity).toBe(2 ** 18);
  expect(ring.write(new Float32Array(1))).toBe(0);
  expect(ring.read(new Float32Array(10))).toBe(10);
  expect(ring.write(new Float32Array(300_000))).toBe(10);
});
