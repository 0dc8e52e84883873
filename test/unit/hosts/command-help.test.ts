import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../../electron/hosts/cli/program/program.ts';
import { widthOf } from '../../../electron/hosts/cli/reports/text-width.ts';
import type { CliCommand } from '../../../electron/hosts/cli/syntax/cli-command.ts';

/** Every command with the words that call it; the program itself has none. */
function everyCommand(command: Command, words: readonly string[] = []): (readonly [string, Command])[] {
  return [
    [words.join(' '), command],
    ...command.commands.flatMap((child) => everyCommand(child, [...words, child.name()])),
  ];
}

/** What `--help` prints. */
function helpOf(command: Command): string {
  let printed = '';
  command.configureOutput({ writeOut: (text) => (printed += text) });
  command.outputHelp();
  return printed;
}

const program = createProgram(() => undefined);
const commands = new Map(everyCommand(program));

test('the help of every command fits 80 columns and says what the command does', () => {
  for (const [words, command] of commands) {
    const tooWide = helpOf(command)
      .split('\n')
      .filter((line) => widthOf(line) > 80);
    expect([words, tooWide]).toEqual([words, []]);
    expect([words, command.description()]).toEqual([words, expect.stringMatching(/\w/)]);
  }
});

test('the help of the program tells exit statuses and where keys come from', () => {
  const help = helpOf(program);
  for (const part of ['Exit status:', 'CLEARTAKE_API_KEY', 'CLEARTAKE_ADMIN_KEY', 'CLEARTAKE_WEBHOOK_SECRET'])
    expect(help).toContain(part);
});

test('every example is of its command, with options that it has', () => {
  const withExamples = [...commands].flatMap(([words, command]) => {
    const { exampleLines } = command as CliCommand;
    return exampleLines.length === 0 ? [] : [[words, exampleLines] as const];
  });
  expect(withExamples.length).toBeGreaterThan(25);
  for (const [words, examples] of withExamples) {
    expect(examples.some((line) => line.startsWith(`cleartake ${words}`))).toBe(true);
    for (const call of examples.flatMap((line) => line.replaceAll('\\\n', '').split(/\||\n/))) {
      const called = [...commands].filter(([name]) => `${call} `.includes(`cleartake ${name} `)).at(-1)?.[1];
      const known = called?.options.map(({ long }) => long) ?? [];
      for (const [option] of call.matchAll(/--[a-z-]+/g))
        expect([call, known]).toEqual([call, expect.arrayContaining([option])]);
    }
  }
});
