/** How commands that restore run: over which connection, until when, and with which exit status. */

import type { ServiceModelId } from '../../../../shared/domain/models.ts';
import type { MicroUsd } from '../../../../shared/domain/money.ts';
import type { HeaderStyle } from '../../../../shared/service-api/routes.ts';
import { findConnection, openForWork } from '../access/access.ts';
import type { CommandDesk } from '../access/open-desk.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { say } from '../output/printer.ts';
import type { Reporter } from '../reports/reporter.ts';
import { terminationRequested } from '../termination.ts';
import { followJobs, statusOf } from './follow.ts';

export interface RunOptions {
  readonly dataDir?: string;
  readonly concurrency?: number;
  readonly rehearsal?: boolean;
  /** Whether what an earlier run left stays as it is; it does unless this says otherwise. */
  readonly leavesEarlierWork?: boolean;
}

export interface RunningDesk extends CommandDesk {
  /** Follows jobs to their end, and sums them up. */
  finish(jobIds: readonly string[], reporter: Reporter, skipped?: number): Promise<ExitStatus>;
}

/** Works on the desk. Ctrl-C and termination signals stop the work cleanly; `resume` continues from there. */
export async function runOnDesk(
  { dataDir, leavesEarlierWork = true, ...options }: RunOptions,
  work: (desk: RunningDesk) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const { concurrency, rehearsal } = options;
  const desk = await openForWork({ dataDirectory: dataDir, concurrency, leavesEarlierWork, rehearsal });
  const controller = new AbortController();
  void terminationRequested().then(() => controller.abort());
  try {
    return await work({
      ...desk,
      async finish(jobIds, reporter, skipped = 0) {
        const jobs = jobIds.length === 0 ? [] : await followJobs(desk.client, jobIds, reporter, controller.signal);
        reporter.summary(jobs, skipped);
        return statusOf(jobs);
      },
    });
  } catch (failure) {
    if (!controller.signal.aborted) throw failure;
    say('Interrupted. Finished results are kept; run `cleartake resume` to continue.');
    return EXIT.failed;
  } finally {
    await desk.close();
    // A start in flight would keep the process alive until its response arrives. Its intent is already stored.
    if (controller.signal.aborted) process.exit(EXIT.failed);
  }
}

/** Which service a command works with. */
export interface ServiceChoice {
  readonly connection?: string;
  readonly baseUrl?: string;
  /** The header that carries the key there. */
  readonly header?: HeaderStyle;
  /** The key belongs to another account at that address than the unfinished work. */
  readonly otherAccount?: boolean;
  readonly price?: Partial<Record<ServiceModelId, MicroUsd>>;
}

/** @param key of the environment @throws UsageError for an address without a key, and for what needs an address */
export function checkService({ baseUrl, header, otherAccount, price }: ServiceChoice, key: string | undefined): void {
  if (baseUrl !== undefined && key === undefined)
    throw new UsageError('--base-url needs the service’s API key in the environment variable CLEARTAKE_API_KEY.');
  if (baseUrl !== undefined) return;
  if (price !== undefined)
    throw new UsageError('--price only works with --base-url. A saved connection has its own prices.');
  if (otherAccount === true) throw new UsageError('--other-account only works with --base-url.');
  if (header !== undefined)
    throw new UsageError('--header only works with --base-url. A saved connection has its own header.');
}

/** The connection of a command: one for its address, the named one, or the built-in one. @returns its id */
export async function connectionFor(
  desk: CommandDesk,
  options: ServiceChoice,
  key: string | undefined,
): Promise<string | undefined> {
  if (options.baseUrl !== undefined && key !== undefined) {
    const { header: headerStyle, otherAccount: isOtherAccount, price: prices } = options;
    return await desk.host.adHocConnection(options.baseUrl, key, { prices, headerStyle, isOtherAccount });
  }
  if (options.connection !== undefined) return (await findConnection(desk.client, options.connection)).id;
  const { connections } = await desk.client.connections.list();
  return connections.find((connection) => connection.kind === 'built-in')?.id;
}
