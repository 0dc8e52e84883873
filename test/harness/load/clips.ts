/** Many short recordings, and what it takes to restore them: by the command line and the local service, and by FFmpeg's denoiser. */

import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ModelId } from '../../../shared/domain/models.ts';
import { ffmpeg, speech } from '../../fixtures/audio/media.ts';
import { writeWav } from '../../fixtures/audio/signals.ts';
import { SCRIPT_ENVIRONMENT, scriptLine } from '../script-line.ts';
import { runWhole, type WholeCommand } from './whole-command.ts';

const RATE = 48_000;
const SECONDS = 2;
const SENTENCE_SECONDS = 8;

/** Clips of two seconds in a folder: 16-bit WAV, 48 kHz, mono, speech in noise, each with other samples. */
export function makeClips(folder: string, count: number): string {
  const clips = path.join(folder, 'clips');
  mkdirSync(clips, { recursive: true });
  const sentence = path.join(folder, 'sentence.wav');
  writeWav(sentence, [speech(folder, SENTENCE_SECONDS, RATE)], RATE);
  const seconds = count * SECONDS;
  ffmpeg(
    ...['-stream_loop', '-1', '-i', sentence, '-f', 'lavfi', '-i', `anoisesrc=c=brown:r=${RATE}:a=0.1:seed=3`],
    ...['-filter_complex', 'amix=inputs=2:duration=first:normalize=0', '-t', String(seconds)],
    ...['-c:a', 'pcm_s16le', '-ar', String(RATE), '-ac', '1'],
    ...['-f', 'segment', '-segment_time', String(SECONDS), path.join(clips, 'clip-%04d.wav')],
  );
  return clips;
}

/** Restores a folder of clips with the command line and its local service. @throws Error when a clip has no result */
export async function restoreClips(folder: string, clips: string, models: readonly ModelId[]): Promise<WholeCommand> {
  const out = path.join(folder, 'out');
  const words = ['restore', clips, ...models.flatMap((model) => ['--model', model]), '--out', out];
  const line = scriptLine('cleartake', [...words, '--data-dir', path.join(folder, 'data')]);
  const done = await runWhole(['sh', '-c', line], { ...process.env, ...SCRIPT_ENVIRONMENT });
  const wanted = readdirSync(clips).length * models.length;
  const made = readdirSync(out).length;
  if (done.status !== 0 || made !== wanted) {
    throw new Error(`Status ${done.status}, ${made} results of ${wanted}: ${done.stderr.slice(-2000)}`);
  }
  return done;
}

/** FFmpeg's `afftdn`, with a process for each clip. */
export async function denoiseClips(folder: string, clips: string): Promise<WholeCommand> {
  const out = path.join(folder, 'afftdn');
  mkdirSync(out);
  const loop = 'cd "$1"; for clip in *; do ffmpeg -v error -nostdin -i "$clip" -af afftdn "$2/$clip" || exit 1; done';
  const done = await runWhole(['sh', '-c', loop, 'sh', clips, out]);
  if (done.status !== 0) throw new Error(done.stderr);
  return done;
}
