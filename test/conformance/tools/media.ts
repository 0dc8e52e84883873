/** Media that the suite makes itself. */

import { emptyWav, WAV_HEADER_BYTES } from '../../fixtures/wav.ts';

/** 16-bit mono WAV of faint noise and a tone. */
export function wav(seconds: number, sampleRate = 8000): Uint8Array {
  const frames = Math.round(seconds * sampleRate);
  const bytes = emptyWav({ frames, sampleRate, channels: 1 });
  let noise = 1;
  for (let frame = 0; frame < frames; frame++) {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0;
    const sample = 0.2 * Math.sin((2 * Math.PI * 220 * frame) / sampleRate) + (noise / 2 ** 32 - 0.5) * 0.05;
    bytes.writeInt16LE(Math.round(sample * 32_767), WAV_HEADER_BYTES + frame * 2);
  }
  return bytes;
}

/** What no restoration can work on: a generation on it fails. */
export function brokenMedium(): Uint8Array {
  return Buffer.from('This is no recording, whatever its name says.\n'.repeat(40));
}
