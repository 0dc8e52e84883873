/** Reads the chapters of an opened file. node-av exposes them only in FFmpeg's file description, which is logged line by line. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { AV_LOG_INFO } from 'node-av/constants';
import { type FormatContext, Log } from 'node-av/lib';

export interface Chapter {
  /** Seconds. */
  readonly start: number;
  /** Seconds. */
  readonly end: number;
  readonly title: string;
}

const END_MARK = 'end of the description';
/** Log lines arrive a turn or two later; wait for at most this many turns. */
const MOST_TURNS = 1000;

export async function chaptersOf(format: FormatContext): Promise<readonly Chapter[]> {
  const parts: string[] = [];
  Log.setCallback((_level, part) => parts.push(part), { maxLevel: AV_LOG_INFO });
  try {
    format.dumpFormat(0, '', false);
    Log.log(AV_LOG_INFO, END_MARK);
    for (let turn = 0; turn < MOST_TURNS && !parts.includes(END_MARK); turn++) await nextTurn();
  } finally {
    Log.resetCallback();
  }
  return readChapters(parts);
}

/**
 * @param parts as FFmpeg logs them: `Chapters:`, then for each chapter its number, `start 0.000000, `, `end 5.000000` and optional metadata:
 *   a part with the name and a colon, parts with the lines of the value, and an empty part
 */
function readChapters(parts: readonly string[]): readonly Chapter[] {
  const first = parts.findIndex((part) => part.trim() === 'Chapters:');
  const chapters: { start: number; end: number; title: string }[] = [];
  let isTitle = false;
  for (const part of first < 0 ? [] : parts.slice(first + 1)) {
    const chapter = chapters.at(-1);
    if (isTitle && chapter !== undefined) {
      if (part === '') isTitle = false;
      else chapter.title += part.startsWith('\n') ? ' ' : part;
      continue;
    }
    if (/^ {2}(Stream|Program) /.test(part)) break;
    if (/^ {4}Chapter #\d+:\d+: $/.test(part)) chapters.push({ start: 0, end: 0, title: '' });
    if (chapter === undefined) continue;
    isTitle = /^ {8}title +: $/i.test(part) && chapter.title === '';
    const [, side, seconds] = /^(start|end) (-?[\d.]+)/.exec(part) ?? [];
    if (side === 'start') chapter.start = Number(seconds);
    if (side === 'end') chapter.end = Number(seconds);
  }
  return chapters.filter(({ start, end }) => start >= 0 && end >= start);
}
