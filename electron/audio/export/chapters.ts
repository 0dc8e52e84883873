/** Chapters in a finished file, for formats into which the library cannot write them. Where a format has none, nothing is done. */

import type { Chapter } from '../av/chapters.ts';
import { id3ChapterFrames, writeId3Chapters } from './chapters-id3.ts';
import { writeMp4Chapters } from './chapters-mp4.ts';

const MP4_MUXERS = ['ipod', 'mp4', 'mov', '3gp'];

/** What the muxer (FFmpeg's name) must be told so that there is room for them. */
export function roomForChapters(muxer: string, chapters: readonly Chapter[]): Readonly<Record<string, string>> {
  if (muxer !== 'mp3' || chapters.length === 0) return {};
  return { metadata_header_padding: String(id3ChapterFrames(chapters).length), id3v2_version: '4' };
}

export function writeChapters(path: string, muxer: string, chapters: readonly Chapter[]): void {
  if (chapters.length === 0) return;
  if (muxer === 'mp3') writeId3Chapters(path, chapters);
  if (MP4_MUXERS.includes(muxer)) writeMp4Chapters(path, chapters);
}
