import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { floorViolations } from '../../../build/house/floors.ts';
import {
  countLines,
  findCycles,
  importsOf,
  isWithin,
  readSources,
  resolveImport,
  type Source,
} from '../../../build/house/sources.ts';
import {
  AMBIENT,
  AMBIENT_OWNERS,
  ELECTRON_NAMES,
  FLOORS,
  LONGEST_FILE_LINES,
  OWNERS,
  ROOMS,
  type Room,
  STREAM_OWNER,
  STREAM_USERS,
  STREAMS,
} from './rooms.ts';

const root = path.resolve(import.meta.dirname, '../../..');

const sources = ['shared', 'electron', 'renderer'].flatMap((folder) => readSources(root, folder));

function roomOf(file: string): Room {
  const fitting = ROOMS.filter((room) => isWithin(file, room.folder));
  const room = fitting.sort((one, other) => other.folder.length - one.folder.length)[0];
  if (room === undefined) throw new Error(`${file} is in no room`);
  return room;
}

function violations(source: Source): string[] {
  const room = roomOf(source.file);
  const found: string[] = [];
  for (const specifier of source.imports) {
    if (specifier.startsWith('.')) {
      const file = resolveImport(source.file, specifier);
      const allowed = [room.folder, ...room.mayImport].some((prefix) => isWithin(file, prefix));
      // hosts/common is a folder of its own even for hosts, and a host may not reach into another.
      if (!allowed) found.push(`${source.file} imports ${file}`);
      const closed = ROOMS.find(({ folder, front }) => front !== undefined && isWithin(file, folder));
      if (closed !== undefined && closed !== room && file !== closed.front)
        found.push(`${source.file} imports ${file}, past ${closed.front}`);
    } else if (specifier.startsWith('node:')) {
      if (!room.node) found.push(`${source.file} imports ${specifier}`);
    } else {
      const name = specifier.startsWith('@')
        ? specifier.split('/').slice(0, 2).join('/')
        : (specifier.split('/')[0] ?? '');
      const owners = OWNERS[name];
      if (owners !== undefined && !owners.some((owner) => isWithin(source.file, owner))) {
        found.push(`${source.file} imports ${specifier}, which belongs to ${owners.join(' and ')}`);
      }
    }
  }
  return found;
}

test('there is something to check', () => {
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.flatMap((source) => source.imports).length).toBeGreaterThan(40);
});

test('every import stays within what its room may import', () => {
  expect(sources.flatMap(violations)).toEqual([]);
});

test('the check itself sees a wrong import', () => {
  const wrong: Source = {
    file: 'renderer/app.tsx',
    text: '',
    imports: ['../electron/core/desk.ts', 'node:fs', 'electron', '../shared/domain/money.ts'],
  };
  expect(violations(wrong)).toHaveLength(3);
});

test.each([
  ['electron/hosts/cli/commands/service.ts', '../../../service/store/store.ts'],
  ['electron/hosts/cli/commands/engine.ts', '../../../audio/media/reader.ts'],
  ['electron/hosts/cli/service-files.ts', '../../service/configuration.ts'],
])('service and engine are entered by their front alone: not from %s to %s', (file, specifier) => {
  expect(violations({ file, text: '', imports: [specifier] })).toHaveLength(1);
});

test('the fronts of service and engine are open to the terminal, and their rooms to themselves', () => {
  const imports = ['../../../service/service.ts', '../../../audio/engine.ts'];
  expect(violations({ file: 'electron/hosts/cli/commands/both.ts', text: '', imports })).toEqual([]);
  const inside = ['../store/store.ts', '../rules/refusal.ts'];
  expect(violations({ file: 'electron/service/http/server.ts', text: '', imports: inside })).toEqual([]);
});

test('every import stays on its own shelf or goes to a floor below', () => {
  expect(sources.flatMap((source) => floorViolations(source, FLOORS))).toEqual([]);
});

test.each([
  ['electron/core/library/import/importer.ts', '../../queue/admission.ts'],
  ['electron/core/queue/stages/upload.ts', '../../recovery/rebuild/rebuild.ts'],
  ['electron/core/features/connections/portal.ts', '../costs/costs.ts'],
  ['electron/core/features/costs/ledger-table.ts', '../history/history-table.ts'],
  ['electron/core/features/data/move/mover.ts', '../../settings/diagnostics.ts'],
  ['electron/core/features/desk/queue.ts', '../watch-folders/watch-folders.ts'],
  ['electron/core/features/history/read-history.ts', '../listen/verdicts.ts'],
  ['electron/core/features/listen/keeping.ts', '../desk/queue.ts'],
  ['electron/core/features/settings/wing.ts', '../data/space/survey.ts'],
  ['electron/core/features/watch-folders/wing.ts', '../connections/connections.ts'],
  ['electron/core/features/history/history.ts', '../../reading/reader.ts'],
  ['electron/core/queue/run-job.ts', '../features/listen/keeping.ts'],
  ['electron/service/store/sqlite/sqlite-store.ts', '../../work/billing/billing-loop.ts'],
  ['electron/service/rules/billing/meter.ts', '../../store/records.ts'],
  ['electron/audio/dsp/fft.ts', '../media/reader.ts'],
  ['renderer/features/listen/listen-page.tsx', '../desk/desk-page.tsx'],
  ['renderer/components/grid/grid.tsx', '../../features/desk/strings.ts'],
])('the floors do not let %s import %s', (file, specifier) => {
  expect(floorViolations({ file, imports: [specifier] }, FLOORS)).toHaveLength(1);
});

test('a file on no floor of its room is found', () => {
  expect(floorViolations({ file: 'electron/core/misc/helper.ts', imports: [] }, FLOORS)).toHaveLength(1);
});

test('no files import each other in a circle, types included', () => {
  expect(findCycles(sources)).toEqual([]);
});

test('a circle of type-only imports is found, and a chain is none', () => {
  const one = (file: string, text: string) => ({ file, imports: importsOf(text) });
  const a = one('shared/a.ts', "import type { B } from './b.ts';\n");
  const b = one('shared/b.ts', "import { c } from './deep/c.ts';\n");
  const c = one('shared/deep/c.ts', "export type { A } from '../a.ts';\n");
  const aside = one('shared/aside.ts', "import type { A } from './a.ts';\n");
  expect(findCycles([a, b, c, aside])).toEqual([['shared/a.ts', 'shared/b.ts', 'shared/deep/c.ts']]);
  expect(findCycles([a, b, aside])).toEqual([]);
});

test('every name in the table of rooms exists', () => {
  expect(namesOfTable().filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});

test('every shelf of a room that has floors stands on exactly one', () => {
  for (const { folder, floors } of FLOORS) {
    const shelves = floors.flat();
    expect(new Set(shelves).size, folder).toBe(shelves.length);
  }
});

/** Every path that rooms.ts names. */
function namesOfTable(): string[] {
  return [
    ...ROOMS.flatMap(({ folder, front = folder, mayImport }) => [folder, front, ...mayImport]),
    ...FLOORS.flatMap(({ folder, floors }) => floors.flat().map((shelf) => `${folder}/${shelf}`)),
    ...Object.values(OWNERS).flat(),
    ...Object.values(ELECTRON_NAMES),
    ...AMBIENT_OWNERS,
  ];
}

test.each(Object.entries(ELECTRON_NAMES))('%s of electron has one owner', (name, owner) => {
  const users = sources
    .filter((source) => new RegExp(`import[^;]*\\b${name}\\b[^;]*from 'electron'`).test(source.text))
    .map((source) => source.file);
  expect(users.filter((file) => file !== owner)).toEqual([]);
});

test('clock, environment and randomness arrive as arguments below the hosts', () => {
  const users = sources
    .filter((source) => source.file.startsWith('electron/') && AMBIENT.test(source.text))
    .map((source) => source.file)
    .filter((file) => !AMBIENT_OWNERS.some((owner) => isWithin(file, owner)));
  expect(users).toEqual([]);
});

test('the command line writes through its printer alone, which makes words from outside harmless', () => {
  const users = sources
    .filter(({ file, text }) => isWithin(file, STREAM_USERS) && STREAMS.test(text))
    .map(({ file }) => file)
    .filter((file) => !isWithin(file, STREAM_OWNER));
  expect(users).toEqual([]);
});

test('no unit test reaches recordings that espeak-ng and ffmpeg make: `npm run check` installs neither', () => {
  const programs = 'test/fixtures/audio/media.ts';
  const tests = readSources(root, 'test');
  expect(tests.map(({ file }) => file)).toContain(programs);
  const reached = new Set(tests.map(({ file }) => file).filter((file) => isWithin(file, 'test/unit')));
  const filesOf = new Map(tests.map(({ file, imports }) => [file, imports]));
  for (const file of reached) {
    for (const specifier of filesOf.get(file) ?? []) reached.add(resolveImport(file, specifier));
  }
  expect(reached).not.toContain(programs);
});

test(`no file is longer than ${LONGEST_FILE_LINES} lines`, () => {
  const tests = readSources(root, 'test');
  const long = [...sources, ...tests, ...readSources(root, 'build')]
    .map((source) => ({ file: source.file, lines: countLines(source) }))
    .filter((source) => source.lines > LONGEST_FILE_LINES);
  expect(long).toEqual([]);
});

test('every file of the house is in kebab-case and begins with what it is', () => {
  const wrongName = sources.filter(
    (source) => !/^[a-z0-9-]+(\.[a-z0-9-]+)*\.tsx?$/.test(path.posix.basename(source.file)),
  );
  expect(wrongName.map((source) => source.file)).toEqual([]);
  const noHeader = sources.filter((source) => !source.text.startsWith('/**'));
  expect(noHeader.map((source) => source.file)).toEqual([]);
});
