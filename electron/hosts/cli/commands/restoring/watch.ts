/** `cleartake watch`: restores what is put into folders, once each, until the command is stopped. */

import path from 'node:path';
import type { JobView } from '../../../../../shared/contract/views.ts';
import { isFinal } from '../../../../../shared/domain/job-state.ts';
import { priceOf } from '../../../../../shared/domain/models.ts';
import type { MicroUsd } from '../../../../../shared/domain/money.ts';
import { type CommandOptions, findConnection, openForWork } from '../../access/access.ts';
import { givenPath, withFullPaths } from '../../access/given-paths.ts';
import type { CommandDesk } from '../../access/open-desk.ts';
import { type ExitStatus, UsageError } from '../../exit-status.ts';
import { createWatchReporter, type WatchReporter } from '../../reports/watch-reporter.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { SHARED_OPTIONS, withAlsoOptions, withBookendOptions, withExportOptions } from '../../syntax/options.ts';
import { parseUsd } from '../../syntax/parsers.ts';
import { terminationRequested } from '../../termination.ts';
import { jobsWhere } from '../../work/follow.ts';
import type { SettingOptions } from '../../work/preset-from.ts';

export function command(program: CliCommand): void {
  withBookendOptions(
    withAlsoOptions(
      withExportOptions(
        program
          .subcommand('watch', 'restore what is put into folders, once each, until you press Ctrl-C')
          .argument('<folders...>', 'folders; those below them are watched, too'),
      ),
    ),
  )
    .addOption(SHARED_OPTIONS.preset())
    .addOption(SHARED_OPTIONS.anyModel())
    .addOption(SHARED_OPTIONS.track())
    .addOption(SHARED_OPTIONS.tag())
    .addOption(SHARED_OPTIONS.cover())
    .option(
      '--out <dir>',
      'folder for the outputs, which mirrors the watched one (default: what the preset says, or beside each source)',
    )
    .addOption(SHARED_OPTIONS.flat())
    .addOption(SHARED_OPTIONS.name())
    .addOption(SHARED_OPTIONS.fileTime())
    .option('--cap <usd>', 'what the recordings of each folder may cost in a day; recordings beyond it wait', parseUsd)
    .option(
      '--history-checked',
      'after your history was restored from a backup: you know what was paid before, and new files may be restored',
    )
    .addOption(SHARED_OPTIONS.connection())
    .addOption(SHARED_OPTIONS.concurrency())
    .onDesk()
    .examples(
      'cleartake watch ~/inbox --out ~/restored',
      'cleartake watch ~/inbox --connection Studio --cap 2.50',
      'cleartake watch ~/inbox --model service-3.5 --loudness -16 --format mp3',
    )
    .run(watchCommand);
}

interface WatchOptions extends CommandOptions, SettingOptions {
  /** Micro-USD that each folder may cost in a day. */
  readonly cap?: MicroUsd;
  readonly connection?: string;
  readonly concurrency?: number;
  /** After a recovery of the history: the person knows what was paid before. */
  readonly historyChecked?: boolean;
}

/** Status 3 when a recording waits for the person, 1 when one failed; stopping the command is no failure. */
export async function watchCommand(given: readonly string[], asked: WatchOptions): Promise<ExitStatus> {
  const folders = await Promise.all(given.map(givenFolder));
  refuseOverlaps(folders);
  const options = await withFullPaths(asked);
  const desk = await openForWork({
    dataDirectory: options.dataDir,
    concurrency: options.concurrency,
    leavesEarlierWork: true,
    patient: true,
  });
  const over = new AbortController();
  void terminationRequested().then(() => over.abort());
  const reporter = createWatchReporter(options.json === true);
  try {
    const connection = await findConnection(desk.client, options.connection ?? 'built-in');
    const { presetOn } = await import('../../work/preset-from.ts');
    const preset = await presetOn(desk.client, options);
    const isPaid = preset.models.some((model) => priceOf(connection.prices, model) !== 0);
    if (isPaid && options.cap === undefined)
      throw new UsageError(
        `${connection.name} may charge for recordings. Pass --cap with what a folder may cost in a day, for example --cap 2.50.`,
      );
    const followed = new Set<string>();
    for (const folder of folders) {
      const work = {
        path: folder,
        preset,
        presetName: options.preset ?? null,
        connectionId: connection.id,
        capPerDay: options.cap ?? null,
        isHistoryChecked: options.historyChecked === true,
      };
      const left = desk.host.watchHere(work, {
        onAdded: (jobId) => followed.add(jobId),
        onState: (state) => reporter.state(folder, state),
      });
      for (const jobId of left) followed.add(jobId);
    }
    reporter.begin(folders);
    await follow(desk, followed, reporter, over.signal);
  } catch (failure) {
    if (!over.signal.aborted) throw failure;
  } finally {
    await desk.close();
  }
  const status = reporter.end();
  // A start in flight would keep the process alive until its response arrives. Its intent is already stored.
  return over.signal.aborted ? process.exit(status) : status;
}

/** Reports jobs until the signal. @param followed grows while it runs */
async function follow(
  { client }: CommandDesk,
  followed: Set<string>,
  reporter: WatchReporter,
  signal: AbortSignal,
): Promise<void> {
  const note = (job: JobView) => {
    if (!followed.has(job.id)) return;
    reporter.job(job);
    // One that failed is tried again when its file comes back, or is found under another name.
    if (isFinal(job.state) && job.state.kind !== 'failed') followed.delete(job.id);
  };
  const events = await client.queue.watch(undefined, { signal });
  for (const job of await jobsWhere(client, ({ id }) => followed.has(id))) note(job);
  for await (const event of events) for (const job of event.jobs) note(job);
}

/** @throws UsageError for what is no folder; one that isn't there now may come */
async function givenFolder(text: string): Promise<string> {
  const folder = await givenPath(text);
  const { nodeFiles } = await import('../../../../platform/files/files.ts');
  const facts = await nodeFiles.facts(folder).catch(() => null);
  if (facts !== null && facts.kind !== 'folder') throw new UsageError(`${text} is a file. Name folders to watch.`);
  return folder;
}

/** @throws UsageError when a recording would belong to two folders */
function refuseOverlaps(folders: readonly string[]): void {
  for (const [index, folder] of folders.entries()) {
    const other = folders.find(
      (each, place) => place !== index && `${each}${path.sep}`.startsWith(`${folder}${path.sep}`),
    );
    if (other !== undefined)
      throw new UsageError(
        folder === other
          ? `${folder} is named twice.`
          : `${folder} contains ${other}. Each recording is restored once: name only one of them.`,
      );
  }
}
