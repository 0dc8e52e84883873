/**
 * Several values of one tag as FFmpeg's muxers take them: as one value, with a mark between them that takes as many bytes as what divides them
 * in the format. It gives way to that in the finished file, in which nothing moves.
 */

import { COMMENT_NAMES } from './several-values.ts';

/** No tag has this character. */
export const MARK = '\u0001';

/** Muxers (FFmpeg's names) that write tags as Vorbis comments. */
export const COMMENT_MUXERS = ['flac', 'ogg', 'opus'];
/** Muxers that write tags as iTunes does. */
export const ITEM_MUXERS = ['ipod', 'mp4'];

/** A comment's length and the equals sign behind its name. */
const COMMENT_BYTES = 5;
/** Head, kind and language of a value in an iTunes item. */
const DATA_BYTES = 16;

/** @param muxer FFmpeg's name @param name FFmpeg's, of the tag */
export function joinedFor(muxer: string, name: string, values: readonly string[]): string {
  if (muxer === 'mp3') return values.join(MARK);
  if (ITEM_MUXERS.includes(muxer)) return values.join(MARK.repeat(DATA_BYTES));
  if (COMMENT_MUXERS.includes(muxer)) return values.join(MARK.repeat(COMMENT_BYTES + writtenName(name).length));
  return values.join('; ');
}

/** As the muxer names a comment. */
function writtenName(name: string): string {
  return Object.entries(COMMENT_NAMES).find(([, known]) => known === name.toLowerCase())?.[0] ?? name;
}
