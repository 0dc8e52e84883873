/**
 * The rough waveform of a recording in a moment, and whether a side of it is silent or has a voice of its own: a few packets at each of some
 * places, instead of all of them.
 */

import type { ChannelNote } from '../../../shared/domain/quality/channel-notes.ts';
import type { SketchResult } from '../../../shared/engine-api/messages.ts';
import { ONE_SCENE } from '../dsp/likeness.ts';
import { openRecording } from '../input/source-file.ts';
import { sideNote, takeTurns } from '../measures/channel-notes.ts';
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
    if (seconds === null || seconds <= 0) return { columns: null, channelNotes: [] };
    const span = seconds / columns;
    const places = Array.from({ length: columns }, createPlace);
    if (span < WHOLE_SECONDS) hearWhole(reader, places, span);
    else await hearAt(reader, places, span);
    return { columns: places.map(({ highest }) => byteOf(highest)), channelNotes: notesOf(places) };
  } finally {
    reader.close();
  }
}

/** What was heard at a place. */
interface Place {
  /** Absolute sample, linear. */
  highest: number;
  /** Sums over the first two channels: of each one's squares, and of their product. */
  left: number;
  right: number;
  both: number;
  frames: number;
}

function createPlace(): Place {
  return { highest: 0, left: 0, right: 0, both: 0, frames: 0 };
}

async function hearAt(reader: MediaReader, places: readonly Place[], span: number): Promise<void> {
  for (const [index, place] of places.entries()) {
    if (reader.seekToTimestamp(Math.floor((index * span) / reader.timeBase))) hearOne(reader, place);
    // Other requests of this process wait for it.
    await nextTurn();
  }
}

/** From where the reader is. */
function hearOne(reader: MediaReader, place: Place): void {
  let left = HEARD_SECONDS * reader.info.sampleRate;
  for (let empty = 0; left > 0 && empty < MOST_EMPTY; ) {
    const sound: PacketSound | null = reader.read();
    if (sound === null) break;
    hear(place, sound, 0, sound.frames);
    left -= sound.frames;
    empty = sound.frames === 0 ? empty + 1 : 0;
  }
}

function hearWhole(reader: MediaReader, places: readonly Place[], span: number): void {
  const frames = span * reader.info.sampleRate;
  let first = 0;
  for (let sound = reader.read(); sound !== null; sound = reader.read()) {
    for (let from = 0; from < sound.frames; ) {
      const index = Math.min(places.length - 1, Math.floor((first + from) / frames));
      const end = index === places.length - 1 ? sound.frames : Math.ceil((index + 1) * frames) - first;
      const to = Math.min(sound.frames, Math.max(from + 1, end));
      hear(places[index] as Place, sound, from, to);
      from = to;
    }
    first += sound.frames;
  }
}

function hear(place: Place, { channels }: PacketSound, from: number, to: number): void {
  let most = place.highest;
  for (const samples of channels) for (let i = from; i < to; i++) most = Math.max(most, Math.abs(samples[i] as number));
  place.highest = most;
  const [left, right] = channels;
  if (left === undefined || right === undefined || channels.length !== 2) return;
  let [ofLeft, ofRight, both] = [0, 0, 0];
  for (let i = from; i < to; i++) {
    const [one, other] = [left[i] as number, right[i] as number];
    ofLeft += one * one;
    ofRight += other * other;
    both += one * other;
  }
  place.left += ofLeft;
  place.right += ofRight;
  place.both += both;
  place.frames += to - from;
}

function notesOf(places: readonly Place[]): readonly ChannelNote[] {
  const heard = places.filter(({ frames }) => frames > 0);
  const sum = (part: 'frames' | 'left' | 'right') => heard.reduce((total, place) => total + place[part], 0);
  const frames = Math.max(1, sum('frames'));
  const side = sideNote(sum('left') / frames, sum('right') / frames);
  if (side !== null) return [side];
  return hasTwoVoices(heard) ? [{ kind: 'two-voices' }] : [];
}

/** Whether the sides take turns, and have little in common. */
function hasTwoVoices(heard: readonly Place[]): boolean {
  const sum = (part: 'both' | 'left' | 'right') => heard.reduce((total, place) => total + place[part], 0);
  const meanOf = (side: 'left' | 'right') => heard.map((place) => place[side] / place.frames);
  return (
    Math.abs(sum('both')) < ONE_SCENE * Math.sqrt(sum('left') * sum('right')) &&
    takeTurns(meanOf('left'), meanOf('right'))
  );
}

function byteOf(peak: number): number {
  return Math.min(127, Math.round(peak * 127));
}
