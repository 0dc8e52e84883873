/** Media that the suite makes itself. */

const HEADER_BYTES = 44;

/** 16-bit mono WAV of faint noise and a tone. */
export function wav(seconds: number, sampleRate = 8000): Uint8Array {
  const frames = Math.round(seconds * sampleRate);
  const bytes = Buffer.alloc(HEADER_BYTES + frames * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(HEADER_BYTES - 8 + frames * 2, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(frames * 2, 40);
  let noise = 1;
  for (let frame = 0; frame < frames; frame++) {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0;
    const sample = 0.2 * Math.sin((2 * Math.PI * 220 * frame) / sampleRate) + (noise / 2 ** 32 - 0.5) * 0.05;
    bytes.writeInt16LE(Math.round(sample * 32_767), HEADER_BYTES + frame * 2);
  }
  return bytes;
}

/** What no restoration can work on: a generation on it fails. */
export function brokenMedium(): Uint8Array {
  return Buffer.from('This is no recording, whatever its name says.\n'.repeat(40));
}
