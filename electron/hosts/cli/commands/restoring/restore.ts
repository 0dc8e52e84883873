/** `cleartake restore`: restores recordings and waits until they are done. */

import { Option } from 'commander';
import type { MicroUsd } from '../../../../../shared/domain/money.ts';
import { HEADER_STYLES } from '../../../../../shared/service-api/routes.ts';
import { type CommandOptions, takeKeyFromEnvironment } from '../../access/access.ts';
import { givenRecordings, withFullPaths } from '../../access/given-paths.ts';
import { EXIT, type ExitStatus } from '../../exit-status.ts';
import { createReporter } from '../../reports/create-reporter.ts';
import { partsInWords, reportEarlierWork, reportPaidBefore, withForecast } from '../../reports/forecast.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import {
  PATHS_HELP,
  SHARED_OPTIONS,
  withAlsoOptions,
  withBookendOptions,
  withExportOptions,
} from '../../syntax/options.ts';
import { parseDownloadType, parseEach, parseUsd } from '../../syntax/parsers.ts';
import type { SettingOptions } from '../../work/preset-from.ts';
import { checkService, connectionFor, runOnDesk, type ServiceChoice } from '../../work/run.ts';

const DUPLICATES = ['use', 'again', 'skip'] as const;

export function command(program: CliCommand): void {
  withBookendOptions(
    withAlsoOptions(
      withExportOptions(
        program
          .subcommand('restore', 'restore files and folders (recursive) and wait until they are done')
          .argument('[paths...]', PATHS_HELP),
      ),
    ),
  )
    .option(
      '--from-list <file>',
      'file that lists recordings and folders, one a line, relative to itself; repeatable',
      parseEach,
    )
    .addOption(SHARED_OPTIONS.anyModel())
    .addOption(SHARED_OPTIONS.out())
    .addOption(SHARED_OPTIONS.flat())
    .addOption(SHARED_OPTIONS.name())
    .addOption(SHARED_OPTIONS.fileTime())
    .addOption(SHARED_OPTIONS.track())
    .addOption(SHARED_OPTIONS.tag())
    .addOption(SHARED_OPTIONS.cover())
    .addOption(SHARED_OPTIONS.preset())
    .option(
      '--type <type>',
      'what the service sends: audio (the format of the source) or its own mp3 (default: audio)',
      parseDownloadType,
    )
    .option('--restoration <name>', 'restoration preset, sent to the service as it is; none for none')
    .option(
      '--again',
      'restore (and pay for) recordings again that already have a result (default: use it, or leave out what would be paid for again)',
    )
    .option(
      '--partial',
      'restore what is there of recordings that end earlier than their headers say, or are mostly damaged',
    )
    .addOption(SHARED_OPTIONS.join())
    .addOption(SHARED_OPTIONS.splitChannels())
    .addOption(
      new Option(
        '--duplicates <answer>',
        'recordings that were restored before: use their results, restore them again, or skip them',
      )
        .choices(DUPLICATES)
        .default('use')
        .conflicts('again'),
    )
    .addOption(SHARED_OPTIONS.connection().conflicts('baseUrl'))
    .addOption(SHARED_OPTIONS.baseUrl())
    .addOption(
      new Option('--header <style>', 'header that carries the key, for --base-url (default: bearer)').choices(
        HEADER_STYLES,
      ),
    )
    .option(
      '--other-account',
      'with --base-url: the key belongs to another account than unfinished work at this address',
    )
    .addOption(SHARED_OPTIONS.concurrency())
    .addOption(SHARED_OPTIONS.price())
    .option(
      '--cap <usd>',
      'start nothing that would cost more than this for the whole batch; recordings beyond it wait',
      parseUsd,
    )
    .addOption(new Option('--max-cost <usd>', 'the same as --cap').argParser(parseUsd).conflicts('cap'))
    .addOption(
      new Option('--rehearsal', 'start the built-in service in rehearsal mode').conflicts(['baseUrl', 'connection']),
    )
    .onDesk()
    .examples(
      'cleartake restore episode-12/ --out restored',
      'cleartake restore take.wav --model service-3.5 --connection Studio --cap 2.50',
      'cleartake restore --from-list today.txt --json | tail -n 1 | jq .failed',
    )
    .run(restoreCommand);
}

interface RestoreOptions extends CommandOptions, ServiceChoice, SettingOptions {
  readonly fromList?: readonly string[];
  /** Restores (and pays for) recordings again that already have a result. */
  readonly again?: boolean;
  readonly duplicates?: (typeof DUPLICATES)[number];
  /** Restores what is there of recordings that end early. */
  readonly partial?: boolean;
  /** Joins parts into which a recorder split a recording. */
  readonly join?: boolean;
  /** Restores left and right of stereo recordings as two. */
  readonly splitChannels?: boolean;
  readonly concurrency?: number;
  readonly cap?: MicroUsd;
  /** The same as `cap`. */
  readonly maxCost?: MicroUsd;
  readonly rehearsal?: boolean;
}

/** Status 3 when something was left out because it would be paid for again, 1 when something else couldn't be added. */
export async function restoreCommand(given: readonly string[], asked: RestoreOptions): Promise<ExitStatus> {
  const paths = await givenRecordings(given, asked.fromList);
  const options = await withFullPaths(asked);
  const key = takeKeyFromEnvironment();
  checkService(options, key);
  return await runOnDesk(options, async (desk) => {
    const reporter = await createReporter(options);
    const connectionId = await connectionFor(desk, options, key);
    const { presetOn } = await import('../../work/preset-from.ts');
    const preset = await presetOn(desk.client, options);
    const again = options.again === true || options.duplicates === 'again';
    const maxCost = options.cap ?? options.maxCost;
    const report = await desk.client.queue.add({
      paths,
      preset: again ? { ...preset, reuse: false } : preset,
      start: true,
      leavesOutPaid: !again,
      partial: options.partial ?? false,
      join: options.join ?? false,
      splitChannels: options.splitChannels ?? false,
      ...(options.preset === undefined ? {} : { presetName: options.preset }),
      ...(options.duplicates === undefined || options.duplicates === 'again' ? {} : { duplicates: options.duplicates }),
      ...(connectionId === undefined ? {} : { connectionId }),
      ...(maxCost === undefined ? {} : { maxCost }),
    });
    for (const left of report.skipped) if (left.kind !== 'paid-before') reporter.skipped(left);
    for (const { path, sameAs } of report.twice ?? [])
      reporter.note({ event: 'twice', path, sameAs }, `${path} is the same recording as ${sameAs}. Both are restored.`);
    for (const [index, line] of partsInWords(report.parts ?? []).entries())
      reporter.note({ event: 'parts', ...report.parts?.[index] }, line);
    reportPaidBefore(reporter, report);
    await reportEarlierWork(reporter, report, options.dataDir);
    const { connections } = await desk.client.connections.list();
    const connection = connections.find(({ id }) => id === connectionId);
    const recordings = report.jobIds.length;
    const forecast =
      recordings === 0 || connection === undefined
        ? reporter
        : withForecast(reporter, { recordings, connection, models: preset.models, maxCost: maxCost ?? null });
    const { countLeftOut } = await import('../../../../../shared/domain/left-out.ts');
    const status = await desk.finish(report.jobIds, forecast, countLeftOut(report.skipped));
    const undone = report.skipped.filter(({ harmless }) => harmless !== true);
    if (status !== EXIT.done || undone.length === 0) return status;
    return undone.every(({ kind }) => kind === 'paid-before') ? EXIT.needsPerson : EXIT.failed;
  });
}
