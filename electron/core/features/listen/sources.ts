/** Handlers of the sources group. */

import type { FindEvent } from '../../../../shared/contract/listening/sources.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { findSource } from '../../library/sources/find-source.ts';
import { countMovedAway, takeBack } from '../../library/sources/moved-away.ts';
import { isThere, knownHash, relink } from '../../library/sources/relink.ts';
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
        return recording.bytes > 0 && !(await isThere(files, recording)) ? id : null;
      }),
    );
    return found.filter((id) => id !== null);
  }

  async function take(recording: RecordingRow, path: string): Promise<FindEvent> {
    const jobs = store.jobs.ofRecordings(await relink(files, store, recording, path));
    for (const { id } of jobs) publisher.touch(id);
    const stopped = jobs.filter(
      ({ removedAt, state }) => removedAt === null && state.kind === 'failed' && state.error.code === 'sourceMissing',
    );
    const resumed = await retryJobs(
      context,
      stopped.map(({ id }) => id),
    );
    return { kind: 'found', path, jobs: jobs.length, resumed };
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
      const { recording, sought } = soughtRecording(store, input.jobId);
      // Without proof of its content it is as if the file was added.
      if (sought.contentHash === null) requireAddable(input.paths);
      for await (const step of findSource(ports, input.paths, sought, signal))
        yield step.kind === 'found' ? await take(recording, step.path) : step;
    }),
  };
}

/** @throws CleartakeError notFound */
function soughtRecording(store: Store, jobId: string) {
  const job = store.jobs.find(jobId);
  if (job === undefined) throw new CleartakeError('notFound', { detail: 'job' });
  const recording = store.recordings.get(job.recordingId);
  return { recording, sought: { ...recording, contentHash: knownHash(store, recording) } };
}
