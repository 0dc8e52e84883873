/** Writes chapters into a finished file, for formats in which node-av cannot. Formats without chapters are left alone. */

import type { Chapter } from '../../media/side-streams/chapters.ts';
import { id3ChapterFrames, writeId3Chapters } from './id3.ts';
import { writeMatroskaChapters } from './matroska.ts';
import { writeMp4Chapters } from './mp4.ts';

const MP4_MUXERS = ['ipod', 'mp4', 'mov', '3gp'];
const MATROSKA_MUXERS = ['matroska', 'webm'];

/** Options with which the muxer (FFmpeg's name) reserves space for chapters. */
export function roomForChapters(muxer: string, chapters: readonly Chapter[]): Readonly<Record<string, string>> {
  if (muxer !== 'mp3' || chapters.length === 0) return {};
  return { metadata_header_padding: String(id3ChapterFrames(chapters).length), id3v2_version: '4' };
}

/** Files without enough space get no chapters. */
export function writeChapters(path: string, muxer: string, chapters: readonly Chapter[]): void {
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
