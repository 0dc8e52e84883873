/** Names that every operating system accepts. Pure. */

import { extensionOf } from '../media-types.ts';

/** Longest file name that every common file system accepts, in bytes and code units, minus room for a number and a temporary suffix. */
export const LONGEST_NAME_BYTES = 230;
/** A longer ending after the last dot isn't an extension. */
const LONGEST_EXTENSION_BYTES = 16;

/** Windows device names, which count with any extension and with spaces before it. */
const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?$/i;
/** Separators, wildcards, control characters, and characters that change the text direction or break the line. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being replaced
  /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * A name that is one path segment on Linux, macOS and Windows alike: no separators, controls, reserved names, trailing dots
 * or spaces, not hidden, and not too long. The extension survives.
 */
export function safeFileName(name: string, fallback = 'recording'): string {
  const cleaned = name
    .toWellFormed()
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/[. ]+$/u, '')
    .replace(/^ +/u, '')
    .replace(/^\./, '_');
  const named = cleaned === '' ? fallback : cleaned;
  const notReserved = RESERVED_ON_WINDOWS.test(named) ? `_${named}` : named;
  return shorten(notReserved);
}

function shorten(name: string): string {
  const extension = extensionOf(name);
  const hasExtension = extension !== '' && lengthOf(extension) <= LONGEST_EXTENSION_BYTES;
  const suffix = hasExtension ? `.${extension}` : '';
  const stem = hasExtension ? name.slice(0, name.lastIndexOf('.')) : name;
  return `${beginning(stem, LONGEST_NAME_BYTES - lengthOf(suffix)).replace(/[. ]+$/u, '')}${suffix}`;
}

/** The first character that can't be part of a name; null when all can. */
export function firstUnsafe(text: string): { readonly at: number; readonly text: string } | null {
  const at = text.search(UNSAFE);
  return at < 0 ? null : { at, text: text.charAt(at) };
}

/** The characters that can't be part of a name, each once. */
export function unsafeIn(text: string): string[] {
  return [...new Set(text.match(UNSAFE) ?? [])];
}

/** As many whole characters from the start as fit. */
export function beginning(text: string, most: number): string {
  let length = 0;
  let end = 0;
  for (const character of text) {
    length += lengthOf(character);
    if (length > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Length in UTF-8 bytes, or in code units of the decomposed form that older Macs store, whichever is larger for each character. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const bytes = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    length += point < 0x80 ? 1 : Math.max(bytes, character.normalize('NFD').length);
  }
  return length;
}
