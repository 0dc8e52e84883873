/** Handlers of the sources group. */

import path from 'node:path';
import type { FindEvent } from '../../../../shared/contract/listening/sources.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { OriginalFile } from '../../../../shared/domain/tracks/made-from.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { findSource, type Sought } from '../../library/sources/find-source.ts';
import { countMovedAway, takeBack } from '../../library/sources/moved-away.ts';
import { isThere, knownHash, lostOriginal, relink, relinkOriginal } from '../../library/sources/relink.ts';
import type { DeskPorts } from '../../ports.ts';
import { retryJobs } from '../../queue/actions.ts';
import type { Queue } from '../../queue/open-queue.ts';
import type { Store } from '../../store/open-store.ts';
import type { RecordingRow } from '../../store/schema.ts';

export function sourcesHandlers(
  ports: Pick<DeskPorts, 'clock' | 'files' | 'newId'>,
  store: Store,
  { context, publisher }: Pick<Queue, 'context' | 'publisher'>,
  { requireAddable, requireFindable }: PathChecks,
) {
  const { files } = ports;

  async function missing(jobIds: readonly string[]): Promise<string[]> {
    const found = await Promise.all(
      store.jobs.many(jobIds).map(async ({ id, recordingId }) => {
        const recording = store.recordings.get(recordingId);
        if (recording.madeFrom !== null) return (await lostOriginal(files, recording)) === null ? null : id;
        return recording.bytes > 0 && !(await isThere(files, recording)) ? id : null;
      }),
    );
    return found.filter((id) => id !== null);
  }

  async function take({ lost, recording }: Searched, found: string): Promise<FindEvent> {
    const moved =
      lost === null
        ? await relink(files, store, recording, found)
        : await relinkOriginal(files, store, lost.realPath, found);
    const jobs = store.jobs.ofRecordings(moved);
    for (const { id } of jobs) publisher.touch(id);
    const stopped = jobs.filter(
      ({ removedAt, state }) => removedAt === null && state.kind === 'failed' && state.error.code === 'sourceMissing',
    );
    const resumed = await retryJobs(
      context,
      stopped.map(({ id }) => id),
    );
    return { kind: 'found', path: found, jobs: jobs.length, resumed };
  }

  return {
    movedAway: os.sources.movedAway.handler(() => ({ count: countMovedAway(store) })),
    takeBack: os.sources.takeBack.handler(async () => {
      const back = await takeBack(ports, store);
      for (const { id } of store.jobs.ofRecordings(back)) publisher.touch(id);
      return { moved: back.length, left: countMovedAway(store) };
    }),
    missing: os.sources.missing.handler(async ({ input }) => ({ jobIds: await missing(input.jobIds) })),
    find: os.sources.find.handler(async function* ({ input, signal }): AsyncGenerator<FindEvent, void> {
      requireFindable(input.paths);
      const searched = await searchedFor(files, store, input.jobId);
      const { sought } = searched;
      // Without proof of its content it is as if the file was added.
      if (sought.contentHash === null) requireAddable(input.paths);
      for await (const step of findSource(ports, input.paths, sought, signal))
        yield step.kind === 'found' ? await take(searched, step.path) : step;
    }),
  };
}

interface Searched {
  readonly recording: RecordingRow;
  /** The file that it was made of, if that is what is gone. */
  readonly lost: OriginalFile | null;
  readonly sought: Sought;
}

/** @throws CleartakeError notFound */
async function searchedFor(files: DeskPorts['files'], store: Store, jobId: string): Promise<Searched> {
  const job = store.jobs.find(jobId);
  if (job === undefined) throw new CleartakeError('notFound', { detail: 'job' });
  const recording = store.recordings.get(job.recordingId);
  const lost = await lostOriginal(files, recording);
  if (lost === null) return { recording, lost, sought: { ...recording, contentHash: knownHash(store, recording) } };
  // It may have been read as a recording of its own.
  const contentHash = store.recordings.hashOf(lost.realPath);
  return { recording, lost, sought: { ...lost, name: path.basename(lost.path), contentHash } };
}
