import { expect, test } from 'vitest';
import { createPeaksCollector, createStereoPeaks } from '../../../electron/audio/measures/peaks.ts';
import { decodePeaks, PEAK_LEVELS } from '../../../shared/engine-api/peaks-format.ts';

function collect(channels: readonly Float32Array[], blocks: readonly number[]) {
  const collector = createPeaksCollector();
  let from = 0;
  for (const block of blocks) {
    collector.add(
      channels.map((samples) => samples.subarray(from, from + block)),
      block,
    );
    from += block;
  }
  return { peaks: decodePeaks(collector.finish(48_000)), peak: collector.peak };
}

const ramp = Float32Array.from({ length: 40_001 }, (_, i) => Math.sin(i / 300) * (i / 40_001));

test('every level covers the whole recording, a last short pixel included', async () => {
  const { peaks } = collect([ramp], [40_001]);
  expect(peaks.frames).toBe(40_001);
  expect(peaks.levels.map((level) => level.pairs.length / 2)).toEqual(
    PEAK_LEVELS.map((framesPerPixel) => Math.ceil(40_001 / framesPerPixel)),
  );
});

test('pixels hold the true extremes over all channels, at every level', async () => {
  const other = ramp.map((value) => -0.5 * value);
  const { peaks } = collect([ramp, other], [40_001]);
  for (const { framesPerPixel, pairs } of peaks.levels) {
    for (let pixel = 0; pixel < pairs.length / 2; pixel++) {
      const range = [ramp, other].flatMap((samples) => [
        ...samples.subarray(pixel * framesPerPixel, (pixel + 1) * framesPerPixel),
      ]);
      expect(Math.abs((pairs[2 * pixel] as number) / 127 - Math.min(...range))).toBeLessThan(0.008);
      expect(Math.abs((pairs[2 * pixel + 1] as number) / 127 - Math.max(...range))).toBeLessThan(0.008);
    }
  }
});

test('left and right are drawn as each alone would be, and the whole as both together', async () => {
  const other = ramp.map((value, i) => 0.5 * value - 0.1 * Math.cos(i / 77));
  const collector = createStereoPeaks();
  collector.add([ramp, other], 40_001);
  const { lanes, ...whole } = decodePeaks(collector.finish(48_000, true));
  expect(whole).toEqual(collect([ramp, other], [40_001]).peaks);
  expect(lanes).toEqual([ramp, other].map((samples) => collect([samples], [40_001]).peaks.levels));
  const plain = createStereoPeaks();
  plain.add([ramp, other], 40_001);
  expect(decodePeaks(plain.finish(48_000, false))).toEqual(whole);
});

test('how the samples are cut into blocks makes no difference', async () => {
  const whole = collect([ramp], [40_001]);
  const cut = collect([ramp], [1, 255, 256, 257, 1000, 16_384, 40_001 - 18_153]);
  expect(cut.peaks).toEqual(whole.peaks);
  expect(cut.peak).toBe(whole.peak);
});

test('clipping is drawn at full scale and reported beyond it', async () => {
  const { peaks, peak } = collect([Float32Array.of(0, 1.5, -0.2)], [3]);
  expect([...(peaks.levels[0]?.pairs ?? [])]).toEqual([-26, 127]);
  expect(peak).toBe(1.5);
});
