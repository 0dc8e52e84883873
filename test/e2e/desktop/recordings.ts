/** Recordings that the specs make for themselves: a voice of espeak-ng in noise. */

import { execFileSync } from 'node:child_process';
import path from 'node:path';

const TEXT = 'This is a recording of a voice in a noisy room. Every word of it should be easy to hear.';

/**
 * A voice with brown noise under it, 48 kHz mono.
 * @param times how often the text is said; once takes about six seconds
 * @returns absolute path
 */
export function makeNoisyRecording(folder: string, name = 'noisy talk.wav', times = 1): string {
  const voice = path.join(folder, 'voice.wav');
  const file = path.join(folder, name);
  execFileSync('espeak-ng', ['-w', voice, '-s', '150', `${TEXT} `.repeat(times)]);
  const noise = 'anoisesrc=color=brown:amplitude=0.2:seed=7:sample_rate=48000';
  const mix = '[0:a]aresample=48000[voice];[voice][1:a]amix=inputs=2:duration=first:normalize=0';
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-i', voice, '-f', 'lavfi', '-i', noise],
    ...['-filter_complex', mix, '-ar', '48000', '-ac', '1', file],
  ]);
  return file;
}
