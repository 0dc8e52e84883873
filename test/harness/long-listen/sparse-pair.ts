/** A recording of hours and its result that take seconds to make: a little speech-like sound every ten minutes, and holes in the file. */

import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { emptyWav, WAV_HEADER_BYTES } from '../../fixtures/wav.ts';
import { sampleAt } from '../fake-desk/fake-media.ts';
import { type ScannedFile, scanned } from './scanned-file.ts';

const RATE = 48_000;
const EVERY_SECONDS = 600;
const SOUND_SECONDS = 20;
const BYTES_A_FRAME = 2;

/** The files by the name of their take in the fake desk. @param takes their ids */
export async function makeSparsePair(
  folder: string,
  seconds: number,
  takes: readonly [original: string, result: string],
): Promise<readonly [ScannedFile, ScannedFile]> {
  const [original, result] = takes.map((take, number) =>
    writeSparse(path.join(folder, `${number}.wav`), take, seconds),
  );
  return [await scanned(original as string), await scanned(result as string)];
}

function writeSparse(file: string, take: string, seconds: number): string {
  const sound = new Int16Array(SOUND_SECONDS * RATE);
  for (let i = 0; i < sound.length; i++) sound[i] = Math.round(sampleAt(take, i / RATE) * 32_000);
  const frames = seconds * RATE;
  const handle = openSync(file, 'w');
  const header = emptyWav({ frames: 0, sampleRate: RATE, channels: 1 });
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + frames * BYTES_A_FRAME, 4);
  header.writeUInt32LE(frames * BYTES_A_FRAME, WAV_HEADER_BYTES - 4);
  writeSync(handle, header.subarray(0, WAV_HEADER_BYTES), 0, WAV_HEADER_BYTES, 0);
  for (let second = 0; second + SOUND_SECONDS <= seconds; second += EVERY_SECONDS) {
    writeSync(
      handle,
      new Uint8Array(sound.buffer),
      0,
      sound.byteLength,
      WAV_HEADER_BYTES + second * RATE * BYTES_A_FRAME,
    );
  }
  ftruncateSync(handle, WAV_HEADER_BYTES + frames * BYTES_A_FRAME);
  closeSync(handle);
  return file;
}
