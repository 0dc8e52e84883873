/** Names of files whose numbers follow, and those by which recorders name the parts of one recording. Pure. */

import { stemOf } from '../../../../shared/domain/media-types.ts';

/** Files of one folder, in the order of their numbers. */
export interface NameSequence {
  readonly names: readonly string[];
  /** Whether recorders use this notation for the parts of one recording, and for nothing else. */
  readonly isCertain: boolean;
  /** Names between the first and the last that aren't there. */
  readonly missing: readonly string[];
}

/** Where a name has a number. */
interface Reading {
  readonly name: string;
  readonly number: number;
  /** Names with the same key differ in this number alone. */
  readonly key: string;
  /** The name, in the same spelling, with another number. */
  readonly withNumber: (number: number) => string;
}

/** A part's number behind or within a name: `ZOOM0001-0002`, `ZOOM0001_LR-0002`, `ZOOM0001-0002_LR`, `160101_0001_01`. */
const SUFFIX = /^(.*\d.*?)([-_])(\d{4}|\d{2})((?:_(?:LR|MIX|MIC|MS|Tr\d+(?:-\d+)?))?)$/i;
/** How names of takes end that a recorder may split. */
const TAKE = /(\d{3,}|_LR|_MIX|_MIC|_MS|_Tr\d+(-\d+)?)$/i;
/** Those of Zoom, which may count from the first part on: `ZOOM0001-0001`. Others count takes that way. */
const ZOOM_TAKE = /(ZOOM\d{4}|_LR|_MIX|_MIC|_MS|_Tr\d+(-\d+)?)$/i;
/** Those of Olympus and Sony, whose parts have two digits. */
const DICTATED_TAKE = /^(\d{6}_\d{4}|[A-Z]{2}\d{6})$/i;
/** `GH010042`: chapter 1 of recording 42. `GOPR0042` is the first chapter, and `GP010042` the second. */
const CHAPTER = /^(G[HXLS]|GP)(\d\d)(\d{4})$/i;
const FIRST_CHAPTER = /^GOPR(\d{4})$/i;
/** Numbers of tracks that are recorded at the same time. */
const TRACK_BEFORE = /(tr|track|ch|chan|channel|mic|input|in|spur|kanal)[-_ ]?$/i;
/** More are dates. */
const MOST_DIGITS = 6;
const MOST_MISSING = 5;
const LAST_FIRST = 9;

/** Certain ones first. A name may be in several that aren't certain. */
export function nameSequences(names: readonly string[]): readonly NameSequence[] {
  const suffixed = Map.groupBy(names.flatMap(suffixOf), ({ key }) => key);
  const byLower = new Map(names.map((name) => [name.toLowerCase(), name]));
  const certain = [...suffixed].flatMap(([key, readings]) => withBare(readings, byLower.get(key)));
  const chapters = Map.groupBy(names.flatMap(chapterOf), ({ key }) => key);
  certain.push(...[...chapters.values()].map((readings) => sequenceOf(readings, true)));
  const numbered = Map.groupBy(names.flatMap(numbersOf), ({ key }) => key);
  const others = [...numbered.values()].flatMap((readings) => consecutive(readings));
  return [...certain, ...others].filter((one) => one.names.length > 1);
}

/** @param bare the name without a number, if there is such a file: it is the first part */
function withBare(readings: readonly Reading[], bare: string | undefined): NameSequence[] {
  const least = Math.min(...readings.map(({ number }) => number));
  const [one] = readings;
  // Later numbers are dates and times.
  if (one === undefined || least > LAST_FIRST) return [];
  if (bare === undefined) return least === 1 && isZoomTake(one) ? [sequenceOf(readings, true)] : [];
  const first: Reading = { ...one, name: bare, number: least === 1 ? 0 : 1 };
  return [sequenceOf([first, ...readings], true)];
}

function isZoomTake({ key, withNumber }: Reading): boolean {
  return ZOOM_TAKE.test(stemOf(key)) && withNumber(1).includes('-0001');
}

function sequenceOf(readings: readonly Reading[], isCertain: boolean): NameSequence {
  const sorted = readings.toSorted((one, other) => one.number - other.number);
  const missing: string[] = [];
  for (const [index, { number, withNumber }] of sorted.entries()) {
    const before = sorted[index - 1]?.number ?? number - 1;
    for (let lost = before + 1; lost < number && missing.length < MOST_MISSING; lost++) missing.push(withNumber(lost));
  }
  return { names: sorted.map(({ name }) => name), isCertain, missing };
}

function consecutive(readings: readonly Reading[]): NameSequence[] {
  const sorted = readings.toSorted((one, other) => one.number - other.number);
  const runs: Reading[][] = [];
  for (const reading of sorted) {
    const run = runs.at(-1);
    if (run?.at(-1)?.number === reading.number - 1) run.push(reading);
    else runs.push([reading]);
  }
  return runs.filter((run) => run.length > 1).map((run) => sequenceOf(run, false));
}

function suffixOf(name: string): Reading[] {
  const found = SUFFIX.exec(stemOf(name));
  if (found === null) return [];
  const [, take = '', mark = '', digits = '', rest = ''] = found;
  const bare = `${take}${rest}`;
  const isPart = digits.length === 4 ? TAKE.test(bare) : mark === '_' && DICTATED_TAKE.test(bare);
  if (!isPart) return [];
  const written = (number: number) => `${take}${mark}${String(number).padStart(digits.length, '0')}${rest}`;
  return [readingOf(name, digits, bare.toLowerCase(), written)];
}

function chapterOf(name: string): Reading[] {
  const stem = stemOf(name);
  const first = FIRST_CHAPTER.exec(stem)?.[1];
  if (first !== undefined) return [{ ...readingOf(name, '00', `gp#${first}`, () => stem), number: 0 }];
  const [, kind = '', chapter = '', file = ''] = CHAPTER.exec(stem) ?? [];
  if (chapter === '') return [];
  const written = (number: number) => `${kind}${String(number).padStart(2, '0')}${file}`;
  return [readingOf(name, chapter, `${kind.toLowerCase()}#${file}`, written)];
}

function numbersOf(name: string): Reading[] {
  const stem = stemOf(name);
  return [...stem.matchAll(/\d+/g)].flatMap(({ 0: digits, index }) => {
    const [before, behind] = [stem.slice(0, index), stem.slice(index + digits.length)];
    if (digits.length > MOST_DIGITS || TRACK_BEFORE.test(before)) return [];
    const written = (number: number) => `${before}${String(number).padStart(digits.length, '0')}${behind}`;
    return [readingOf(name, digits, `${before}#${behind}`.toLowerCase(), written)];
  });
}

/** @param key of the stem @param written the stem with another number */
function readingOf(name: string, digits: string, key: string, written: (number: number) => string): Reading {
  const ending = name.slice(stemOf(name).length);
  return {
    name,
    number: Number(digits),
    key: `${key}${ending.toLowerCase()}`,
    withNumber: (number) => `${written(number)}${ending}`,
  };
}
