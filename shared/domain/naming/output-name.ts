/** The name of an output: what a template makes of a recording. The page's preview and the export use this one rule. Pure. */

import { stemOf } from '../media-types.ts';
import { beginning, LONGEST_NAME_BYTES, lengthOf, safeFileName } from './safe-name.ts';
import { type NamingToken, segmentsOf, type TemplatePart } from './template.ts';

/** What tokens stand for, of one output. What is missing is empty, and counts are 1. */
export interface NamingFacts {
  /** The recording's file name, with its extension. */
  readonly originalName: string;
  /** The model's id; of a person's own, its name. */
  readonly model: string;
  /** Of the output, without its dot. */
  readonly extension: string;
  /** How many models the recording is restored with. */
  readonly models?: number;
  /** Of the result, in local time: `2026-11-20`. */
  readonly date?: string;
  /** `14-05`. */
  readonly time?: string;
  /** The name of the preset. */
  readonly preset?: string;
  /** Folders below the added one, joined by `/`; empty for single files. */
  readonly folder?: string;
  /** Which of how many recordings that were started together, from 1. */
  readonly n?: number;
  readonly of?: number;
  readonly connection?: string;
}

/** Below the output place. Every segment is harmless on Linux, macOS and Windows. */
export interface OutputName {
  readonly folders: readonly string[];
  readonly fileName: string;
}

type Values = Readonly<Record<NamingToken, string>>;

const NAMELESS = { file: 'recording', folder: 'folder' } as const;

/**
 * Where two models restore a recording, its outputs always differ: a template without {model} gets it appended. Of a name that is too long
 * the recording's own name loses its end.
 */
export function outputName(template: string, facts: NamingFacts): OutputName {
  const segments = segmentsOf(clean(template));
  const { folder = '', models = 1 } = facts;
  const values = valuesOf(facts);
  const folders = segments.slice(0, -1).flatMap((parts) => foldersOf(parts, values, folder));
  const hasModel = segments.some((parts) => parts.some((part) => part.kind === 'token' && part.token === 'model'));
  const file = [...(segments.at(-1) ?? []), ...(models > 1 && !hasModel ? MODEL_AT_END : [])];
  const room = LONGEST_NAME_BYTES - lengthOf(`.${facts.extension}`);
  const last = models > 1 ? ` (${facts.model})` : '';
  const stem = within(room, last, fill(file, withShortName(file, values, room)));
  const named = stem.replace(/[. ]/g, '') === '' ? NAMELESS.file : stem;
  return { folders, fileName: safeFileName(`${named}.${facts.extension}`) };
}

/** Text with its tokens replaced, for what is no name. Braces around anything else stay. @param more further tokens */
export function fillText(template: string, more: Readonly<Record<string, string>>, facts: NamingFacts): string {
  const values: Readonly<Record<string, string>> = { ...valuesOf(facts), ...more };
  return clean(template).replace(/\{(\w+)\}/g, (all, token: string) => values[token] ?? all);
}

/** The local day and time of a moment. @param at milliseconds since the epoch */
export function localStamp(at: number): { readonly date: string; readonly time: string } {
  const moment = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date: `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(moment.getHours())}-${two(moment.getMinutes())}`,
  };
}

const MODEL_AT_END: readonly TemplatePart[] = [
  { kind: 'text', text: ' (' },
  { kind: 'token', token: 'model' },
  { kind: 'text', text: ')' },
];

function clean(text: string): string {
  return text.toWellFormed().normalize('NFC');
}

function valuesOf(facts: NamingFacts): Values {
  const { connection = '', date = '', folder = '', n = 1, of = 1, preset = '', time = '' } = facts;
  return {
    name: clean(stemOf(facts.originalName)),
    model: facts.model,
    date,
    time,
    preset: clean(preset),
    // Beside other text it is the innermost folder: only {folder} alone, between separators, makes folders.
    folder: clean(namesIn(folder).at(-1) ?? ''),
    n: String(n).padStart(String(of).length, '0'),
    connection: clean(connection),
  };
}

function namesIn(folder: string): string[] {
  return folder.split('/').filter((name) => name !== '');
}

/** Folders that came with a recording, each harmless: for a mirrored tree and for {folder}. */
export function safeFolders(folder: string): string[] {
  return namesIn(folder).map((name) => safeFileName(name, NAMELESS.folder));
}

function foldersOf(parts: readonly TemplatePart[], values: Values, folder: string): string[] {
  const [only] = parts;
  if (parts.length === 1 && only?.kind === 'token' && only.token === 'folder') return safeFolders(folder);
  const name = fill(parts, values);
  return name.replace(/[. ]/g, '') === '' ? [] : [safeFileName(name, NAMELESS.folder)];
}

/** The values with as much of {name} as leaves room for the rest. */
function withShortName(parts: readonly TemplatePart[], values: Values, room: number): Values {
  const times = parts.filter((part) => part.kind === 'token' && part.token === 'name').length;
  const left = room - lengthOf(fill(parts, { ...values, name: '' }));
  return { ...values, name: beginning(values.name, Math.max(0, Math.floor(left / Math.max(1, times)))) };
}

function within(room: number, last: string, stem: string): string {
  return lengthOf(stem) <= room ? stem : `${beginning(stem, room - lengthOf(last))}${last}`;
}

/** What sets off a value from others. */
const SET_OFF = { before: /[\s\-–—_.,·+]+$/u, after: /^[\s\-–—_.,·+]+/u } as const;

/** Joins the parts. What sets off an empty value goes with it: `{folder} - {name}` is the name alone for single files. */
function fill(parts: readonly TemplatePart[], values: Values): string {
  const texts = parts.map((part) => (part.kind === 'token' ? values[part.token] : part.text));
  const isText = (index: number) => parts[index]?.kind === 'text';
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'text' || part.token === 'name' || texts[index] !== '') continue;
    const before = isText(index - 1) ? (texts[index - 1] ?? '') : '';
    const after = isText(index + 1) ? (texts[index + 1] ?? '') : '';
    if (/[([]$/.test(before) && /^[)\]]/.test(after)) {
      texts[index - 1] = before.replace(/\s*[([]$/, '');
      texts[index + 1] = after.slice(1);
    } else if (before !== '') texts[index - 1] = before.replace(SET_OFF.before, '');
    else if (after !== '' && texts.slice(0, index).every((text) => text === ''))
      texts[index + 1] = after.replace(SET_OFF.after, '');
  }
  return texts.join('');
}
