import { expect, test } from 'vitest';
import { createThinnedPlaces } from '../../../electron/audio/measures/clipping.ts';

test('few places are all kept, near ones as one', () => {
  const places = createThinnedPlaces(10, 8);
  for (const frame of [0, 3, 10, 45]) places.add(frame);
  expect(places.list()).toEqual([0, 10, 45]);
});

test('many places are spread over the whole recording', () => {
  const places = createThinnedPlaces(10, 8);
  for (let frame = 0; frame <= 100_000; frame += 10) places.add(frame);
  const list = places.list();
  expect(list.length).toBeGreaterThan(4);
  expect(list.length).toBeLessThanOrEqual(8);
  expect(list.at(-1)).toBeGreaterThan(70_000);
});
