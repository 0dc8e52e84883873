/** Ways to restore a recording, ours and others', each as a function from samples to as many samples. */

import path from 'node:path';
import { createEngine } from '../../../electron/audio/engine.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { decode, ffmpeg } from '../../fixtures/audio/media.ts';
import { writeWav } from '../../fixtures/audio/signals.ts';

/** Mono. @param rate Hz */
export type Method = (heard: Float32Array, rate: number) => Promise<Float32Array>;

export const METHODS = [
  'nothing',
  'FFmpeg afftdn',
  'FFmpeg by hand',
  'DTLN',
  'GTCRN',
  'service-2',
  'service-3.5',
] as const;
export type MethodName = (typeof METHODS)[number];
/** What runs without files of one's own. */
export type OwnMethodName = Exclude<MethodName, 'DTLN' | 'GTCRN'>;

/** Hz, and by how many frames afftdn gives its output later at that rate. */
const AFFTDN_RATE = 48_000;
const AFFTDN_DELAY = 1200;
const BY_HAND = 'highpass=f=60,adeclick=t=4,adeclip,afftdn=nr=24:nf=-28:tn=1:tr=1';
/** Hz. */

/** @param folder for what is made on the way */
export function createMethods(folder: string): Readonly<Record<OwnMethodName, Method>> {
  const input = path.join(folder, 'heard.wav');
  const output = path.join(folder, 'restored.wav');
  const engine = createEngine();
  const ours =
    (model: ModelId): Method =>
    async (heard, rate) => {
      writeWav(input, [heard], rate);
      const outputs = [{ path: output, format: 'wav' as const }];
      await engine.restore({ input, model, outputs }, () => undefined);
      return decode(output, { channels: 1 }).channels[0] as Float32Array;
    };
  const filtered =
    (filters: string): Method =>
    async (heard, rate) => {
      writeWav(input, [heard], rate);
      const late = `aresample=${AFFTDN_RATE},apad=pad_len=${AFFTDN_DELAY},${filters},atrim=start_sample=${AFFTDN_DELAY},aresample=${rate}`;
      ffmpeg('-i', input, '-af', late, '-c:a', 'pcm_f32le', output);
      return asLong(decode(output, { channels: 1 }).channels[0] as Float32Array, heard.length);
    };
  return {
    nothing: async (heard) => heard,
    'FFmpeg afftdn': filtered('afftdn=tn=1'),
    'FFmpeg by hand': filtered(BY_HAND),
    'service-2': ours('service-2'),
    'service-3.5': ours('service-3.5'),
  };
}

/** By the ffmpeg program. @param from Hz @param to Hz */
export function resampled(folder: string, samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const whole = path.join(folder, 'whole.wav');
  writeWav(whole, [samples], from);
  return decode(whole, { sampleRate: to, channels: 1 }).channels[0] as Float32Array;
}

/** Cut, or silent behind its end. */
function asLong(samples: Float32Array, count: number): Float32Array {
  const out = new Float32Array(count);
  out.set(samples.subarray(0, count));
  return out;
}
