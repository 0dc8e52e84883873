/** The side streams of an export: which of them to drop when its container does not accept all, and when the sound starts among them. */

import { openRecording } from '../input/source-file.ts';
import type { Chapter } from '../media/side-streams/chapters.ts';
import { readSourceMetadata, type SourceMetadata } from '../media/side-streams/metadata-reader.ts';
import { type KeptSideStreams, remuxedSideStreams } from '../media/side-streams/remux.ts';
import { metadataSideStreams } from '../media/side-streams/tags.ts';
import type { SideStreams } from '../media/writer.ts';
import { id3ChapterFrames, writeId3Chapters } from './chapters/id3.ts';
import { writeMatroskaChapters } from './chapters/matroska.ts';
import { writeMp4Chapters } from './chapters/mp4.ts';
import type { ExportPlan } from './formats.ts';

/** Containers round times and disagree on whether encoder delay counts, so several packets are read. */
const ASKED_PACKETS = 32;

const MP4_MUXERS = ['ipod', 'mp4', 'mov', '3gp'];

const MATROSKA_MUXERS = ['matroska', 'webm'];

export interface SideStreamPlan {
  readonly metadata: SourceMetadata;
  /** Start of the audio on the file's clock, in seconds. */
  readonly soundBegins: number;
  /** Calls `write` with the side streams, with fewer each time the container refuses them, then adds the chapters. */
  into<Result>(path: string, write: (sideStreams: SideStreams) => Promise<Result>): Promise<Result>;
}

/** From everything to the streams that every video container accepts. */
const SELECTIONS: readonly KeptSideStreams[] = ['all', 'with-subtitles', 'pictures-and-sound'];

/** @throws CleartakeError mediaNotRecognized, and as openRecording does */
export async function planSideStreams(original: string, plan: ExportPlan): Promise<SideStreamPlan> {
  const metadata = await readSourceMetadata(original);
  const { muxer } = plan.encoding;
  const begins = plan.isVideo ? soundBegins(original) : 0;
  const selections = plan.isVideo ? SELECTIONS : (['all'] as const);
  const open = (selection: KeptSideStreams) =>
    plan.isVideo
      ? remuxedSideStreams(original, metadata, muxer, begins, selection)
      : metadataSideStreams(metadata, muxer, roomForChapters(muxer, metadata.chapters));
  return {
    metadata,
    soundBegins: begins,
    into: async (path, write) => {
      for (const selection of selections) {
        const sideStreams = open(selection);
        try {
          const result = await write(sideStreams);
          writeChapters(path, muxer, metadata.chapters);
          return result;
        } catch (failure) {
          if (selection === selections.at(-1) || !isRefused(failure)) throw failure;
        } finally {
          sideStreams.close();
        }
      }
      throw new RangeError('No selection to try');
    },
  };
}

/** Whether the container refused one of the streams before anything was written. */
export function isRefused(failure: unknown): boolean {
  return failure instanceof Error && failure.message.startsWith('write the header');
}

/** Options with which the muxer (FFmpeg's name) reserves space for chapters. */
function roomForChapters(muxer: string, chapters: readonly Chapter[]): Readonly<Record<string, string>> {
  if (muxer !== 'mp3' || chapters.length === 0) return {};
  return { metadata_header_padding: String(id3ChapterFrames(chapters).length), id3v2_version: '4' };
}

/** Files without enough space get no chapters. */
function writeChapters(path: string, muxer: string, chapters: readonly Chapter[]): void {
  try {
    if (chapters.length > 0) write(path, muxer, chapters);
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure;
  }
}

function write(path: string, muxer: string, chapters: readonly Chapter[]): void {
  if (muxer === 'mp3') writeId3Chapters(path, chapters);
  if (MP4_MUXERS.includes(muxer)) writeMp4Chapters(path, chapters);
  if (MATROSKA_MUXERS.includes(muxer)) writeMatroskaChapters(path, chapters);
}

/** In videos the sound starts slightly before or after the pictures. Time of the first decoded frame in seconds; 0 without timestamps. */
export function soundBegins(path: string): number {
  const reader = openRecording(path);
  try {
    const { sampleRate } = reader.info;
    const beginnings: number[] = [];
    let passed = 0;
    for (let asked = 0; asked < ASKED_PACKETS; asked++) {
      const sound = reader.read();
      if (sound === null) break;
      if (passed > 0 && sound.timestamp !== null) {
        beginnings.push(sound.timestamp * reader.timeBase - passed / sampleRate);
      }
      passed += sound.frames;
    }
    return beginnings.toSorted((one, other) => one - other)[Math.floor(beginnings.length / 2)] ?? 0;
  } finally {
    reader.close();
  }
}
