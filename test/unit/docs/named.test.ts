import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Long options, in order and once each. */
function optionsIn(text: string): string[] {
  return [...new Set(text.match(/--[a-z]+(-[a-z]+)*/g) ?? [])].sort();
}

/** Options that commander is told of: they stand at the beginning of a string. */
function optionsOf(source: string): string[] {
  return optionsIn((source.match(/'--[a-z-]+/g) ?? []).join(' '));
}

test('the page of the command line names every command and every option, and none that is not there', () => {
  const page = read('electron/hosts/cli/README.md');
  const files = globSync(['electron/hosts/cli/program/*.ts', 'electron/hosts/cli/*options.ts'], { cwd: root });
  const source = files.map(read).join('\n');
  const commands = [...source.matchAll(/\.command\('([a-z]+)/g)].map((match) => match[1] ?? '');
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter((command) => !new RegExp(`\\b${command}\\b`).test(page))).toEqual([]);
  expect(optionsOf(source).length).toBeGreaterThan(20);
  const told = optionsIn(page).filter((option) => option !== '--help');
  expect(told).toEqual(optionsOf(source));
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
