/** The side streams of an export: which of them its container takes, and when the sound starts among them. */

import type { LeftOut } from '../../../shared/domain/export/left-out.ts';
import type { OutputTags } from '../../../shared/domain/export/settings.ts';
import { openRecording } from '../input/source-file.ts';
import type { Chapter } from '../media/side-streams/chapters.ts';
import { readSourceMetadata, type SourceMetadata } from '../media/side-streams/metadata-reader.ts';
import {
  refusedTracks,
  remuxedSideStreams,
  type SideSource,
  type SideTrack,
  unreadableTracks,
} from '../media/side-streams/remux.ts';
import { metadataSideStreams } from '../media/side-streams/tags.ts';
import type { SideStreams } from '../media/writer.ts';
import { id3ChapterFrames, writeId3Chapters } from './chapters/id3.ts';
import { writeMatroskaChapters } from './chapters/matroska.ts';
import { writeMp4Chapters } from './chapters/mp4.ts';
import type { ExportPlan } from './formats.ts';
import { joinedCues } from './joining/cue-points.ts';
import { divideValues } from './tags/divide-values.ts';
import { withGivenTags } from './tags/given-tags.ts';
import { missingFrom } from './tags/missing.ts';
import { keysOf, writeMp4Keys } from './tags/mp4-keys.ts';
import { tagsFor } from './tags/tags-for.ts';
import { chunksFor, writeWavChunks } from './tags/wav-chunks.ts';

/** Containers round times and disagree on whether encoder delay counts, so several packets are read. */
const ASKED_PACKETS = 32;

const MP4_MUXERS = ['ipod', 'mp4', 'mov', '3gp', '3g2'];

const MATROSKA_MUXERS = ['matroska', 'webm'];

export interface SideStreamPlan {
  readonly metadata: SourceMetadata;
  /** Start of the audio on the file's clock, in seconds. */
  readonly soundBegins: number;
  /** Calls `write` with the side streams, again without those that the container refuses, then adds what FFmpeg can't write. */
  into<Result>(path: string, write: (sideStreams: SideStreams) => Promise<Result>): Promise<Result>;
  /** What the finished file lacks; null when it has everything. */
  leftOut(path: string): Promise<LeftOut | null>;
}

interface AroundSound {
  /** By which the sound begins later than the recording. */
  readonly introSeconds: number;
  readonly missesBookends: boolean;
}

/** @throws CleartakeError mediaNotRecognized, and as openRecording does */
export async function planSideStreams(
  original: SideSource,
  plan: ExportPlan,
  given?: OutputTags,
  around: AroundSound = { introSeconds: 0, missesBookends: false },
): Promise<SideStreamPlan> {
  const { path: file, track } = original;
  const { metadata: wanted, missingCovers } = withGivenTags(await readSourceMetadata(file), given);
  const metadata = laterBy(wanted, around.introSeconds, Math.round(around.introSeconds * plan.encoding.sampleRate));
  const { encoding } = plan;
  const { muxer } = encoding;
  const begins = plan.isVideo ? soundBegins(file, track) : 0;
  const chunks = muxer === 'wav' ? chunksFor(metadata.chunks, encoding) : [];
  const written = { ...metadata, tags: tagsFor(metadata, chunks, encoding) };
  const options = roomForChapters(muxer, metadata.chapters);
  let refused: readonly SideTrack[] = [];
  const open = () =>
    plan.isVideo
      ? remuxedSideStreams(original, written, muxer, begins, (stream) => refused.every(({ index }) => index !== stream))
      : metadataSideStreams(written, muxer, options);
  const attempt = async <Result>(write: (sideStreams: SideStreams) => Promise<Result>) => {
    const sideStreams = open();
    try {
      return await write(sideStreams);
    } finally {
      sideStreams.close();
    }
  };
  const complete = (path: string) => {
    const { chapters, pictures, several, tags } = metadata;
    if (chapters.length > 0) ifRoom(() => writeChapters(path, muxer, chapters));
    const keys = keysOf(tags);
    if (keys.length > 0 && ['mov', 'mp4'].includes(muxer)) ifRoom(() => writeMp4Keys(path, keys, muxer === 'mov'));
    if (Object.keys(several).length > 0 || pictures.length > 1) ifRoom(() => divideValues(path, muxer));
    if (chunks.length > 0) ifRoom(() => writeWavChunks(path, chunks));
  };
  return {
    metadata,
    soundBegins: begins,
    into: async (path, write) => {
      const result = await attempt(write).catch(async (failure: unknown) => {
        if (!plan.isVideo || !isRefused(failure)) throw failure;
        refused = refusedTracks(original, muxer, path);
        // Without its pictures it would be no video.
        if (refused.length === 0 || refused.some(({ kind }) => kind === 'video')) throw failure;
        return await attempt(write);
      });
      complete(path);
      return result;
    },
    leftOut: async (path) => {
      const tracks = plan.isVideo ? [...refused, ...unreadableTracks(file)] : [];
      return missingFrom(await readSourceMetadata(path), wanted, tracks, missingCovers, around.missesBookends);
    },
  };
}

/** Behind an intro: chapters and markers come later, and what else recorders wrote about the sound no longer holds. @param frames the same */
function laterBy(metadata: SourceMetadata, seconds: number, frames: number): SourceMetadata {
  if (seconds === 0) return metadata;
  const chapters = metadata.chapters.map((one) => ({ ...one, start: one.start + seconds, end: one.end + seconds }));
  return { ...metadata, chapters, chunks: joinedCues([{ from: frames, chunks: metadata.chunks }]) };
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

/** Files without enough space go without. */
function ifRoom(write: () => void): void {
  try {
    write();
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure;
  }
}

function writeChapters(path: string, muxer: string, chapters: readonly Chapter[]): void {
  if (muxer === 'mp3') writeId3Chapters(path, chapters);
  if (MP4_MUXERS.includes(muxer)) writeMp4Chapters(path, chapters);
  if (MATROSKA_MUXERS.includes(muxer)) writeMatroskaChapters(path, chapters);
}

/** In videos the sound starts slightly before or after the pictures. Time of the first decoded frame in seconds; 0 without timestamps. */
export function soundBegins(path: string, track?: number): number {
  const reader = openRecording(path, track);
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
