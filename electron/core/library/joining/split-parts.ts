/**
 * Which files are parts of one recording that its recorder split: by names whose numbers follow, one format, and either a notation that
 * recorders use for nothing else, or what shows that one goes on where the other ends. Pure.
 */

import type { PartFacts } from '../../../../shared/engine-api/messages.ts';
import { type NameSequence, nameSequences } from './part-names.ts';

/** A file that may be a part. */
export interface PartFile {
  readonly path: string;
  readonly name: string;
  /** Files with the same are in one folder. */
  readonly place: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** Parts in their order. */
export interface SplitRecording<File extends PartFile = PartFile> {
  readonly parts: readonly File[];
  /** Names of parts that aren't there: then it can't be joined. */
  readonly missing: readonly string[];
}

/** Bytes at which recorders begin another file: 1, 2 and 4 GB, decimal or binary. */
export const SIZE_LIMITS: readonly number[] = [2 ** 30, 2e9, 2 ** 31, 4e9, 2 ** 32];

/** A part may end so much before the limit, as a share of it. */
const BEFORE_LIMIT = 0.03;
/** And so much behind it: headers. */
const BEHIND_LIMIT_BYTES = 64 * 1024;

/** Clocks of recorders count whole seconds, and their cards even seconds. */
const CLOCK_SECONDS = 2;
const CARD_SECONDS = 3;
/** A count of samples since midnight, which is rounded to the rate. */
const EXACT_SECONDS = 0.05;
/** Shorter files come one after the other when they are copied, too. */
const LEAST_SECONDS = 60;
const LEAST_BYTES = 1_000_000;
const LEAST_MS_BETWEEN = 10_000;
const DAY_SECONDS = 86_400;

/** Files that may be parts by their names, sizes and times; what is in them decides. */
export interface Candidate<File extends PartFile> extends SplitRecording<File> {
  readonly isCertain: boolean;
}

/** @param limits bytes at which a recorder may have begun another file */
export function candidatesAmong<File extends PartFile>(
  files: readonly File[],
  limits: readonly number[] = SIZE_LIMITS,
): readonly Candidate<File>[] {
  const candidates: Candidate<File>[] = [];
  const folders = Map.groupBy(files, ({ place }) => place);
  for (const within of folders.values()) {
    const taken = new Set<File>();
    const byName = new Map(within.map((file) => [file.name, file]));
    for (const sequence of nameSequences([...byName.keys()])) {
      const found = filesOf(sequence, byName).filter((file) => !taken.has(file));
      if (found.length < 2) continue;
      if (!sequence.isCertain) {
        candidates.push(...runsOf(found, (one, other) => isPlausible(one, other, limits)).map(uncertain));
        continue;
      }
      for (const file of found) taken.add(file);
      candidates.push({ parts: found, missing: sequence.missing, isCertain: true });
    }
  }
  return candidates;
}

function uncertain<File extends PartFile>(parts: readonly File[]): Candidate<File> {
  return { parts, missing: [], isCertain: false };
}

function filesOf<File>({ names }: NameSequence, byName: ReadonlyMap<string, File>): File[] {
  return names.flatMap((name) => byName.get(name) ?? []);
}

/** Whether a look into both is worth it. */
function isPlausible(one: PartFile, other: PartFile, limits: readonly number[]): boolean {
  const between = other.modifiedAt - one.modifiedAt;
  return isFull(one, limits) || (one.bytes >= LEAST_BYTES && between >= LEAST_MS_BETWEEN);
}

/** The recordings that candidates turn out to be. @param factsOf null for a file that can't be read */
export function splitRecordings<File extends PartFile>(
  candidates: readonly Candidate<File>[],
  factsOf: (file: File) => PartFacts | null,
  limits: readonly number[] = SIZE_LIMITS,
): readonly SplitRecording<File>[] {
  const taken = new Set<File>();
  return candidates.flatMap(({ isCertain, missing, parts }) => {
    const free = parts.filter((file) => !taken.has(file));
    const continues = (one: File, other: File) => {
      const [before, after] = [factsOf(one), factsOf(other)];
      if (before === null || after === null || !isJoinable(before, after)) return false;
      return isCertain || follows({ ...one, ...before }, { ...other, ...after }, limits);
    };
    const runs = runsOf(free, continues);
    // What a recorder calls parts is one recording as a whole, or none.
    const found = isCertain && runs[0]?.length !== free.length ? [] : runs;
    for (const file of found.flat()) taken.add(file);
    return found.map((run) => ({ parts: run, missing }));
  });
}

/** The longest runs in which each file continues the one before. */
function runsOf<File>(files: readonly File[], continues: (one: File, other: File) => boolean): File[][] {
  const runs: File[][] = [];
  let run: File[] = [];
  for (const file of files) {
    const last = run.at(-1);
    if (last !== undefined && continues(last, file)) run.push(file);
    else {
      if (run.length > 1) runs.push(run);
      run = [file];
    }
  }
  if (run.length > 1) runs.push(run);
  return runs;
}

/** Sound alone, in one format. */
function isJoinable(one: PartFacts, other: PartFacts): boolean {
  const alike = ['container', 'codec', 'sampleRate', 'channels', 'channelLayout', 'bitDepth'] as const;
  return (
    !one.hasVideo && !other.hasVideo && other.audioStreams === 1 && alike.every((name) => one[name] === other[name])
  );
}

/** Whether one is full, or the other begins when it ends. */
function follows(one: PartFile & PartFacts, other: PartFile & PartFacts, limits: readonly number[]): boolean {
  const length = one.durationSeconds ?? 0;
  const between = (other.modifiedAt - one.modifiedAt) / 1000;
  // Tracks that were recorded at the same time end together.
  if (length >= LEAST_SECONDS && Math.abs(between) <= CARD_SECONDS && (other.durationSeconds ?? 0) >= LEAST_SECONDS)
    return false;
  if (one.began !== null && other.began !== null) {
    const late = (other.began.seconds - one.began.seconds - length) % DAY_SECONDS;
    const gap = Math.min(Math.abs(late), DAY_SECONDS - Math.abs(late));
    if (gap <= (one.began.isExact && other.began.isExact ? EXACT_SECONDS : CLOCK_SECONDS)) return true;
    if (one.began.isExact && other.began.isExact) return false;
  }
  if (isFull(one, limits)) return true;
  return length >= LEAST_SECONDS && Math.abs(between - (other.durationSeconds ?? 0)) <= CARD_SECONDS;
}

function isFull({ bytes }: PartFile, limits: readonly number[]): boolean {
  return limits.some((limit) => bytes >= limit * (1 - BEFORE_LIMIT) && bytes <= limit + BEHIND_LIMIT_BYTES);
}
