/** Media that the tests make themselves: a voice-like tone in noise, as WAV bytes. */

import { emptyWav, WAV_HEADER_BYTES } from '../../fixtures/wav.ts';

export interface GeneratedWav {
  readonly seconds: number;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
}

/** 16-bit PCM. The same every time. */
export function generateWav({ seconds, sampleRate, channels }: GeneratedWav): Buffer {
  const frames = Math.round(seconds * sampleRate);
  const wav = emptyWav({ frames, sampleRate, channels });
  let noise = 1;
  for (let frame = 0; frame < frames; frame++) {
    const time = frame / sampleRate;
    // Syllables, four a second, of a pitch with overtones.
    const loudness = Math.max(0, Math.sin(2 * Math.PI * 4 * time)) * 0.25;
    let voice = 0;
    for (let overtone = 1; overtone <= 6; overtone++) voice += Math.sin(2 * Math.PI * 140 * overtone * time) / overtone;
    for (let channel = 0; channel < channels; channel++) {
      noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0;
      const sample = voice * loudness + (noise / 2 ** 32 - 0.5) * 0.1;
      wav.writeInt16LE(
        Math.round(Math.max(-1, Math.min(1, sample)) * 32_767),
        WAV_HEADER_BYTES + (frame * channels + channel) * 2,
      );
    }
  }
  return wav;
}

export interface ReadWav {
  readonly sampleRate: number;
  readonly channels: number;
  readonly frames: number;
}

/** The shape of a PCM WAV file, from its chunks. */
export function readWav(wav: Buffer): ReadWav {
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || wav.toString('latin1', 8, 12) !== 'WAVE')
    throw new Error('No WAV file');
  let sampleRate = 0;
  let channels = 0;
  let frameBytes = 1;
  for (let at = 12; at + 8 <= wav.length; ) {
    const name = wav.toString('latin1', at, at + 4);
    const size = wav.readUInt32LE(at + 4);
    if (name === 'fmt ') {
      channels = wav.readUInt16LE(at + 10);
      sampleRate = wav.readUInt32LE(at + 12);
      frameBytes = wav.readUInt16LE(at + 20);
    }
    if (name === 'data') return { sampleRate, channels, frames: size / frameBytes };
    at += 8 + size + (size % 2);
  }
  throw new Error('The WAV file has no data');
}
