import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../../electron/hosts/cli/program/program.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Long options, in order and once each. */
function optionsIn(text: string): string[] {
  return [...new Set(text.match(/--[a-z]+(-[a-z]+)*/g) ?? [])].sort();
}

/** All commands below one, with their long options. */
function everyCommand({ commands }: Command): { readonly name: string; readonly options: readonly string[] }[] {
  return commands.flatMap((command) => [
    { name: command.name(), options: command.options.flatMap(({ long }) => long ?? []) },
    ...everyCommand(command),
  ]);
}

test('the page of the command line names every command and every option, and none that is not there', () => {
  const page = read('electron/hosts/cli/README.md');
  const commands = everyCommand(createProgram(() => undefined));
  expect(commands.length).toBeGreaterThan(60);
  expect(commands.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
  const options = [...new Set(commands.flatMap((command) => command.options))].sort();
  expect(options.length).toBeGreaterThan(80);
  expect(optionsIn(page).filter((option) => option !== '--help')).toEqual(options);
});

test('the map of the tests names every bench, and none that is not there', () => {
  const benches = globSync('test/bench/*.bench.ts', { cwd: root }).map((file) => path.basename(file, '.bench.ts'));
  const [, table = ''] = /## Benches\n([^#]*)/.exec(read('test/README.md')) ?? [];
  const rows = table.split('\n').map((row) => /^\| (`[^|]+) \|/.exec(row)?.[1] ?? '');
  const named = rows.flatMap((row) => [...row.matchAll(/`([a-z-]+)`/g)].map((match) => match[1] ?? ''));
  expect(named.sort()).toEqual(benches.sort());
});

test('the map of the tests names every suite', () => {
  const suites = [...read('test/run.ts').matchAll(/name: '([a-z0-9 ]+)'/g)].map((match) => match[1] ?? '');
  expect(suites).toContain('conformance');
  const map = read('test/README.md');
  expect(suites.filter((suite) => !map.includes(`\`${suite}\``))).toEqual([]);
});

test('CONTRIBUTING names every script of package.json that a person calls', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const called = Object.keys(scripts).filter(
    (name) => !(name.startsWith('pre') && scripts[name.slice(3)] !== undefined),
  );
  const contributing = read('.github/CONTRIBUTING.md');
  expect(called.filter((name) => !new RegExp(`npm (run )?${name}\\b`).test(contributing))).toEqual([]);
});
