/** `cleartake download`: fetches a paid result, again or for the first time. Nothing is uploaded, started or charged. */

import type { DownloadType } from '../../../../../shared/domain/export/settings.ts';
import { type CommandOptions, takeKeyFromEnvironment } from '../../access/access.ts';
import { openForReading } from '../../access/open-store.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { createReporter } from '../../reports/create-reporter.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { parseDownloadType } from '../../syntax/parsers.ts';
import { everCalled } from '../../work/ever-called.ts';
import { ambiguousRecording } from '../../work/follow.ts';
import { runOnDesk } from '../../work/run.ts';

export function command(program: CliCommand): void {
  program
    .subcommand('download', 'fetch a result that was paid for, again or for the first time, at no charge')
    .argument('<recording>', 'a path, a name as `status` shows it, or a job id; of History, too')
    .option(
      '--type <type>',
      'audio (the format of the source) or mp3, and nothing else (default: what the service gives)',
      parseDownloadType,
    )
    .onDesk()
    .examples('cleartake download take.wav', 'cleartake download take.wav --type mp3')
    .run(downloadCommand);
}

interface DownloadOptions extends CommandOptions {
  /** The only type that will do; without it, what the service gives. */
  readonly type?: DownloadType;
}

/** @param recording a job's id, a name, or a path. @throws UsageError when none or several are meant */
export async function downloadCommand(recording: string, options: DownloadOptions): Promise<ExitStatus> {
  const key = takeKeyFromEnvironment();
  const jobId = await chosenJob(recording, options);
  return await runOnDesk(options, async (desk) => {
    if (key !== undefined) await desk.host.recognizeKey(key);
    const reporter = await createReporter(options);
    const { type } = options;
    const answer = await desk.client.queue.downloadAgain({ jobIds: [jobId], ...(type === undefined ? {} : { type }) });
    if (answer.downloading > 0) return await desk.finish([jobId], reporter);
    const [state, words] =
      answer.here > 0
        ? (['here', 'Its results are all on this computer; `cleartake save-as` writes them to a folder.'] as const)
        : answer.gone > 0
          ? (['gone', 'The service no longer has its result. Nothing was charged.'] as const)
          : ([
              'failed',
              answer.problem ??
                'There is no paid result to download: nothing was paid yet, or the restoration isn’t over. `cleartake resume` continues it.',
            ] as const);
    reporter.note({ event: 'download', id: jobId, state }, `${recording}: ${words}`);
    return state === 'here' ? EXIT.done : EXIT.failed;
  });
}

async function chosenJob(recording: string, { dataDir }: DownloadOptions): Promise<string> {
  const store = await openForReading(dataDir);
  try {
    const found = store === null ? [] : everCalled(store, recording);
    // Of several, the one whose paid result was never downloaded is meant.
    const unfetched = found.filter(({ id }) => store?.generations.ofJob(id).some(isUnfetched) === true);
    const meant = unfetched.length > 0 ? unfetched : found;
    const [job, ...others] = meant;
    if (job === undefined)
      throw new UsageError(
        `No recording called “${recording}” was ever added. \`cleartake history\` lists all of them.`,
      );
    if (others.length === 0) return job.id;
    const all = meant.slice(0, 20).map(({ id, where }) => `${where} (${id})`);
    throw new UsageError(ambiguousRecording(recording, all));
  } finally {
    store?.close();
  }
}

function isUnfetched({ stateKind }: { readonly stateKind: string }): boolean {
  return stateKind === 'complete' || stateKind === 'downloading';
}
