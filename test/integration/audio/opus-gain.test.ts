import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { decode, ffmpeg } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { levelOf } from '../../harness/audio/metrics.ts';
import { readWhole } from '../../harness/audio/read-whole.ts';

const GAIN_AT = 16;
const CHECKSUM_AT = 22;
const SEGMENTS_AT = 26;

/** Of an Ogg page, with its own field empty (RFC 3533, 6). */
function checksum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) {
    sum = (sum ^ (byte << 24)) >>> 0;
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum >= 0x80_00_00_00 ? 0x04_c1_1d_b7 : 0)) >>> 0;
  }
  return sum;
}

/** Writes a gain (dB) into the header of an Opus file (RFC 7845, 5.1). */
function turnedDown(from: string, to: string, gain: number): void {
  const bytes = readFileSync(from);
  bytes.writeInt16LE(gain * 256, bytes.indexOf('OpusHead') + GAIN_AT);
  const page = bytes.subarray(0, SEGMENTS_AT + 2 + (bytes[SEGMENTS_AT + 1] as number));
  page.writeUInt32LE(0, CHECKSUM_AT);
  page.writeUInt32LE(checksum(page), CHECKSUM_AT);
  writeFileSync(to, bytes);
}

function levelIn(samples: Float32Array | undefined): number {
  return 20 * Math.log10(levelOf(samples as Float32Array));
}

test('the gain in an Opus header is heard, and neither lost nor applied twice', async () => {
  const folder = temporaryFolder();
  const [plain, quiet, output] = ['plain.opus', 'quiet.opus', 'out.opus'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const sound = path.join(folder, 'sound.wav');
  writeWav(sound, [noise(96_000, 4).map((value) => value * 0.1)], 48_000);
  ffmpeg('-i', sound, plain);
  turnedDown(plain, quiet, -12);
  const before = levelIn(readWhole(quiet).channels[0]);
  expect(before - levelIn(readWhole(plain).channels[0])).toBeCloseTo(-12, 1);
  const asked = { original: quiet, result: quiet, output, strength: 0.5, loudness: null, format: 'source' } as const;
  await createEngine().export(asked, () => undefined);
  expect(levelIn(decode(output, { channels: 1 }).channels[0])).toBeCloseTo(before, 0);
});
