/** The figures of the house: pure counting over its sources. */

import path from 'node:path';
import { type Floors, floorViolations } from './floors.ts';
import {
  countLines,
  findCycles,
  findFolderCircles,
  isWithin,
  readSources,
  resolveImport,
  type Source,
} from './sources.ts';

const ROOMS = ['electron', 'renderer', 'shared'];

/** A folder with more files than this cannot be taken in at a glance. */
const MOST_FILES_IN_FOLDER = 12;

/** A file with fewer lines than this rarely stands for something of its own. */
const TINY_LINES = 25;

/** A file with one importer and fewer lines than this could stand in its importer. */
const HELPER_LINES = 50;

/** Rooms that are used through one front each: nobody who works on the desk has to read them. */
const CLOSED_ROOMS = ['electron/service', 'electron/audio'];

export interface Figures {
  readonly files: number;
  /** TypeScript of the product. */
  readonly lines: number;
  /** Of them, what a person who works on the desk may have to read. */
  readonly deskLines: number;
  readonly styleLines: number;
  readonly medianLines: number;
  readonly percentile90Lines: number;
  readonly longest: { readonly file: string; readonly lines: number };
  readonly tinyFiles: readonly string[];
  /** TypeScript under test/. */
  readonly testLines: number;
  readonly crowded: readonly { readonly folder: string; readonly files: number }[];
  readonly againstFloors: readonly string[];
  readonly cycles: readonly (readonly string[])[];
  readonly folderCircles: readonly { readonly folder: string; readonly members: readonly string[] }[];
  readonly helpers: readonly string[];
  readonly doubled: readonly { readonly name: string; readonly files: readonly string[] }[];
}

/** @param root absolute path of a checkout */
export function measureHouse(root: string, rooms: readonly Floors[]): Figures {
  const sources = ROOMS.flatMap((room) => readSources(root, room));
  const lines = sources.map(countLines).sort((one, other) => one - other);
  const longest = sources.reduce((one, other) => (countLines(other) > countLines(one) ? other : one));
  return {
    files: sources.length,
    lines: sumOfLines(sources),
    deskLines: sumOfLines(sources.filter(({ file }) => !CLOSED_ROOMS.some((room) => isWithin(file, room)))),
    styleLines: sumOfLines(ROOMS.flatMap((room) => readSources(root, room, /\.css$/))),
    medianLines: lines[Math.floor(lines.length / 2)] ?? 0,
    percentile90Lines: lines[Math.floor(lines.length * 0.9)] ?? 0,
    longest: { file: longest.file, lines: countLines(longest) },
    tinyFiles: sources.filter((source) => countLines(source) < TINY_LINES).map(({ file }) => file),
    testLines: sumOfLines(readSources(root, 'test')),
    crowded: crowdedFolders(sources),
    againstFloors: sources.flatMap((source) => floorViolations(source, rooms)),
    cycles: findCycles(sources),
    folderCircles: findFolderCircles(sources),
    helpers: helpersOfOne(sources),
    doubled: doubledNames(sources),
  };
}

function sumOfLines(sources: readonly Source[]): number {
  return sources.reduce((sum, source) => sum + countLines(source), 0);
}

/** Short files that one file of the product imports. A worker that is named as an address is imported too. */
export function helpersOfOne(sources: readonly Pick<Source, 'file' | 'text' | 'imports'>[]): string[] {
  const importers = new Map<string, Set<string>>();
  for (const { file, text, imports } of sources) {
    const workers = [...text.matchAll(/\bURL\(\s*'(\.[^']+)'/g)].map((match) => match[1] ?? '');
    for (const specifier of [...imports, ...workers]) {
      const target = resolveImport(file, specifier);
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  }
  return sources
    .filter((source) => countLines(source) < HELPER_LINES && importers.get(source.file)?.size === 1)
    .map(({ file }) => file);
}

const EXPORTED_NAME =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|interface|type|class|enum) (\w+)/gm;

/** Names that two files or more export, each with a meaning of its own. By name. */
export function doubledNames(sources: readonly Pick<Source, 'file' | 'text'>[]): { name: string; files: string[] }[] {
  const files = new Map<string, Set<string>>();
  for (const { file, text } of sources) {
    for (const [, name = ''] of text.matchAll(EXPORTED_NAME)) {
      files.set(name, (files.get(name) ?? new Set()).add(file));
    }
  }
  return [...files]
    .filter(([, definitions]) => definitions.size > 1)
    .map(([name, definitions]) => ({ name, files: [...definitions].sort() }))
    .sort((one, other) => one.name.localeCompare(other.name));
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
