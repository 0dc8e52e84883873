/** The figures of the house: pure counting over its sources. */

import path from 'node:path';
import { type Floors, floorViolations } from './floors.ts';
import { countLines, findCycles, readSources, type Source } from './sources.ts';

const ROOMS = ['electron', 'renderer', 'shared'];

/** A folder with more files than this cannot be taken in at a glance. */
const MOST_FILES_IN_FOLDER = 12;

/** A file with fewer lines than this rarely stands for something of its own. */
const TINY_LINES = 25;

export interface Figures {
  readonly files: number;
  readonly medianLines: number;
  readonly percentile90Lines: number;
  readonly longest: { readonly file: string; readonly lines: number };
  readonly tinyFiles: readonly string[];
  /** TypeScript under test/. */
  readonly testLines: number;
  readonly crowded: readonly { readonly folder: string; readonly files: number }[];
  readonly againstFloors: readonly string[];
  readonly cycles: readonly (readonly string[])[];
}

/** @param root absolute path of a checkout */
export function measureHouse(root: string, rooms: readonly Floors[]): Figures {
  const sources = ROOMS.flatMap((room) => readSources(root, room));
  const lines = sources.map(countLines).sort((one, other) => one - other);
  const longest = sources.reduce((one, other) => (countLines(other) > countLines(one) ? other : one));
  return {
    files: sources.length,
    medianLines: lines[Math.floor(lines.length / 2)] ?? 0,
    percentile90Lines: lines[Math.floor(lines.length * 0.9)] ?? 0,
    longest: { file: longest.file, lines: countLines(longest) },
    tinyFiles: sources.filter((source) => countLines(source) < TINY_LINES).map(({ file }) => file),
    testLines: readSources(root, 'test').reduce((sum, source) => sum + countLines(source), 0),
    crowded: crowdedFolders(sources),
    againstFloors: sources.flatMap((source) => floorViolations(source, rooms)),
    cycles: findCycles(sources),
  };
}

/** Folders that hold more source files directly than a reader can take in. Largest first. */
function crowdedFolders(sources: readonly Pick<Source, 'file'>[]): { folder: string; files: number }[] {
  const counts = new Map<string, number>();
  for (const { file } of sources) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, files]) => files > MOST_FILES_IN_FOLDER)
    .map(([folder, files]) => ({ folder, files }))
    .sort((one, other) => other.files - one.files);
}
