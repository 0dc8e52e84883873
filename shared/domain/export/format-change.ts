/** What becomes of a recording's format in “the format of the original”, in words. Pure. */

import { z } from 'zod';

const format = z.object({
  /** Without its dot, in lower case. */
  extension: z.string(),
  /** FFmpeg's name. */
  codec: z.string(),
});

export const formatChangeSchema = z.object({
  from: format,
  to: format,
  /** No container takes the picture. */
  losesPicture: z.boolean().optional(),
});
export type FormatChange = z.infer<typeof formatChangeSchema>;

/** Extensions of one format. */
const ALIKE: readonly (readonly string[])[] = [
  ['m4a', 'm4b', 'mp4', 'mov', 'qta', 'm4v', '3gp', '3g2', '3ga'],
  ['opus', 'ogg', 'oga', 'weba', 'webm'],
  ['wav', 'wave', 'bwf', 'rf64'],
  ['aiff', 'aif', 'aifc'],
  ['mpg', 'mpeg'],
  ['ts', 'mts', 'm2ts'],
  ['wmv', 'asf'],
];

const CODECS: Readonly<Record<string, string>> = {
  ac3: 'AC-3',
  amr_nb: 'AMR',
  amr_wb: 'AMR',
  eac3: 'E-AC-3',
  gsm_ms: 'GSM',
  mp3float: 'MP3',
  opus: 'Opus',
  pcm_alaw: 'A-law',
  pcm_mulaw: 'µ-law',
  speex: 'Speex',
  vorbis: 'Vorbis',
};

/** `AAC`, `PCM`. @param codec FFmpeg's name */
function codecName(codec: string): string {
  const [kind = codec] = codec.split('_');
  if (CODECS[codec] !== undefined) return CODECS[codec];
  return ['pcm', 'adpcm'].includes(kind) ? kind.toUpperCase() : kind.replace(/^wma.+/, 'wma').toUpperCase();
}

export function isSameFormat({ from, losesPicture = false, to }: FormatChange): boolean {
  return !losesPicture && codecName(from.codec) === codecName(to.codec) && isAlike(from.extension, to.extension);
}

function isAlike(one: string, other: string): boolean {
  return one === other || ALIKE.some((names) => names.includes(one) && names.includes(other));
}

/** `Saved as WAV`: for a chip on a row. */
export function formatChangeTitle({ from, losesPicture = false, to }: FormatChange): string {
  if (losesPicture) return 'Saved without its picture';
  const isOwn = isAlike(from.extension, to.extension);
  return isOwn ? `Sound saved as ${codecName(to.codec)}` : `Saved as ${to.extension.toUpperCase()}`;
}

export function formatChangeDetail({ from, losesPicture = false, to }: FormatChange): string {
  const saved = to.extension.toUpperCase();
  if (losesPicture)
    return `No format that Cleartake writes can hold this picture: the sound alone is saved, as ${saved}.`;
  if (isAlike(from.extension, to.extension))
    return `Cleartake doesn’t write ${codecName(from.codec)} into .${to.extension} files.`;
  return from.extension === ''
    ? 'Cleartake doesn’t write its own format.'
    : `Cleartake doesn’t write .${from.extension} files.`;
}
