/** The rough waveform of a recording in a moment: a few packets at each of some places, instead of all of them. */

import type { SketchResult } from '../../../shared/engine-api/messages.ts';
import { openRecording } from '../input/source-file.ts';
import type { MediaReader, PacketSound } from '../media/reader.ts';
import { nextTurn } from '../media/turn.ts';

/** Seconds that are heard at each place: a syllable. */
const HEARD_SECONDS = 0.12;
/** Shorter columns are decoded whole: seeking would take longer. */
const WHOLE_SECONDS = 0.5;
/** Packets without a frame in a row after which a place is given up. */
const MOST_EMPTY = 20;

/**
 * @param columns how many places
 * @returns the highest absolute sample at each place, 0 to 127; nothing where the headers declare no length
 * @throws CleartakeError as openRecording does
 */
export async function sketch(path: string, columns: number): Promise<SketchResult> {
  const reader = openRecording(path);
  try {
    const seconds = reader.streamSeconds ?? reader.info.durationSeconds;
    if (seconds === null || seconds <= 0) return { columns: null };
    const span = seconds / columns;
    return { columns: span < WHOLE_SECONDS ? heardWhole(reader, columns, span) : await heardAt(reader, columns, span) };
  } finally {
    reader.close();
  }
}

async function heardAt(reader: MediaReader, columns: number, span: number): Promise<number[]> {
  const heard: number[] = [];
  for (let column = 0; column < columns; column++) {
    const isThere = reader.seekToTimestamp(Math.floor((column * span) / reader.timeBase));
    heard.push(isThere ? highest(reader) : 0);
    // Other requests of this process wait for it.
    await nextTurn();
  }
  return heard;
}

/** From where the reader is. */
function highest(reader: MediaReader): number {
  let most = 0;
  let left = HEARD_SECONDS * reader.info.sampleRate;
  for (let empty = 0; left > 0 && empty < MOST_EMPTY; ) {
    const sound: PacketSound | null = reader.read();
    if (sound === null) break;
    for (const samples of sound.channels) for (const sample of samples) most = Math.max(most, Math.abs(sample));
    left -= sound.frames;
    empty = sound.frames === 0 ? empty + 1 : 0;
  }
  return byteOf(most);
}

function heardWhole(reader: MediaReader, columns: number, span: number): number[] {
  const heard = new Float32Array(columns);
  const frames = span * reader.info.sampleRate;
  let first = 0;
  for (let sound = reader.read(); sound !== null; sound = reader.read()) {
    for (const samples of sound.channels)
      for (const [frame, sample] of samples.entries()) {
        const column = Math.min(columns - 1, Math.floor((first + frame) / frames));
        heard[column] = Math.max(heard[column] ?? 0, Math.abs(sample));
      }
    first += sound.frames;
  }
  return [...heard].map(byteOf);
}

function byteOf(peak: number): number {
  return Math.min(127, Math.round(peak * 127));
}
