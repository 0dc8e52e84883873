/** Names of output files: templates, and names that every operating system accepts. */

import { extensionOf, stemOf } from './media-types.ts';

/** Placeholders: {name} the recording's name without extension, {model} the model's id, {date} the day, `2026-11-20`. */
export const DEFAULT_NAMING_TEMPLATE = '{name} ({model})';

/** Longest file name in bytes that every common file system takes, less room for a number and a temporary suffix. */
const LONGEST_NAME_BYTES = 230;
/** What follows the last dot and is longer than this is no extension. */
const LONGEST_EXTENSION_BYTES = 16;

const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being replaced
const UNSAFE = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A name that is one path segment on Linux, macOS and Windows alike: no separators, controls, reserved names, trailing dots
 * or spaces, and not too long. The extension survives.
 */
export function safeFileName(name: string, fallback = 'recording'): string {
  const cleaned = name
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/[. ]+$/u, '')
    .replace(/^ +/u, '');
  const named = cleaned === '' || /^\.+$/.test(cleaned) ? fallback : cleaned;
  const notReserved = RESERVED_ON_WINDOWS.test(named) ? `_${named}` : named;
  return shorten(notReserved);
}

export interface NamingFacts {
  readonly originalName: string;
  readonly model: string;
  /** The day of the export, `2026-11-20`. */
  readonly date: string;
  /** Extension of the output without its dot. */
  readonly extension: string;
}

/** The file name of an output. The model's id is always in it: a template without {model} gets it appended. */
export function outputFileName(template: string, facts: NamingFacts): string {
  const withModel = template.includes('{model}') ? template : `${template} ({model})`;
  const values: Readonly<Record<string, string>> = {
    name: stemOf(facts.originalName),
    model: facts.model,
    date: facts.date,
  };
  const stem = withModel.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
  return safeFileName(`${stem}.${facts.extension}`);
}

/** The same name with a number before its extension: `take (service-2) 2.wav`, for when the first is taken. */
export function numberedName(fileName: string, number: number): string {
  if (number <= 1) return fileName;
  const extension = extensionOf(fileName);
  return extension === '' ? `${fileName} ${number}` : `${stemOf(fileName)} ${number}.${extension}`;
}

function shorten(name: string): string {
  const extension = extensionOf(name);
  const hasExtension = extension !== '' && utf8Length(extension) <= LONGEST_EXTENSION_BYTES;
  const suffix = hasExtension ? `.${extension}` : '';
  const stem = hasExtension ? name.slice(0, name.lastIndexOf('.')) : name;
  return `${beginning(stem, LONGEST_NAME_BYTES - utf8Length(suffix)).replace(/[. ]+$/u, '')}${suffix}`;
}

/** As many whole characters as fit. */
function beginning(text: string, mostBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += utf8Length(character);
    if (bytes > mostBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
