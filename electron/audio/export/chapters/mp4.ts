/**
 * Chapters in MP4 and QuickTime, in the finished file's index: a Nero chapter list (`chpl`), which holds 255 and which most players read, and
 * a track of text, which holds any number and which Apple's players read.
 */

import type { Chapter } from '../../media/side-streams/chapters.ts';
import { box, boxesIn, type ChangedIndex, changeIndex, HEAD_BYTES, withBox, words } from './mp4-boxes.ts';

const TICKS_A_SECOND = 10_000_000;
/** In the Nero list, chapters and the bytes of a title are counted in one byte. */
const MOST_LISTED = 255;
const MOST_TITLE_BYTES = 255;

const MILLISECONDS = 1000;
/** Says that a title is UTF-8, as Apple's programs want it. */
const UTF_8 = box('encd', words(0x00_00_01_00));
const UNDETERMINED_LANGUAGE = 0x55_c4;
const MATRIX = [0x1_00_00, 0, 0, 0, 0x1_00_00, 0, 0, 0, 0x40_00_00_00];

/** @throws RangeError as changeIndex does */
export function writeMp4Chapters(path: string, chapters: readonly Chapter[]): void {
  changeIndex(path, (index, at) => withChapters(index, at, chapters));
}

/** @param at where the index begins, and the titles of the track will */
function withChapters(index: Buffer, at: number, chapters: readonly Chapter[]): ChangedIndex {
  const titles = chapters.map(({ title }) => sampleOf(title));
  const before = box('mdat', ...titles);
  const list = chapterList(chapters);
  const movie = withBox(index.subarray(HEAD_BYTES), 'udta', (old) => Buffer.concat([old ?? Buffer.alloc(0), list]));
  const { id, timescale } = headerOf(movie);
  const track = chapterTrack({
    chapters,
    sizes: titles.map(({ length }) => length),
    from: at + HEAD_BYTES,
    id,
    timescale,
  });
  const parts = boxesIn(movie).map(({ name, content }) => {
    if (name === 'mvhd') return box(name, content.subarray(0, -4), words(id + 1));
    return box(name, name === 'trak' && isPlayed(content) ? withReference(content, id) : content);
  });
  // Tracks stay together, ahead of the user data.
  const behind = boxesIn(movie).findLastIndex(({ name }) => name === 'trak') + 1;
  return { before, index: box('moov', ...parts.slice(0, behind), track, ...parts.slice(behind)) };
}

/** The next free number of a track, and the ticks a second of the whole file. */
function headerOf(movie: Buffer): { readonly id: number; readonly timescale: number } {
  const header = boxesIn(movie).find(({ name }) => name === 'mvhd')?.content;
  if (header === undefined) throw new RangeError('The index has no header');
  return { id: header.readUInt32BE(header.length - 4), timescale: header.readUInt32BE(header[0] === 1 ? 20 : 12) };
}

/** Whether a track is sound or pictures. */
function isPlayed(track: Buffer): boolean {
  const media = boxesIn(track).find(({ name }) => name === 'mdia')?.content ?? Buffer.alloc(0);
  const handler = boxesIn(media).find(({ name }) => name === 'hdlr')?.content;
  return handler !== undefined && ['soun', 'vide'].includes(handler.toString('latin1', 8, 12));
}

function withReference(track: Buffer, id: number): Buffer {
  return withBox(track, 'tref', (old) => Buffer.concat([old ?? Buffer.alloc(0), box('chap', words(id))]));
}

function sampleOf(title: string): Buffer {
  const text = Buffer.from(title, 'utf8').subarray(0, 0xff_ff);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([length, text, UTF_8]);
}

interface ChapterTrack {
  readonly chapters: readonly Chapter[];
  /** Bytes of each title's sample. */
  readonly sizes: readonly number[];
  /** Byte of the first one. */
  readonly from: number;
  readonly id: number;
  /** Ticks a second of the whole file. */
  readonly timescale: number;
}

function chapterTrack({ chapters, sizes, from, id, timescale }: ChapterTrack): Buffer {
  const starts = chapters.map(({ start }) => Math.round(start * MILLISECONDS));
  const [first = 0] = starts;
  const end = Math.max(Math.round((chapters.at(-1)?.end ?? 0) * MILLISECONDS), (starts.at(-1) ?? 0) + 1);
  const lengths = starts.map((start, index) => (starts[index + 1] ?? end) - start);
  const ticks = (milliseconds: number) => Math.round((milliseconds / MILLISECONDS) * timescale);
  const header = box('tkhd', words(0, 0, 0, id, 0, ticks(end), 0, 0, 0, 0), words(...MATRIX), words(0, 0));
  // The first chapter may begin later than the file.
  const edits = box('edts', box('elst', words(0, 2, ticks(first), -1, 0x1_00_00, ticks(end - first), 0, 0x1_00_00)));
  const media = box(
    'mdia',
    box('mdhd', words(0, 0, 0, MILLISECONDS, end - first, UNDETERMINED_LANGUAGE << 16)),
    box('hdlr', words(0, 0), Buffer.from('text', 'latin1'), words(0, 0, 0), Buffer.from('Chapters\0', 'latin1')),
    box(
      'minf',
      box('gmhd', box('gmin', words(0, 0x00_40_80_00, 0x80_00_80_00, 0)), box('text', words(...MATRIX))),
      box('dinf', box('dref', words(0, 1), box('url ', words(1)))),
      box(
        'stbl',
        box('stsd', words(0, 1), box('text', words(0, 1), Buffer.alloc(44))),
        box('stts', words(0, lengths.length, ...lengths.flatMap((length) => [1, length]))),
        box('stsc', words(0, 1, 1, sizes.length, 1)),
        box('stsz', words(0, 0, sizes.length, ...sizes)),
        box('co64', words(0, 1, Math.floor(from / 2 ** 32), from)),
      ),
    ),
  );
  return box('trak', header, ...(first > 0 ? [edits] : []), media);
}

function chapterList(chapters: readonly Chapter[]): Buffer {
  const listed = chapters.slice(0, MOST_LISTED);
  const entries = listed.map(({ start, title }) => {
    const text = shortened(title);
    const entry = Buffer.alloc(9);
    entry.writeBigUInt64BE(BigInt(Math.round(start * TICKS_A_SECOND)), 0);
    entry.writeUInt8(text.length, 8);
    return Buffer.concat([entry, text]);
  });
  return box('chpl', words(0x01_00_00_00, 0), Buffer.from([listed.length]), ...entries);
}

/** Truncates between two characters. */
function shortened(title: string): Buffer {
  let text = title;
  while (Buffer.byteLength(text, 'utf8') > MOST_TITLE_BYTES) text = [...text].slice(0, -1).join('');
  return Buffer.from(text, 'utf8');
}
