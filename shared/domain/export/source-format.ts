/** What “the format of the original” is for recordings in formats that Cleartake reads and does not write. */

import { extensionOf } from '../media-types.ts';

/** The nearest that is written, by extension. */
const NEAREST: Readonly<Record<string, string>> = {
  aac: 'm4a',
  ac3: 'wav',
  amr: 'wav',
  au: 'wav',
  eac3: 'wav',
  mp2: 'mp3',
  spx: 'wav',
  wma: 'wav',
};

/** Other names of formats that are written. */
const NAMES: Readonly<Record<string, string>> = {
  aif: 'aiff',
  aifc: 'aiff',
  bwf: 'wav',
  m4b: 'm4a',
  oga: 'ogg',
  wave: 'wav',
  weba: 'opus',
};

/** The extension of an output in the original's format, without a dot; empty for a name without one. */
export function sourceExtension(fileName: string): string {
  const extension = extensionOf(fileName);
  return NEAREST[extension] ?? NAMES[extension] ?? extension;
}

export interface OtherFormat {
  /** Extensions without their dots. */
  readonly from: string;
  readonly to: string;
}

/** Null where the original's format is written. */
export function otherFormatOf(fileName: string): OtherFormat | null {
  const from = extensionOf(fileName);
  const to = NEAREST[from];
  return to === undefined ? null : { from, to };
}
