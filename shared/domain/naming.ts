/** Names of output files: templates, and names that every operating system accepts. */

import { extensionOf, stemOf } from './media-types.ts';

/** Placeholders: {name} the recording's name without extension, {model} the model's id, {date} the day, `2026-11-20`. */
export const DEFAULT_NAMING_TEMPLATE = '{name} ({model})';

/** Longest file name that every common file system accepts, in bytes and code units, minus room for a number and a temporary suffix. */
const LONGEST_NAME_BYTES = 230;
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

export interface NamingFacts {
  readonly originalName: string;
  readonly model: string;
  /** The day of the export, `2026-11-20`. */
  readonly date: string;
  /** Extension of the output without its dot. */
  readonly extension: string;
}

/**
 * The file name of an output. It always contains the model's id: a template without {model} gets it appended, and a name that is too
 * long loses its end, not the model.
 */
export function outputFileName(template: string, facts: NamingFacts): string {
  const { date, model } = facts;
  const composed = template.toWellFormed().normalize('NFC');
  const withModel = composed.includes('{model}') ? composed : `${composed} ({model})`;
  const name = stemOf(facts.originalName).toWellFormed().normalize('NFC');
  const room = LONGEST_NAME_BYTES - lengthOf(`.${facts.extension}`);
  const left = room - lengthOf(fill(withModel, { name: '', model, date }));
  const times = Math.max(1, withModel.split('{name}').length - 1);
  const stem = fill(withModel, { name: beginning(name, Math.max(0, Math.floor(left / times))), model, date });
  if (lengthOf(stem) <= room) return safeFileName(`${stem}.${facts.extension}`);
  const last = ` (${model})`;
  return safeFileName(`${beginning(stem, room - lengthOf(last))}${last}.${facts.extension}`);
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, key: string) =>
    Object.hasOwn(values, key) ? (values[key] ?? whole) : whole,
  );
}

/** The same name with a number before its extension, for a name that is taken: `take (service-2) 2.wav`. */
export function numberedName(fileName: string, number: number): string {
  if (number <= 1) return fileName;
  const extension = extensionOf(fileName);
  return extension === '' ? `${fileName} ${number}` : `${stemOf(fileName)} ${number}.${extension}`;
}

function shorten(name: string): string {
  const extension = extensionOf(name);
  const hasExtension = extension !== '' && lengthOf(extension) <= LONGEST_EXTENSION_BYTES;
  const suffix = hasExtension ? `.${extension}` : '';
  const stem = hasExtension ? name.slice(0, name.lastIndexOf('.')) : name;
  return `${beginning(stem, LONGEST_NAME_BYTES - lengthOf(suffix)).replace(/[. ]+$/u, '')}${suffix}`;
}

/** As many whole characters from the start as fit. */
function beginning(text: string, most: number): string {
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
function lengthOf(text: string): number {
  let length = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const bytes = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    length += point < 0x80 ? 1 : Math.max(bytes, character.normalize('NFD').length);
  }
  return length;
}
