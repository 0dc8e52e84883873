/** `cleartake save-as`: writes results that are there once more, with other settings, names or places. */

import { Option } from 'commander';
import type { DeskClient } from '../../../../../shared/contract/index.ts';
import { EARLIER, type Oddity, type SaveAsRequest, type SavedOutput } from '../../../../../shared/contract/outputs.ts';
import { DEFAULT_BATCH_PRESET } from '../../../../../shared/domain/batch/batch-preset.ts';
import { presetOf } from '../../../../../shared/domain/batch/presets.ts';
import { countOf } from '../../../../../shared/domain/units.ts';
import { type CommandOptions, withDesk } from '../../access/access.ts';
import { withFullPaths } from '../../access/given-paths.ts';
import { openForReading } from '../../access/open-store.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { clearInPlace, print, say, sayInPlace } from '../../output/printer.ts';
import { jsonLine } from '../../reports/printable.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { SHARED_OPTIONS, withAlsoOptions, withBookendOptions, withExportOptions } from '../../syntax/options.ts';
import { everCalled } from '../../work/ever-called.ts';
import { jobsWhere } from '../../work/follow.ts';
import { changesFrom, findPreset, type SettingOptions } from '../../work/preset-from.ts';

export function command(program: CliCommand): void {
  withBookendOptions(
    withAlsoOptions(
      withExportOptions(
        program
          .subcommand(
            'save-as',
            'write results that are there once more, with other settings; nothing is restored or paid again',
          )
          .alias('export')
          .argument(
            '[recordings...]',
            'names, paths or job ids, of History too (default: all of the queue that have a result)',
          ),
      ),
    ),
  )
    .addOption(SHARED_OPTIONS.preset())
    .addOption(SHARED_OPTIONS.out())
    .addOption(SHARED_OPTIONS.flat())
    .addOption(SHARED_OPTIONS.name())
    .addOption(SHARED_OPTIONS.fileTime())
    .addOption(
      new Option(
        '--results <which>',
        'of a recording with several: all, those of one model, or the one that is kept, else delivered, else of the best model',
      )
        .choices(['all', 'chosen', 'service-2', 'service-3.5'])
        .default('all'),
    )
    .addOption(
      new Option(
        '--earlier <what>',
        'keep files that were written before and number new ones, or replace those that nobody changed',
      )
        .choices(EARLIER)
        .default('keep'),
    )
    .option('--dry-run', 'only tell what would be written')
    .onDesk()
    .examples(
      'cleartake save-as --out delivered --name "{folder}/{date} {name}"',
      'cleartake save-as take.wav --loudness -14 --format mp3 --results chosen',
    )
    .run(saveAsCommand);
}

interface SaveAsOptions extends CommandOptions, SettingOptions {
  readonly results: NonNullable<SaveAsRequest['results']>;
  readonly earlier: NonNullable<SaveAsRequest['earlier']>;
  readonly dryRun?: boolean;
}

/** @param wanted all of the queue that have a result if empty. @throws UsageError for one that was never added */
async function saveAsCommand(wanted: readonly string[], given: SaveAsOptions): Promise<ExitStatus> {
  const options = await withFullPaths(given);
  const named = await jobsNamed(wanted, options);
  return await withDesk(options, async ({ client }) => {
    const jobIds = named ?? (await allWithResults(client));
    if (jobIds.length === 0) return EXIT.done;
    const request = { jobIds, ...(await settingsFrom(client, options)) };
    return await (options.dryRun === true ? preview(client, request, options) : save(client, request, options));
  });
}

/** Null for all. */
async function jobsNamed(wanted: readonly string[], { dataDir }: CommandOptions): Promise<string[] | null> {
  if (wanted.length === 0) return null;
  const store = await openForReading(dataDir);
  try {
    return wanted.flatMap((name) => {
      const found = store === null ? [] : everCalled(store, name);
      if (found.length === 0)
        throw new UsageError(`No recording called ${name} was ever added; \`cleartake history\` shows them.`);
      return found.map(({ id }) => id);
    });
  } finally {
    store?.close();
  }
}

async function allWithResults(client: DeskClient): Promise<string[]> {
  const jobs = await jobsWhere(client, ({ generations }) => generations.some(({ state }) => state === 'stored'));
  return jobs.map(({ id }) => id);
}

/** With a preset its settings, else each recording's own; and what other options change of them. */
async function settingsFrom(client: DeskClient, options: SaveAsOptions): Promise<Omit<SaveAsRequest, 'jobIds'>> {
  const { earlier, results } = options;
  const { presets } = options.preset === undefined ? { presets: [] } : await client.presets.list();
  const preset = options.preset === undefined ? null : findPreset(options.preset, presets);
  const settings = preset === null ? null : presetOf(preset.settings);
  const changes = changesFrom(options, settings ?? DEFAULT_BATCH_PRESET);
  return { earlier, results, changes, ...(settings === null ? {} : { settings, presetName: preset?.name }) };
}

async function preview(client: DeskClient, request: SaveAsRequest, { json }: CommandOptions): Promise<ExitStatus> {
  const { files, missing, outputs, there } = await client.outputs.preview(request);
  for (const { fileName, folder, name, oddities } of outputs) {
    if (json === true)
      print(jsonLine({ event: 'planned', name, folder, file: fileName, notes: oddities.map(({ kind }) => kind) }));
    else print(`${name} → ${fileName ?? '—'}${inBrackets(oddities.map((one) => noteOf(one, folder)))}`);
  }
  if (json === true) return EXIT.done;
  const more = files + missing - outputs.length;
  if (more > 0) say(`and ${countOf(more, 'more file', 'more files')}`);
  const without = missing === 0 ? '' : ` ${countOf(missing, 'recording')} without a result.`;
  say(`${countOf(files - there, 'file')} to write, ${there} already there.${without}`);
  return EXIT.done;
}

function inBrackets(notes: readonly string[]): string {
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`;
}

/** What is odd about an output, for a terminal. */
function noteOf(oddity: Oddity, folder: string | null): string {
  switch (oddity.kind) {
    case 'missing':
      return 'there is no result';
    case 'in-review':
      return 'held for review: see `cleartake review`';
    case 'video':
      return oddity.keepsPicture ? 'a video with its picture' : 'only the sound of the video';
    case 'no-bookends':
      return 'without intro and outro';
    case 'other-format':
      return 'in the format of its result';
    case 'taken':
      return 'no output folder: name one with --out';
    case 'numbered':
      return 'numbered, because the name is taken';
    case 'replaces':
      return `replaces ${oddity.fileName}`;
    case 'there':
      return 'already there';
    case 'elsewhere':
      return `in ${folder ?? ''}`;
  }
}

async function save(client: DeskClient, request: SaveAsRequest, { json }: CommandOptions): Promise<ExitStatus> {
  const isJson = json === true;
  const told = new Set<string>();
  let [failed, there] = [false, 0];
  for await (const { done, fraction, of, outputs } of await client.outputs.save(request)) {
    if (outputs.length > 0) clearInPlace();
    for (const output of outputs) {
      failed ||= output.path === null;
      // Two results can come out as one file.
      if (!isJson && output.path !== null && told.has(output.path)) continue;
      there += Number(output.wasThere);
      if (output.path !== null) told.add(output.path);
      tell(output, isJson);
    }
    if (!isJson && done < of) sayInPlace(`Saving ${done + 1} of ${of} files: ${Math.floor(fraction * 100)} %  `);
  }
  clearInPlace();
  if (!isJson && there > 0) say(there === 1 ? '1 file was already there.' : `${there} files were already there.`);
  return failed ? EXIT.failed : EXIT.done;
}

function tell({ jobId, model, ...output }: SavedOutput, isJson: boolean): void {
  const { name, path: file, problem, reason, replaced, taken, wasThere } = output;
  if (isJson) print(jsonLine({ event: 'saved', id: jobId, model, output: file, wasThere, replaced, problem }));
  else if (file !== null) print(file);
  else say(`${name}: ${taken === null ? (reason ?? problem ?? '') : 'It has no output folder. Name one with --out.'}`);
}
