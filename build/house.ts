/** `npm run house`: how the sources lie, in figures: what is long, crowded, tiny, circular, against the floors, or unused. */

import path from 'node:path';
import { FLOORS } from '../test/unit/layers/rooms.ts';
import { measureHouse } from './house/figures.ts';
import { findUnusedExports } from './house/unused-exports.ts';

/** `npm run house -- FOLDER` measures another checkout by the same rules. */
const root = path.resolve(process.argv[2] ?? path.resolve(import.meta.dirname, '..'));

const house = measureHouse(root, FLOORS);
const unused = await findUnusedExports(root);
const { longest, medianLines, percentile90Lines, tinyFiles } = house;

list(
  'Folders with more than 12 files',
  house.crowded.map(({ folder, files }) => `${files} ${folder}`),
);
list('Imports against the floors', house.againstFloors);
list(
  'Import cycles',
  house.cycles.map((files) => `${files.length} files: ${files.join(', ')}`),
);
list('Exports that nobody imports', unused);

// The figures come last, where a terminal shows them.
figure('files in electron, renderer, shared', house.files);
figure(
  'lines in a file',
  `median ${medianLines}, 90th percentile ${percentile90Lines}, most ${longest.lines} (${longest.file})`,
);
figure('files of under 25 lines', tinyFiles.length);
figure('lines of test/', house.testLines);
figure('folders with more than 12 files', house.crowded.length);
figure('imports against the floors', house.againstFloors.length);
figure('import cycles, types included', house.cycles.length);
figure('exports that nobody imports', unused.length);

function list(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log([`${title}:`, ...lines.map((line) => `  ${line}`), ''].join('\n'));
}

function figure(name: string, value: number | string): void {
  console.log(`${name.padEnd(36)}${value}`);
}
