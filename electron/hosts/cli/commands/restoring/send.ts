/** `cleartake send`: restores finished recordings once more, over another connection, and waits until they are done. */

import type { ConnectionView } from '../../../../../shared/contract/connections.ts';
import type { JobView } from '../../../../../shared/contract/views.ts';
import type { ModelId } from '../../../../../shared/domain/models.ts';
import { formatUsd, type MicroUsd } from '../../../../../shared/domain/money.ts';
import { countOf, formatDuration } from '../../../../../shared/domain/units.ts';
import { type CommandOptions, findConnection, takeKeyFromEnvironment } from '../../access/access.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { say } from '../../output/printer.ts';
import { createReporter } from '../../reports/create-reporter.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { SHARED_OPTIONS } from '../../syntax/options.ts';
import { parseUsd } from '../../syntax/parsers.ts';
import { jobsWhere, namedJob } from '../../work/follow.ts';
import { type RunningDesk, runOnDesk } from '../../work/run.ts';

export function command(program: CliCommand): void {
  program
    .subcommand('send', 'restore finished recordings once more over another connection; the results that you have stay')
    .argument('[recordings...]', 'names as `status` shows them, or job ids')
    .option('--marked', 'all recordings that could be better, as `status` lists them')
    .option(
      '--worst-minute',
      'only the noisiest minute of one recording, at the price of the minimum, as a recording of its own',
    )
    .addOption(SHARED_OPTIONS.connection().makeOptionMandatory())
    .addOption(SHARED_OPTIONS.model('those that they were restored with'))
    .option(
      '--cap <usd>',
      'start nothing that would cost more than this for all of them together; recordings beyond it wait',
      parseUsd,
    )
    .addOption(SHARED_OPTIONS.concurrency())
    .onDesk()
    .examples(
      'cleartake send take.wav --connection Studio --model service-3.5',
      'cleartake send --marked --connection Studio --cap 2.50',
    )
    .run(sendAgainCommand);
}

export interface SendOptions extends CommandOptions {
  readonly connection: string;
  /** All that could be better, instead of those that are named. */
  readonly marked?: boolean;
  /** Only the worst minute of one recording. */
  readonly worstMinute?: boolean;
  readonly model?: readonly ModelId[];
  readonly cap?: MicroUsd;
  readonly concurrency?: number;
}

/** @throws UsageError for an unknown recording or connection, and unless exactly one of names and `--marked` is given */
export async function sendAgainCommand(recordings: readonly string[], options: SendOptions): Promise<ExitStatus> {
  if (recordings.length > 0 === (options.marked === true))
    throw new UsageError('Name the recordings to send, or use --marked for all that could be better.');
  if (options.worstMinute === true && recordings.length !== 1)
    throw new UsageError('--worst-minute takes one recording.');
  takeKeyFromEnvironment();
  return await runOnDesk(options, async (desk) => {
    const connection = await findConnection(desk.client, options.connection);
    const jobs = await chosenJobs(desk, recordings);
    const [job] = jobs;
    if (job === undefined) {
      if (options.json !== true) say('Nothing to send.');
      return EXIT.done;
    }
    if (options.worstMinute === true) return await tryMinute(desk, job, connection, options);
    return await sendAll(desk, jobs, connection, options);
  });
}

async function sendAll(
  desk: RunningDesk,
  jobs: readonly JobView[],
  { id: connectionId, name }: ConnectionView,
  { cap: maxCost, json, model }: SendOptions,
): Promise<ExitStatus> {
  const reporter = await createReporter({ json: json === true });
  const models = model === undefined ? {} : { models: [...model] };
  const request = { jobIds: jobs.map(({ id }) => id), connectionId, ...models };
  const { amount, recordings } = await desk.client.queue.quoteSending(request);
  const price = amount === null ? 'price unknown' : `at most ${formatUsd(amount)} USD`;
  const words = `Sending ${countOf(recordings, 'recording')} to ${name}: ${price}.`;
  reporter.note({ event: 'quote', recordings, amount, connection: name }, words);
  const leftOut = jobs.length - recordings;
  if (leftOut > 0)
    reporter.note(
      { event: 'left-out', recordings: leftOut },
      `${countOf(leftOut, 'recording')} left out: not finished, or there already.`,
    );
  const { jobIds } = await desk.client.queue.send({ ...request, ...(maxCost === undefined ? {} : { maxCost }) });
  return await desk.finish(jobIds, reporter);
}

async function tryMinute(
  desk: RunningDesk,
  job: JobView,
  { id: connectionId, name: connection }: ConnectionView,
  { cap, json, model }: SendOptions,
): Promise<ExitStatus> {
  const reporter = await createReporter({ json: json === true });
  const models = [...(model ?? job.generations.map((generation) => generation.model))];
  const request = { jobId: job.id, connectionId, models };
  const { amount, minute } = await desk.client.queue.quoteExcerpt(request);
  if (minute === null)
    throw new UsageError(
      'That recording is too short, or has too little speech, to try a minute of it. Send the whole instead.',
    );
  const price = amount === null ? 'price unknown' : `at most ${formatUsd(amount)} USD`;
  const words = `Trying the minute from ${formatDuration(minute.fromSeconds)} at ${connection}: ${price}.`;
  reporter.note({ event: 'quote', ...minute, amount, connection }, words);
  const maxCost = cap === undefined || amount === null ? (cap ?? amount) : Math.min(cap, amount);
  const { jobId } = await desk.client.queue.tryExcerpt({ ...request, maxCost });
  return await desk.finish([jobId], reporter);
}

/** All that could be better when none is named. */
async function chosenJobs({ client }: RunningDesk, recordings: readonly string[]): Promise<readonly JobView[]> {
  const finished = await jobsWhere(client, ({ state }) => state.kind === 'done');
  if (recordings.length === 0) return finished.filter(({ weaknesses }) => weaknesses.length > 0);
  return [...new Set(recordings.map((name) => namedJob(finished, name, unknownRecording)))];
}

function unknownRecording(name: string, all: string): string {
  return `No finished recording is called “${name}”. ${all === '' ? 'Nothing is finished yet' : `Finished: ${all}`}.`;
}
