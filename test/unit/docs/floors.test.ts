import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FLOORS } from '../layers/rooms.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const contributing = readFileSync(path.join(root, '.github/CONTRIBUTING.md'), 'utf8');
/** Generated SQL, which nothing imports. */
const NOT_A_FLOOR = ['migrations'];

/** Folders by floor, lowest first, each floor sorted. */
function foldersOf(folder: string): string[][] {
  const room = FLOORS.find((one) => one.folder === folder);
  if (room === undefined) throw new Error(`${folder} has no floors`);
  return room.floors
    .map((floor) => floor.filter((name) => !name.includes('.') && !NOT_A_FLOOR.includes(name)).toSorted())
    .filter((floor) => floor.length > 0);
}

/** What the row of a room says: `one, two (so) → three → \`file.ts\``. */
function toldOf(room: string): string[][] {
  const [, row = ''] = new RegExp(`^\\| ${room} \\| ([^|]*→[^|]*) \\|`, 'm').exec(contributing) ?? [];
  return row
    .replaceAll(/\([^)]*\)/g, '')
    .split('→')
    .map((floor) => floor.split(',').map((name) => name.trim()))
    .map((floor) => floor.filter((name) => !name.startsWith('`')).toSorted())
    .filter((floor) => floor.length > 0);
}

test.each([
  ['core', 'electron/core'],
  ['service', 'electron/service'],
  ['audio', 'electron/audio'],
  ['renderer', 'renderer'],
])('CONTRIBUTING tells the floors of %s as the layer test holds them', (room, folder) => {
  expect(toldOf(room)).toEqual(foldersOf(folder));
});

test.each(['electron/core', 'electron/service', 'electron/audio'])(
  'the README of %s says what each folder is for',
  (folder) => {
    const readme = readFileSync(path.join(root, folder, 'README.md'), 'utf8');
    const told = [...readme.matchAll(/^\| (`.+?`) \|/gm)].flatMap(
      (row) => (row[1] ?? '').match(/[\w-]+(?=\/`)/g) ?? [],
    );
    expect(
      foldersOf(folder)
        .flat()
        .filter((name) => !told.includes(name)),
    ).toEqual([]);
  },
);
