/** Ways to restore a recording, ours and others', each as a function from samples to as many samples. */

import path from 'node:path';
import { denoiseForward } from '../../../electron/audio/chains/noise/denoise.ts';
import { loadRnnoise2 } from '../../../electron/audio/dsp/rnnoise.ts';
import { createEngine } from '../../../electron/audio/engine.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { decode, ffmpeg } from '../../fixtures/audio/media.ts';
import { writeWav } from '../../fixtures/audio/signals.ts';
import { MATERIAL_RATE } from '../../fixtures/quality/material.ts';
import { through } from './through.ts';

/** Mono, at MATERIAL_RATE. */
export type Method = (heard: Float32Array) => Promise<Float32Array>;

export const METHODS = [
  'nothing',
  'FFmpeg afftdn',
  'FFmpeg by hand',
  'RNNoise 0.2',
  'service-2',
  'service-3.5',
] as const;
export type MethodName = (typeof METHODS)[number];

/** afftdn gives its output this much later, in frames at 48 kHz. */
const AFFTDN_DELAY = 1200;
const BY_HAND = 'highpass=f=60,adeclick=t=4,adeclip,afftdn=nr=24:nf=-28:tn=1:tr=1';

/** @param folder for what is made on the way */
export function createMethods(folder: string): Readonly<Record<MethodName, Method>> {
  const input = path.join(folder, 'heard.wav');
  const output = path.join(folder, 'restored.wav');
  const engine = createEngine();
  const ours = (model: ModelId) => async (heard: Float32Array) => {
    writeWav(input, [heard], MATERIAL_RATE);
    const outputs = [{ path: output, format: 'wav' as const }];
    await engine.restore({ input, model, outputs }, () => undefined);
    return decode(output, { channels: 1 }).channels[0] as Float32Array;
  };
  const filtered = (filters: string) => async (heard: Float32Array) => {
    writeWav(input, [heard], MATERIAL_RATE);
    const late = `apad=pad_len=${AFFTDN_DELAY},${filters},atrim=start_sample=${AFFTDN_DELAY}`;
    ffmpeg('-i', input, '-af', late, '-c:a', 'pcm_f32le', output);
    return (decode(output, { channels: 1 }).channels[0] as Float32Array).slice(0, heard.length);
  };
  return {
    nothing: async (heard) => heard,
    'FFmpeg afftdn': filtered('afftdn=tn=1'),
    'FFmpeg by hand': filtered(BY_HAND),
    'RNNoise 0.2': async (heard) => {
      return through(denoiseForward(await loadRnnoise2()), [heard], heard.length)[0] as Float32Array;
    },
    'service-2': ours('service-2'),
    'service-3.5': ours('service-3.5'),
  };
}
