/** How fast a model restores, and how fast FFmpeg's own denoiser is on the same recording, in processor time. */

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { createEngine } from '../../../electron/audio/engine.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { speech } from '../../fixtures/audio/media.ts';
import { atRatio, noise, writeWav } from '../../fixtures/audio/signals.ts';

const RATE = 48_000;
/** Times the same spoken sentence. */
const REPETITIONS = 12;
const SENTENCE_SECONDS = 8;
const SIGNAL_TO_NOISE = 6;

/** @param channels 1 or 2, each with noise of its own @returns path of a noisy recording of a minute and a half */
export function makeNoisyRecording(folder: string, channels: 1 | 2): string {
  const sentence = speech(folder, SENTENCE_SECONDS, RATE);
  const clean = new Float32Array(sentence.length * REPETITIONS);
  for (let repetition = 0; repetition < REPETITIONS; repetition++) clean.set(sentence, repetition * sentence.length);
  const file = path.join(folder, `noisy-${channels}.wav`);
  const planes = Array.from({ length: channels }, (_, i) =>
    atRatio(clean, noise(clean.length, i + 1), SIGNAL_TO_NOISE),
  );
  writeWav(file, planes, RATE);
  return file;
}

/** Real-time factor: seconds of one processor for a second of recording, reading and writing WAV included. */
export async function restoreFactor(folder: string, input: string, model: ModelId): Promise<number> {
  const engine = createEngine();
  const outputs = [{ path: path.join(folder, 'restored.wav'), format: 'source' as const }];
  const before = process.cpuUsage();
  const { frames, sampleRate } = await engine.restore({ input, model, outputs }, () => undefined);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000 / (frames / sampleRate);
}

/** The same of the ffmpeg program with `afftdn`, by the time that it says it used. */
export function afftdnFactor(folder: string, input: string): number {
  const output = path.join(folder, 'afftdn.wav');
  const words = [
    '-nostdin',
    '-y',
    '-benchmark',
    '-threads',
    '1',
    '-filter_threads',
    '1',
    '-i',
    input,
    '-af',
    'afftdn',
    output,
  ];
  const report = execFileSync('sh', ['-c', 'ffmpeg "$@" 2>&1', 'sh', ...words], { encoding: 'utf8' });
  const used = /utime=([\d.]+)s stime=([\d.]+)s/.exec(report);
  if (used === null) throw new Error('ffmpeg did not say what time it used');
  return (Number(used[1]) + Number(used[2])) / (REPETITIONS * SENTENCE_SECONDS);
}
