import { expect, test } from 'vitest';
import { OVERVIEW_ROWS } from '../../../electron/audio/dsp/spectra/overview.ts';
import {
  anchorBefore,
  decodeSeekIndex,
  encodeSeekIndex,
  type SeekIndex,
} from '../../../electron/audio/input/seek-index.ts';

const index: SeekIndex = {
  sampleRate: 44_100,
  frames: 400_000_000_001,
  anchors: [
    { frameAfter: 1105, byte: 0, timestamp: null },
    { frameAfter: 45_205, byte: null, timestamp: -1024 },
    { frameAfter: 90_000, byte: 5_000_000_000, timestamp: 9_007_199_254_740_000 },
  ],
  overview: { framesAColumn: 8832, levels: Uint8Array.from({ length: 3 * OVERVIEW_ROWS }, (_, i) => i) },
};

test('what is written is read back, long files and unknown places included', () => {
  expect(decodeSeekIndex(encodeSeekIndex(index))).toEqual(index);
});

test('an index from before there were spectrograms is read as well', () => {
  const old = encodeSeekIndex({ ...index, overview: null });
  new DataView(old.buffer).setUint32(4, 1, true);
  expect(decodeSeekIndex(old)).toEqual({ ...index, overview: null });
});

test('a cut or foreign file is refused', () => {
  const bytes = encodeSeekIndex(index);
  expect(() => decodeSeekIndex(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
  expect(() => decodeSeekIndex(bytes.subarray(0, 10))).toThrow(RangeError);
  expect(() => decodeSeekIndex(new Uint8Array(100))).toThrow(RangeError);
});

test.each([
  [0, null],
  [1104, null],
  [1105, 1105],
  [45_204, 1105],
  [1e9, 90_000],
])('before frame %d lies the anchor %s', (frame, expected) => {
  expect(anchorBefore(index, frame)?.frameAfter ?? null).toBe(expected);
});
