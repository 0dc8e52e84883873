/** `cleartake send`: restores finished recordings once more, over another connection, and waits until they are done. */

import type { JobView } from '../../../../shared/contract/views.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { formatUsd, type MicroUsd } from '../../../../shared/domain/money.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { jobsWhere } from '../follow.ts';
import { type CommandDesk, openForWork, takeKeyFromEnvironment } from '../open-desk.ts';
import { tell } from '../output/printer.ts';
import { createReporter } from '../reports/create-reporter.ts';
import type { Reporter } from '../reports/reporter.ts';
import { SENDING } from '../strings/reports.ts';
import { USAGE } from '../strings/usage.ts';
import { theOne } from './answer.ts';
import { find } from './connections.ts';
import { finish, interruptible } from './restore.ts';

export interface SendOptions {
  readonly connection: string;
  /** All that could be better, instead of those that are named. */
  readonly marked?: boolean;
  /** Only the worst minute of one recording. */
  readonly worstMinute?: boolean;
  readonly model?: readonly ModelId[];
  readonly cap?: MicroUsd;
  readonly concurrency?: number;
  readonly json?: boolean;
  readonly dataDir?: string;
}

/** @throws UsageError for an unknown recording or connection, and unless exactly one of names and `--marked` is given */
export async function sendCommand(recordings: readonly string[], options: SendOptions): Promise<ExitStatus> {
  if (recordings.length > 0 === (options.marked === true)) throw new UsageError(USAGE.namesOrMarked);
  if (options.worstMinute === true && recordings.length !== 1) throw new UsageError(USAGE.worstMinuteOfOne);
  takeKeyFromEnvironment();
  const desk = await openForWork({
    dataDirectory: options.dataDir,
    concurrency: options.concurrency,
    leavesEarlierWork: true,
  });
  return await interruptible(desk, async (signal) => {
    const reporter = createReporter({ json: options.json === true });
    const { id: connectionId, name } = await find(desk.client, options.connection);
    const chosen = await chosenJobs(desk, recordings);
    if (chosen.length === 0) return nothingToSend(options);
    if (options.worstMinute === true)
      return await tryMinute(desk, chosen, options, connectionId, name, reporter, signal);
    const { cap: maxCost, model } = options;
    const models = model === undefined ? {} : { models: [...model] };
    const request = { jobIds: chosen.map(({ id }) => id), connectionId, ...models };
    const { amount, recordings: sendable } = await desk.client.queue.quoteSending(request);
    const told = amount === null ? SENDING.unknown(sendable, name) : SENDING.quote(sendable, name, formatUsd(amount));
    reporter.tell({ event: 'quote', recordings: sendable, amount, connection: name }, told);
    const leftOut = chosen.length - sendable;
    if (leftOut > 0) reporter.tell({ event: 'left-out', recordings: leftOut }, SENDING.leftOut(leftOut));
    const { jobIds } = await desk.client.queue.send({ ...request, ...(maxCost === undefined ? {} : { maxCost }) });
    return await finish(desk, jobIds, reporter, 0, signal);
  });
}

async function tryMinute(
  desk: CommandDesk,
  [job]: readonly JobView[],
  { cap, model }: SendOptions,
  connectionId: string,
  connection: string,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<ExitStatus> {
  if (job === undefined) return EXIT.done;
  const models = [...(model ?? job.generations.map((one) => one.model))];
  const request = { jobId: job.id, connectionId, models };
  const { amount, minute } = await desk.client.queue.quoteExcerpt(request);
  if (minute === null) throw new UsageError(USAGE.noWorstMinute);
  const from = formatDuration(minute.fromSeconds);
  const told =
    amount === null
      ? SENDING.unknownMinute(from, connection)
      : SENDING.quoteMinute(from, connection, formatUsd(amount));
  reporter.tell({ event: 'quote', ...minute, amount, connection }, told);
  const maxCost = cap === undefined || amount === null ? (cap ?? amount) : Math.min(cap, amount);
  const { jobId } = await desk.client.queue.tryExcerpt({ ...request, maxCost });
  return await finish(desk, [jobId], reporter, 0, signal);
}

/** All that could be better when none is named. */
async function chosenJobs(desk: CommandDesk, recordings: readonly string[]): Promise<readonly JobView[]> {
  const finished = await jobsWhere(desk.client, ({ state }) => state.kind === 'done');
  if (recordings.length === 0) return finished.filter(({ weaknesses }) => weaknesses.length > 0);
  return [...new Set(recordings.map((one) => theOne(finished, one, USAGE.finishedUnknown)))];
}

function nothingToSend({ json }: SendOptions): ExitStatus {
  if (json !== true) tell(SENDING.nothing);
  return EXIT.done;
}
