/** `cleartake download`: fetches a paid result, again or for the first time. Nothing is uploaded, started or charged. */

import path from 'node:path';
import type { DownloadType } from '../../../../shared/domain/export/settings.ts';
import type { Store } from '../../../core/store/open-store.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { openForWork, takeKeyFromEnvironment } from '../open-desk.ts';
import { openForReading } from '../open-store.ts';
import { createReporter } from '../reports/create-reporter.ts';
import { DOWNLOADING } from '../strings/reports.ts';
import { USAGE } from '../strings/usage.ts';
import { finish, interruptible } from './restore.ts';

export interface DownloadOptions {
  /** The only type that will do; without it, what the service gives. */
  readonly type?: DownloadType;
  readonly json?: boolean;
  readonly dataDir?: string;
}

/** @param recording a job's id, a name, or a path. @throws UsageError when none or several are meant */
export async function downloadCommand(recording: string, options: DownloadOptions): Promise<ExitStatus> {
  const key = takeKeyFromEnvironment();
  const jobId = chosenJob(recording, options);
  const desk = await openForWork({ dataDirectory: options.dataDir, leavesEarlierWork: true });
  return await interruptible(desk, async (signal) => {
    if (key !== undefined) await desk.host.recognizeKey(key);
    const reporter = createReporter({ json: options.json === true });
    const { type } = options;
    const answer = await desk.client.queue.downloadAgain({ jobIds: [jobId], ...(type === undefined ? {} : { type }) });
    if (answer.downloading > 0) return await finish(desk, [jobId], reporter, 0, signal);
    const [state, words] =
      answer.here > 0
        ? (['here', DOWNLOADING.here] as const)
        : answer.gone > 0
          ? (['gone', DOWNLOADING.gone] as const)
          : (['failed', answer.problem ?? DOWNLOADING.nothingPaid] as const);
    reporter.tell({ event: 'download', id: jobId, state }, `${recording}: ${words}`);
    return state === 'here' ? EXIT.done : EXIT.failed;
  });
}

function chosenJob(recording: string, { dataDir }: DownloadOptions): string {
  const store = openForReading(dataDir);
  try {
    const found = store === null ? [] : jobsCalled(store, recording);
    // Of several, the one whose paid result was never downloaded is meant.
    const unfetched = found.filter(({ id }) => store?.generations.ofJob(id).some(isUnfetched) === true);
    const meant = unfetched.length > 0 ? unfetched : found;
    const [one, ...others] = meant;
    if (one === undefined) throw new UsageError(USAGE.noRecording(recording));
    if (others.length === 0) return one.id;
    const all = meant.slice(0, 20).map(({ id, where }) => `${where} (${id})`);
    throw new UsageError(USAGE.recordingAmbiguous(recording, all.join(', ')));
  } finally {
    store?.close();
  }
}

function isUnfetched({ stateKind }: { readonly stateKind: string }): boolean {
  return stateKind === 'complete' || stateKind === 'downloading';
}

const PAGE = 500;

/** In the queue or only in history, newest first. */
function jobsCalled(store: Store, wanted: string): { readonly id: string; readonly where: string }[] {
  const found: { readonly id: string; readonly where: string }[] = [];
  const wantedPath = path.resolve(wanted);
  for (let after: Parameters<Store['history']['page']>[0] = null; ; ) {
    const page = store.history.page(after, PAGE);
    for (const { facts } of store.history.facts(page.map(({ id }) => id))) {
      const where = path.join(facts.show, facts.name);
      if (facts.jobId === wanted || facts.name === wanted || where === wantedPath || where.endsWith(`/${wanted}`))
        found.push({ id: facts.jobId, where });
    }
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return found;
  }
}
