/** `cleartake restore` and `cleartake resume`: restore recordings and wait until they are done. */

import type { JobView } from '../../../../shared/contract/views.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { countLeftOut } from '../../../../shared/domain/left-out.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { MicroUsd } from '../../../../shared/domain/money.ts';
import type { HeaderStyle } from '../../../../shared/service-api/routes.ts';
import { isAboutKey } from '../../../core/queue/retry-policy.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { followJobs, jobsWhere, statusOf } from '../follow.ts';
import { givenPath, givenRecordings } from '../given-paths.ts';
import { type CommandDesk, openForWork, takeKeyFromEnvironment } from '../open-desk.ts';
import { tell } from '../output/printer.ts';
import type { DUPLICATES } from '../parsers.ts';
import { presetFrom, type SettingOptions } from '../preset-from.ts';
import { createReporter } from '../reports/create-reporter.ts';
import { tellEarlierWork, tellPaidBefore, withForecast } from '../reports/forecast.ts';
import type { Reporter } from '../reports/reporter.ts';
import { RUN } from '../strings/reports.ts';
import { USAGE } from '../strings/usage.ts';
import { terminationRequested } from '../termination.ts';
import { find } from './connections.ts';

export interface RestoreOptions extends SettingOptions {
  readonly fromList?: readonly string[];
  /** Restores (and pays for) recordings again that already have a result. */
  readonly again?: boolean;
  readonly duplicates?: (typeof DUPLICATES)[number];
  readonly connection?: string;
  readonly baseUrl?: string;
  /** The header that carries the key there. */
  readonly header?: HeaderStyle;
  /** The key belongs to another account at that address than the unfinished work. */
  readonly otherAccount?: boolean;
  readonly price?: Partial<Record<ModelId, MicroUsd>>;
  readonly concurrency?: number;
  readonly cap?: MicroUsd;
  /** The same as `cap`. */
  readonly maxCost?: MicroUsd;
  readonly rehearsal?: boolean;
  readonly json?: boolean;
  readonly dataDir?: string;
}

export async function restoreCommand(given: readonly string[], asked: RestoreOptions): Promise<ExitStatus> {
  const paths = await givenRecordings(given, asked.fromList);
  const options = asked.out === undefined ? asked : { ...asked, out: await givenPath(asked.out) };
  const key = takeKeyFromEnvironment();
  if (options.baseUrl !== undefined && key === undefined) {
    throw new UsageError(USAGE.baseUrlNeedsKey);
  }
  if (options.price !== undefined && options.baseUrl === undefined) {
    throw new UsageError(USAGE.priceNeedsBaseUrl);
  }
  if (options.otherAccount === true && options.baseUrl === undefined) {
    throw new UsageError(USAGE.otherAccountNeedsBaseUrl);
  }
  if (options.header !== undefined && options.baseUrl === undefined) {
    throw new UsageError(USAGE.headerNeedsBaseUrl);
  }
  const desk = await openForWork({
    dataDirectory: options.dataDir,
    concurrency: options.concurrency,
    leavesEarlierWork: true,
    rehearsal: options.rehearsal,
  });
  return await interruptible(desk, async (signal) => {
    const reporter = createReporter({ json: options.json === true });
    const connectionId = await connectionFor(desk, options, key);
    const preset = presetFrom(options, (await desk.client.presets.list()).presets);
    const again = options.again === true || options.duplicates === 'again';
    const report = await desk.client.queue.add({
      paths,
      preset: again ? { ...preset, reuse: false } : preset,
      start: true,
      leavesOutPaid: !again,
      ...(options.preset === undefined ? {} : { presetName: options.preset }),
      ...(options.duplicates === undefined || options.duplicates === 'again' ? {} : { duplicates: options.duplicates }),
      ...(connectionId === undefined ? {} : { connectionId }),
      ...(capOf(options) === undefined ? {} : { maxCost: capOf(options) }),
    });
    for (const left of report.skipped) if (left.kind !== 'paid-before') reporter.skipped(left);
    for (const { path, sameAs } of report.twice ?? [])
      reporter.tell({ event: 'twice', path, sameAs }, RUN.twice(path, sameAs));
    tellPaidBefore(reporter, report);
    tellEarlierWork(reporter, report, options.dataDir);
    const telling = await forecastFor(desk, report.jobIds.length, options, preset, connectionId, reporter);
    const status = await finish(desk, report.jobIds, telling, countLeftOut(report.skipped), signal);
    const undone = report.skipped.filter(({ harmless }) => harmless !== true);
    if (status !== EXIT.done || undone.length === 0) return status;
    return undone.every(({ kind }) => kind === 'paid-before') ? EXIT.needsPerson : EXIT.failed;
  });
}

function capOf({ cap, maxCost }: RestoreOptions): MicroUsd | undefined {
  return cap ?? maxCost;
}

export interface ResumeOptions {
  /** A new cap for batches whose cap is reached. */
  readonly cap?: MicroUsd;
  /** The only address that the key in the environment is for. */
  readonly baseUrl?: string;
  /** Also retries failed recordings, from where they failed, and writes lost outputs again. */
  readonly failed?: boolean;
  readonly json?: boolean;
  readonly dataDir?: string;
  readonly concurrency?: number;
}

export async function resumeCommand(options: ResumeOptions): Promise<ExitStatus> {
  const key = takeKeyFromEnvironment();
  if (options.baseUrl !== undefined && key === undefined) throw new UsageError(USAGE.baseUrlNeedsKey);
  const desk = await openForWork({
    dataDirectory: options.dataDir,
    concurrency: options.concurrency,
    leavesEarlierWork: false,
  });
  return await interruptible(desk, async (signal) => {
    const strange = key === undefined ? null : await strangeness(desk.host.recognizeKey(key, options.baseUrl));
    const reporter = createReporter({ json: options.json === true });
    await retryFailed(desk, options.failed === true);
    if (options.cap !== undefined) await raiseCaps(desk, options.cap);
    const jobIds = await unfinishedJobs(desk);
    const status = await finish(desk, jobIds, reporter, 0, signal);
    // Everything else has continued by then.
    if (strange !== null) throw strange;
    const left = await idsWhere(desk, (job) => job.state.kind === 'failed' && !jobIds.includes(job.id));
    if (left.length === 0) return status;
    tell(RUN.failedBefore(left.length));
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

export async function finish(
  desk: CommandDesk,
  jobIds: readonly string[],
  reporter: Reporter,
  skipped: number,
  signal: AbortSignal,
): Promise<ExitStatus> {
  const jobs = jobIds.length === 0 ? [] : await followJobs(desk.client, jobIds, reporter, signal);
  reporter.summary(jobs, skipped);
  return statusOf(jobs);
}

/** Jobs that are started and not finished. Paused ones stay paused. */
function unfinishedJobs(desk: CommandDesk): Promise<string[]> {
  const over = ['done', 'failed', 'cancelled', 'paused', 'in-review'];
  return idsWhere(desk, (job) => job.started && !over.includes(job.state.kind));
}

async function idsWhere(desk: CommandDesk, wanted: (job: JobView) => boolean): Promise<string[]> {
  return (await jobsWhere(desk.client, wanted)).map(({ id }) => id);
}

/** Ctrl-C and termination signals stop the work cleanly; `resume` continues from there. */
export async function interruptible(
  desk: CommandDesk,
  work: (signal: AbortSignal) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const controller = new AbortController();
  void terminationRequested().then(() => controller.abort());
  try {
    return await work(controller.signal);
  } catch (failure) {
    if (!controller.signal.aborted) throw failure;
    tell(RUN.interrupted);
    return EXIT.failed;
  } finally {
    await desk.close();
    // A start in flight would keep the process alive until its response arrives. Its intent is already stored.
    if (controller.signal.aborted) process.exit(EXIT.failed);
  }
}

async function forecastFor(
  desk: CommandDesk,
  recordings: number,
  options: RestoreOptions,
  { models }: BatchPreset,
  connectionId: string | undefined,
  reporter: Reporter,
): Promise<Reporter> {
  const { connections } = await desk.client.connections.list();
  const connection = connections.find(({ id }) => id === connectionId);
  if (recordings === 0 || connection === undefined) return reporter;
  return withForecast(reporter, {
    recordings,
    connection,
    models,
    maxCost: capOf(options) ?? null,
  });
}

/** The connection of a command: one for its address, the named one, or the built-in one. @returns its id */
export async function connectionFor(
  desk: CommandDesk,
  options: Pick<RestoreOptions, 'baseUrl' | 'connection' | 'header' | 'otherAccount' | 'price'>,
  key: string | undefined,
): Promise<string | undefined> {
  if (options.baseUrl !== undefined && key !== undefined) {
    const { header: headerStyle, otherAccount: isOtherAccount, price: prices } = options;
    return await desk.host.adHocConnection(options.baseUrl, key, { prices, headerStyle, isOtherAccount });
  }
  if (options.connection !== undefined) return (await find(desk.client, options.connection)).id;
  const { connections } = await desk.client.connections.list();
  return connections.find((connection) => connection.kind === 'built-in')?.id;
}
