/** `cleartake resume`: finishes what an earlier run left, and waits until it is done. */

import type { JobView } from '../../../../../shared/contract/views.ts';
import type { MicroUsd } from '../../../../../shared/domain/money.ts';
import { countOf } from '../../../../../shared/domain/units.ts';
import { type CommandOptions, takeKeyFromEnvironment } from '../../access/access.ts';
import type { CommandDesk } from '../../access/open-desk.ts';
import { EXIT, type ExitStatus } from '../../exit-status.ts';
import { say } from '../../output/printer.ts';
import { createReporter } from '../../reports/create-reporter.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { SHARED_OPTIONS } from '../../syntax/options.ts';
import { parseServiceAddress, parseUsd } from '../../syntax/parsers.ts';
import { jobsWhere } from '../../work/follow.ts';
import { checkService, runOnDesk } from '../../work/run.ts';

export function command(program: CliCommand): void {
  program
    .subcommand('resume', 'finish what an earlier run left')
    .option(
      '--failed',
      'also retry recordings that failed, from where they failed, and write outputs again that are gone',
    )
    .option('--base-url <url>', 'the only address that the key in CLEARTAKE_API_KEY is for', parseServiceAddress)
    .option('--cap <usd>', 'a new cap for batches that wait because theirs is reached', parseUsd)
    .addOption(SHARED_OPTIONS.concurrency())
    .onDesk()
    .examples('cleartake resume --failed', 'cleartake resume --cap 5')
    .run(resumeCommand);
}

interface ResumeOptions extends CommandOptions {
  /** A new cap for batches whose cap is reached. */
  readonly cap?: MicroUsd;
  /** The only address that the key in the environment is for. */
  readonly baseUrl?: string;
  /** Also retries failed recordings, from where they failed, and writes lost outputs again. */
  readonly failed?: boolean;
  readonly concurrency?: number;
}

export async function resumeCommand(options: ResumeOptions): Promise<ExitStatus> {
  const key = takeKeyFromEnvironment();
  checkService(options, key);
  return await runOnDesk({ ...options, leavesEarlierWork: false }, async (desk) => {
    const strange = key === undefined ? null : await strangeness(desk.host.recognizeKey(key, options.baseUrl));
    const reporter = await createReporter(options);
    await retryFailed(desk, options.failed === true);
    if (options.cap !== undefined) await raiseCaps(desk, options.cap);
    const jobIds = await unfinishedJobs(desk);
    const status = await desk.finish(jobIds, reporter);
    // Everything else has continued by then.
    if (strange !== null) throw strange;
    const left = await idsWhere(desk, (job) => job.state.kind === 'failed' && !jobIds.includes(job.id));
    if (left.length === 0) return status;
    say(`${countOf(left.length, 'recording')} failed earlier: run \`cleartake resume --failed\` to retry.`);
    return status === EXIT.done ? EXIT.failed : status;
  });
}

/** Why a service doesn't know the work with this key; null when it does. */
async function strangeness(recognized: Promise<void>): Promise<unknown> {
  return await recognized.then(
    () => null,
    (failure: unknown) => failure,
  );
}

async function raiseCaps(desk: CommandDesk, maxCost: MicroUsd): Promise<void> {
  const atCap = ({ state }: JobView) => state.kind === 'waiting' && state.reason.code === 'costCapReached';
  for (const jobId of await idsWhere(desk, atCap)) await desk.client.queue.setBatchCap({ jobId, maxCost });
}

/**
 * Recordings that failed for their key, as they did in earlier versions, are always retried: one that works may be here now.
 * @param all also every other failed one, and finished ones whose output is gone
 */
async function retryFailed(desk: CommandDesk, all: boolean): Promise<void> {
  const { isAboutKey } = await import('../../../../core/queue/retry-policy.ts');
  const jobIds = await idsWhere(
    desk,
    ({ state }) => (state.kind === 'failed' && (all || isAboutKey(state.error.code))) || (all && state.kind === 'done'),
  );
  if (jobIds.length === 0) return;
  await fetchLost(desk, jobIds);
  await desk.client.queue.retry({ jobIds });
}

/** Results that these would use and that are gone from here are downloaded again, where the service has them: that costs nothing. */
async function fetchLost({ client }: CommandDesk, jobIds: readonly string[]): Promise<void> {
  const { repeats } = await client.queue.paidRepeats({ action: 'retry', jobIds: [...jobIds] });
  const lost = repeats.flatMap(({ reason, earlier }) => (reason === 'gone' ? [earlier.jobId] : []));
  if (lost.length > 0) await client.queue.downloadAgain({ jobIds: [...new Set(lost)] });
}

/** Jobs that are started and not finished. Paused ones stay paused. */
function unfinishedJobs(desk: CommandDesk): Promise<string[]> {
  const over = ['done', 'failed', 'cancelled', 'paused', 'in-review'];
  return idsWhere(desk, (job) => job.started && !over.includes(job.state.kind));
}

async function idsWhere(desk: CommandDesk, wanted: (job: JobView) => boolean): Promise<string[]> {
  return (await jobsWhere(desk.client, wanted)).map(({ id }) => id);
}
