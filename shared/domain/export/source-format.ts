/** What “the format of the original” is for recordings in formats that Cleartake reads and does not write. */

import { extensionOf } from '../media-types.ts';
import { countOf } from '../units.ts';

/** The nearest that is written, by extension. */
const NEAREST: Readonly<Record<string, string>> = {
  aac: 'm4a',
  ac3: 'wav',
  amr: 'wav',
  au: 'wav',
  eac3: 'wav',
  mp2: 'mp3',
  ogv: 'mkv',
  spx: 'wav',
  w64: 'wav',
  wma: 'wav',
};

/** Videos that keep their format, and always get this sound. */
const SOUNDS: Readonly<Record<string, string>> = { asf: 'MP3', avi: 'PCM', wmv: 'MP3' };

/** Other names of formats that are written. */
const NAMES: Readonly<Record<string, string>> = {
  aif: 'aiff',
  aifc: 'aiff',
  bwf: 'wav',
  oga: 'ogg',
  wave: 'wav',
  weba: 'opus',
};

/** The extension of an output in the original's format, without a dot; empty for a name without one. */
export function sourceExtension(fileName: string): string {
  const extension = extensionOf(fileName);
  return NEAREST[extension] ?? NAMES[extension] ?? extension;
}

/** The format of a video's sound alone, by the video's extension. Others are saved as WAV. */
const SOUNDS_ALONE: Readonly<Record<string, string>> = {
  '3g2': 'm4a',
  '3gp': 'm4a',
  m4v: 'm4a',
  mov: 'm4a',
  mp4: 'm4a',
  webm: 'opus',
};

/** The extension of a video's sound alone “in the original's format”, without a dot. */
export function soundExtension(fileName: string): string {
  return SOUNDS_ALONE[extensionOf(fileName)] ?? 'wav';
}

/** Programs know a book by its extension alone. */
const BOOKS: Readonly<Record<string, string>> = { m4b: 'm4a' };

/** The extension of an output in the original's format. @param made what the export calls it */
export function keptExtension(fileName: string, made: string): string {
  const own = extensionOf(fileName);
  return BOOKS[own] === made ? own : made;
}

export interface OtherFormat {
  /** Extensions without their dots. */
  readonly from: string;
  readonly to: string;
  /** The codec of its sound, where the format stays. */
  readonly sound?: string | undefined;
}

/** `2 recordings in AMR will be saved as WAV` */
export function otherFormatWords({
  from,
  recordings,
  sound,
  to,
}: OtherFormat & { readonly recordings: number }): string {
  const saved = `${to.toUpperCase()}${sound === undefined ? '' : ` with ${sound} sound`}`;
  return `${countOf(recordings, 'recording')} in ${from.toUpperCase()} will be saved as ${saved}`;
}

/** Null where the original's format is written. */
export function otherFormatOf(fileName: string): OtherFormat | null {
  const from = extensionOf(fileName);
  const [to, sound] = [NEAREST[from], SOUNDS[from]];
  if (sound !== undefined) return { from, to: from, sound };
  return to === undefined ? null : { from, to };
}
