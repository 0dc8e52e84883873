import { expect, test } from 'vitest';
import { EARS, type Ear, heardBy } from '../../../../renderer/components/playback/heard-takes.ts';
import { renderOffline } from '../../../harness/listen/offline-player.ts';

const RATE = 48_000;
const FRAMES = RATE / 2;
/** When one side is chosen. */
const CHOSEN = 128 * 50;

const tone = (frame: number, channel: 0 | 1) => 0.3 * Math.sin(frame / (channel === 0 ? 20 : 7));

test.each(EARS)('%s is heard on both sides, exact to the sample, of every take alike', async (ear: Ear) => {
  const plain = [0, 1].map((source) => [{ source, weight: 1, lag: 0 }]);
  const difference = [
    { source: 0, weight: 1, lag: 0 },
    { source: 1, weight: -1, lag: 0 },
  ];
  const mixes = [...plain, difference];
  for (const take of [1, 2]) {
    const { left, right } = await renderOffline({
      rate: RATE,
      frames: FRAMES,
      options: { sources: 2, lengthFrames: FRAMES },
      sampleOf: (source, frame, channel) => tone(frame, channel) * (source === 0 ? 1 : 0.5),
      actions: new Map([
        [
          0,
          [
            { kind: 'mixes', mixes },
            { kind: 'select', take },
          ],
        ],
        [CHOSEN, [{ kind: 'mixes', mixes: mixes.map((mix) => heardBy(mix, ear)) }]],
      ]),
    });
    const expected = ear === 'both' ? ([0, 1] as const) : ear === 'left' ? ([0, 0] as const) : ([1, 1] as const);
    for (const [side, samples] of [left, right].entries())
      for (let frame = FRAMES - 4000; frame < FRAMES - 1000; frame += 97)
        expect(samples[frame]).toBeCloseTo(0.5 * tone(frame, expected[side] as 0 | 1), 5);
  }
});
