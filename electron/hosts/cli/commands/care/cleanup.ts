/** `cleartake cleanup`: what takes space in the data folder, and, with `--remove`, the clean-up of what is named. */

import { Option } from 'commander';
import type { CleanupPart, SpaceView } from '../../../../../shared/contract/care.ts';
import { CLEANUPS, type Cleanup, LOSSES } from '../../../../../shared/domain/care/space.ts';
import { CLEANUP_WORDS, SPACE_WORDS } from '../../../../../shared/domain/care/strings.ts';
import { formatUsd, tableUsd } from '../../../../../shared/domain/money.ts';
import { countOf, formatBytes, formatCount } from '../../../../../shared/domain/units.ts';
import { systemClock } from '../../../../platform/time/clock.ts';
import { type CommandOptions, withDesk, withStore } from '../../access/access.ts';
import { EXIT, type ExitStatus } from '../../exit-status.ts';
import { print } from '../../output/printer.ts';
import { csvLine, jsonLine } from '../../reports/printable.ts';
import { report } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';

export function command(program: CliCommand): void {
  program
    .subcommand(
      'cleanup',
      'show what takes space in the data folder; with --remove, remove some of it. Sources and outputs are never touched',
    )
    .addOption(
      new Option(
        '--remove <kinds...>',
        'what to remove; `converted` and `only-here` are results that you would have to pay for again',
      ).choices(CLEANUPS),
    )
    .option('--old-folder', 'also remove what stays behind in the folder that the desk was moved from')
    .csv('one line each, for spreadsheets')
    .onDesk()
    .examples('cleartake cleanup', 'cleartake cleanup --remove old-logs')
    .run(cleanupCommand);
}

interface CleanupOptions extends CommandOptions {
  readonly remove?: readonly Cleanup[];
  readonly csv?: boolean;
  readonly oldFolder?: boolean;
}

export async function cleanupCommand(options: CleanupOptions): Promise<ExitStatus> {
  if (options.oldFolder === true) return await removeOld(options);
  return options.remove === undefined ? await look(options) : await remove(options.remove, options);
}

/** What stays behind where the desk was moved from; with kinds, those are removed as well. */
async function removeOld(options: CleanupOptions): Promise<ExitStatus> {
  const [{ removeOldFolder }, { nodeHostInfo }] = await Promise.all([
    import('../../../../core/features/data/move/old-folder.ts'),
    import('../../../common/paths.ts'),
  ]);
  const { dataDirectory } = nodeHostInfo('cli', options.dataDir);
  const { bytes, files, folder } = await removeOldFolder(dataDirectory, () => undefined);
  const words = `Removed ${formatBytes(bytes)} from ${folder}.`;
  const line = csvLine(['removed', 'old-folder', files, bytes, '', '', folder]);
  report(options, { event: 'removed', files, bytes, kept: 0, folder }, words, line);
  return options.remove === undefined ? EXIT.done : await remove(options.remove, options);
}

/** Needs no lock and changes nothing. */
async function look(options: CleanupOptions): Promise<ExitStatus> {
  const [{ cleanupParts }, { surveySpace }, { nodeHostInfo }] = await Promise.all([
    import('../../../../core/features/data/space/space-keeper.ts'),
    import('../../../../core/features/data/space/survey.ts'),
    import('../../../common/paths.ts'),
  ]);
  return await withStore(options, async (store) => {
    const { dataDirectory } = nodeHostInfo('cli', options.dataDir);
    const { removables, used } = await surveySpace(dataDirectory, store, systemClock.now());
    reportSpace({ used: [...used], cleanups: cleanupParts(removables) }, options);
    return EXIT.done;
  });
}

/** Says what goes before it goes. */
async function remove(kinds: readonly Cleanup[], options: CleanupOptions): Promise<ExitStatus> {
  return await withDesk(options, async (desk) => {
    const { cleanups, surveyId, used } = await desk.client.care.space();
    const chosen = cleanups.filter(({ kind }) => kinds.includes(kind));
    reportSpace({ used, cleanups: chosen }, options);
    const cleaned = await desk.client.care.clean({ surveyId, kinds: [...kinds] });
    const { bytes, files, kept } = cleaned;
    const rest = kept === 0 ? '' : ` ${formatCount(kept)} stayed: changed, in use or not removable.`;
    const words = `Removed ${countOf(files, 'file')}, ${formatBytes(bytes)}.${rest}`;
    const line = csvLine(['removed', '', files, bytes, '', '', '']);
    return report(options, { event: 'removed', ...cleaned }, words, line);
  });
}

function reportSpace({ cleanups, used }: Pick<SpaceView, 'used' | 'cleanups'>, options: CleanupOptions): void {
  if (options.json === true) {
    print(used.map((part) => jsonLine({ event: 'used', ...part })));
    print(cleanups.map((part) => jsonLine({ event: 'removable', ...part })));
  } else if (options.csv === true) {
    print('what,kind,files,bytes,paid usd,without price,examples');
    print(used.map(({ bytes, files, kind }) => csvLine(['used', kind, files, bytes, '', '', ''])));
    print(cleanups.map(row));
  } else {
    for (const { bytes, files, kind } of used)
      print(`${formatBytes(bytes).padStart(10)}  ${SPACE_WORDS[kind]} (${countOf(files, 'file')})`);
    print(
      cleanups.length === 0
        ? 'Nothing can be removed.'
        : 'To remove some of it, name it: `cleartake cleanup --remove KIND…`',
    );
    print(cleanups.flatMap(inWords));
  }
}

function row({ bytes, examples, files, kind, paid, unpriced }: CleanupPart): string {
  return csvLine(['removable', kind, files, bytes, tableUsd(paid), unpriced, examples.join('; ')]);
}

function inWords({ bytes, examples, files, kind, paid, unpriced }: CleanupPart): string[] {
  const { note, title } = CLEANUP_WORDS[kind];
  const cost = LOSSES.includes(kind)
    ? [`  You paid ${formatUsd(paid)} USD for them${unpriced === 0 ? '' : `, and an unknown price for ${unpriced}`}.`]
    : [];
  const names = examples.map((name) => `  ${name}`);
  const more = files > examples.length ? [`  and ${formatCount(files - examples.length)} more`] : [];
  return [
    `${kind}: ${title}, ${countOf(files, 'file')}, ${formatBytes(bytes)}`,
    `  ${note}`,
    ...cost,
    ...names,
    ...more,
  ];
}
