/** `npm run house`: how the sources lie, in figures: what is long, crowded, tiny, circular, doubled, against the floors, or unused. */

import path from 'node:path';
import { FLOORS } from '../test/unit/layers/rooms.ts';
import { type Figures, measureHouse } from './house/figures.ts';
import { findUnusedExports } from './house/unused-exports.ts';

const here = path.resolve(import.meta.dirname, '..');

/** `npm run house -- FOLDER` compares: figures of that checkout stand before those of this one, by the same rules. */
const [before = null] = process.argv.slice(2).map((folder) => path.resolve(folder));

const house = measureHouse(here, FLOORS);
const unused = await findUnusedExports(here);

list(
  'Folders with more than 12 files',
  house.crowded.map(({ folder, files }) => `${files} ${folder}`),
);
list('Imports against the floors', house.againstFloors);
list(
  'Import cycles',
  house.cycles.map((files) => `${files.length} files: ${files.join(', ')}`),
);
list(
  'Circles of files and folders inside a folder',
  house.folderCircles.map(({ folder, members }) => `${folder}: ${members.join(', ')}`),
);
list('Files of under 50 lines with one importer', house.helpers);
list(
  'Names that two files or more export',
  house.doubled.map(({ name, files }) => `${name}: ${files.join(', ')}`),
);
list('Exports that nobody imports', unused);

// The figures come last, where a terminal shows them.
const figures = [
  ...(before === null ? [] : [rowsOf(measureHouse(before, FLOORS), await findUnusedExports(before))]),
  rowsOf(house, unused),
];
for (const name of figures[0]?.keys() ?? []) {
  console.log(
    `${name.padEnd(44)}${figures
      .map((rows) => String(rows.get(name)).padEnd(12))
      .join('')
      .trimEnd()}`,
  );
}

function rowsOf(measured: Figures, unusedExports: readonly string[]): ReadonlyMap<string, number | string> {
  return new Map<string, number | string>([
    ['files in electron, renderer, shared', measured.files],
    ['lines of TypeScript in them', measured.lines],
    ['of them without the service and the engine', measured.deskLines],
    ['lines of CSS', measured.styleLines],
    ['lines of test/', measured.testLines],
    ['lines in a file: median', measured.medianLines],
    ['lines in a file: 90th percentile', measured.percentile90Lines],
    ['lines in a file: most', measured.longest.lines],
    ['files of under 25 lines', measured.tinyFiles.length],
    ['files of under 50 lines with one importer', measured.helpers.length],
    ['folders with more than 12 files', measured.crowded.length],
    ['imports against the floors', measured.againstFloors.length],
    ['import cycles of files, types included', measured.cycles.length],
    ['circles between folders inside a room', measured.folderCircles.length],
    ['names that two files or more export', measured.doubled.length],
    ['exports that nobody imports', unusedExports.length],
  ]);
}

function list(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log([`${title}:`, ...lines.map((line) => `  ${line}`), ''].join('\n'));
}
