/** `cleartake presets`: shows, exports and imports named presets. */

import { open } from 'node:fs/promises';
import path from 'node:path';
import { harmlessJson } from '../../../../platform/security/harmless-text.ts';
import { type CommandOptions, withDesk, withStore } from '../../access/access.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { printText } from '../../output/printer.ts';
import { report } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';

export function command(program: CliCommand): void {
  const presets = program.subcommand('presets', 'show, export and import the presets of the desk');
  presets.subcommand('list', 'list all presets').onDesk().run(listPresets);
  presets
    .subcommand('export', 'print presets as JSON')
    .argument('[names...]', 'names of presets (default: all)')
    .dataDir()
    .run(exportPresets);
  presets
    .subcommand('import', 'add the presets of a file that `presets export` or the desk has written')
    .argument('<file>', 'the file, or - for standard input')
    .onDesk()
    .examples('cleartake presets export > presets.json', 'cleartake presets import presets.json')
    .run(importPresets);
}

const LARGEST_FILE_BYTES = 1_000_000;

/** Needs no lock, so it works while the desk is open. */
function listPresets(options: CommandOptions): Promise<ExitStatus> {
  return withStore(options, async (store) => {
    const [{ presetsIn }, { settingWords }] = await Promise.all([
      import('../../../../core/library/presets/presets.ts'),
      import('./presets/setting-words.ts'),
    ]);
    const { presets, chosenId, defaultId } = presetsIn(store);
    for (const preset of presets) {
      const [chosen, standard] = [preset.id === chosenId, preset.id === defaultId];
      const words = `${preset.name}${standard ? ' (default)' : ''}: ${settingWords(preset)}`;
      report(options, { event: 'preset', ...preset, chosen, default: standard }, words);
    }
    return EXIT.done;
  });
}

/** Prints the file that `import` reads. @param names all presets if empty */
function exportPresets(names: readonly string[], options: CommandOptions): Promise<ExitStatus> {
  return withStore(options, async (store) => {
    const [{ presetsToText }, { presetsIn }, { findPreset }] = await Promise.all([
      import('../../../../../shared/domain/batch/preset-file.ts'),
      import('../../../../core/library/presets/presets.ts'),
      import('../../work/preset-from.ts'),
    ]);
    const { presets } = presetsIn(store);
    const wanted = names.length === 0 ? presets : names.map((name) => findPreset(name, presets));
    printText(harmlessJson(presetsToText(wanted)));
    return EXIT.done;
  });
}

/** @param file `-` for standard input */
async function importPresets(file: string, options: CommandOptions): Promise<ExitStatus> {
  const text = await textOf(file);
  return await withDesk(options, async (desk) => {
    const { added, known, withoutFolder } = await desk.client.presets.import({ text });
    report(options, { event: 'imported', added, known, withoutFolder }, [
      ...added.map(({ name }) => `Added “${name}”.`),
      ...known.map((name) => `“${name}” is already here.`),
      ...withoutFolder.map(
        ({ name, folder }) =>
          `“${name}” saved to ${folder}, which doesn’t exist here. Its results go next to the original.`,
      ),
    ]);
    return EXIT.done;
  });
}

/** @throws UsageError */
async function textOf(file: string): Promise<string> {
  try {
    if (file === '-') return await textOfStream(process.stdin);
    const handle = await open(path.resolve(file));
    return await textOfStream(handle.createReadStream());
  } catch (failure) {
    if (failure instanceof UsageError) throw failure;
    throw new UsageError(`The file ${file} can’t be read.`);
  }
}

async function textOfStream(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream) {
    bytes += part.length;
    if (bytes > LARGEST_FILE_BYTES) throw new UsageError('This file is too large to be a file of presets.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
