/** The program: every file in a folder of `commands` is a command of it. */

/// <reference types="vite/types/importMeta.d.ts" />

import { globSync } from 'node:fs';
import path from 'node:path';
import { programVersion } from '../../common/program-version.ts';
import type { ExitStatus } from '../exit-status.ts';
import { CliCommand } from '../syntax/cli-command.ts';
import { addExamples, layOutHelp } from './help-layout.ts';

interface CommandFile {
  /** Adds the command to the program. */
  readonly command: (program: CliCommand) => void;
}

/** Headings of the help, by the folder of their commands. What `order` doesn't name follows by its name. */
const GROUPS = [
  {
    folder: 'restoring',
    heading: 'Restore recordings:',
    order: ['restore', 'quote', 'resume', 'send', 'watch', 'answer', 'download', 'review', 'save-as'],
  },
  { folder: 'looking', heading: 'See what was done:', order: ['status', 'history', 'costs', 'reconcile'] },
  { folder: 'desk', heading: 'Presets and settings:', order: ['presets', 'models', 'settings', 'diagnostics'] },
  {
    folder: 'services',
    heading: 'Services and accounts:',
    order: ['connections', 'webhooks', 'keys', 'portal', 'rehearse'],
  },
  { folder: 'care', heading: 'Data folder:', order: ['cleanup', 'move-back', 'backups', 'desk'] },
  { folder: 'alone', heading: 'Service and engine alone:', order: ['service', 'engine'] },
];

/** By path. The bundler writes them out; from the sources they are found. */
const FILES: Readonly<Record<string, CommandFile>> =
  import.meta.env === undefined
    ? await filesInFolder()
    : import.meta.glob<CommandFile>('../commands/*/*.ts', { eager: true });

async function filesInFolder(): Promise<Record<string, CommandFile>> {
  const files = globSync('../commands/*/*.ts', { cwd: import.meta.dirname });
  const loaded = files.map(
    async (file) => [file, (await import(/* @vite-ignore */ `./${file}`)) as CommandFile] as const,
  );
  return Object.fromEntries(await Promise.all(loaded));
}

/** @param finish gets the status that the program exits with */
export function createProgram(finish: (status: ExitStatus) => void): CliCommand {
  const program = new CliCommand('cleartake', finish)
    .description('Restore speech in batches of recordings, from the terminal.')
    .version(programVersion(), '-V, --version', 'show the version')
    .exitOverride();
  layOutHelp(program);
  for (const { folder, heading, order } of GROUPS) {
    program.commandsGroup(heading);
    const nameOf = (file: string) => path.basename(file, '.ts');
    const place = (file: string) => [...order, nameOf(file)].indexOf(nameOf(file));
    const files = Object.keys(FILES).filter((file) => path.basename(path.dirname(file)) === folder);
    for (const file of files.sort((one, other) => place(one) - place(other) || one.localeCompare(other)))
      FILES[file]?.command(program);
  }
  addExamples(program);
  return program;
}
