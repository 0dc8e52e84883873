import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { AMBIENT, AMBIENT_OWNERS, ELECTRON_NAMES, LONGEST_FILE_LINES, OWNERS, ROOMS, type Room } from './rooms.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|(?:import|require)\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g;

interface Source {
  readonly file: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const sources = ['shared', 'electron', 'renderer'].flatMap((folder) => readSources(folder));

function readSources(folder: string): Source[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx)$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => {
      const file = path.posix.join(folder, name.split(path.sep).join('/'));
      const text = readFileSync(path.join(root, file), 'utf8');
      const imports = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
      return { file, text, imports };
    });
}

function within(file: string, prefix: string): boolean {
  return file === prefix || file.startsWith(`${prefix}/`);
}

function roomOf(file: string): Room {
  const fitting = ROOMS.filter((room) => within(file, room.folder));
  const room = fitting.sort((one, other) => other.folder.length - one.folder.length)[0];
  if (room === undefined) throw new Error(`${file} is in no room`);
  return room;
}

function target(source: Source, specifier: string): string {
  return path.posix.normalize(path.posix.join(path.posix.dirname(source.file), specifier));
}

function violations(source: Source): string[] {
  const room = roomOf(source.file);
  const found: string[] = [];
  for (const specifier of source.imports) {
    if (specifier.startsWith('.')) {
      const file = target(source, specifier);
      const allowed = [room.folder, ...room.mayImport].some((prefix) => within(file, prefix));
      // hosts/common is a folder of its own even for hosts, and a host may not reach into another.
      if (!allowed) found.push(`${source.file} imports ${file}`);
    } else if (specifier.startsWith('node:')) {
      if (!room.node) found.push(`${source.file} imports ${specifier}`);
    } else {
      const name = specifier.startsWith('@')
        ? specifier.split('/').slice(0, 2).join('/')
        : (specifier.split('/')[0] ?? '');
      const owners = OWNERS[name];
      if (owners !== undefined && !owners.some((owner) => within(source.file, owner))) {
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
    .filter((file) => !AMBIENT_OWNERS.some((owner) => within(file, owner)));
  expect(users).toEqual([]);
});

test(`no file is longer than ${LONGEST_FILE_LINES} lines`, () => {
  const tests = readSources('test');
  const long = [...sources, ...tests, ...readSources('build')]
    .map((source) => ({ file: source.file, lines: source.text.split('\n').length - 1 }))
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
