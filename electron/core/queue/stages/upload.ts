/** Stage `uploading`: a project is created, which costs nothing, and the recording is sent to its upload address. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isSettled } from '../../../../shared/domain/generation-state.ts';
import { contentTypeOf } from '../../../../shared/domain/media-types.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import { uploadFile } from '../../api/transfers/upload-file.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import type { QueueContext } from '../queue-context.ts';
import { adoptBeforeLeaving } from '../start/adoption.ts';
import { claimProject } from '../start/claim-project.ts';
import { transferMeter } from '../views/speed-meter.ts';
import type { NextStep } from './next-step.ts';
import { readUploadTarget, resumableUpload, sealUploadTarget, type UploadTarget } from './upload-target.ts';

export async function upload(
  context: Pick<QueueContext, 'connections' | 'http' | 'ports' | 'quarantine' | 'runs' | 'store' | 'transitions'>,
  job: JobRow,
  signal: AbortSignal,
): Promise<NextStep> {
  const { connections, ports, store } = context;
  // What was started on the job's project is seen to its end there: no other project takes its place.
  if (!hasWorkOnProject(context, job)) {
    const recording = store.recordings.get(job.recordingId);
    await requireUnchanged(context, job, recording);
    const client = await connections.client(job.connectionId);
    if (await claimProject(context, client, job, signal)) {
      return { kind: 'enter', stage: 'ready', changes: { recoveredAt: null } };
    }
    if (!(await adoptBeforeLeaving(context, client, job, signal))) {
      const begun = resumableUpload(client, job, recording, ports.clock.now());
      const target = begun ?? (await createTarget(context, client, job, recording, signal));
      await send(context, job, recording, { ...target, isBegun: begun !== null }, signal);
      signal.throwIfAborted();
      await requireUnchanged(context, job, recording);
    }
  }
  return { kind: 'enter', stage: 'ready', changes: { uploadAddress: null }, checkpoint: 'upload:recorded' };
}

/** What another job paid for and this one took over runs on that job's project, and says nothing of this one's. */
function hasWorkOnProject({ store }: Pick<QueueContext, 'store'>, job: JobRow): boolean {
  if (job.projectId === null) return false;
  return store.generations
    .ofJob(job.id)
    .some(({ projectId, state }) => projectId === job.projectId && state.kind !== 'ready' && !isSettled(state));
}

/** The project is on record before its upload begins: every generation of the job is started on this one. */
async function createTarget(
  { ports, store }: Pick<QueueContext, 'ports' | 'store'>,
  client: ServiceClient,
  job: JobRow,
  recording: RecordingRow,
  signal: AbortSignal,
): Promise<UploadTarget> {
  const project = await client.createProject(
    {
      originalFileName: recording.name,
      contentType: contentTypeOf(recording.name),
      params: { source: 'cleartake', job: job.id },
    },
    signal,
  );
  const target = readUploadTarget(project, client, recording);
  ports.pass('upload:project-created');
  const { apiProjectId: projectId } = project;
  store.progress(() => {
    store.jobs.update(job.id, { projectId, uploadAddress: sealUploadTarget(client, job, recording, target) });
    const stage = { from: 'uploading', to: 'uploading' };
    store.events.append({ at: ports.clock.now(), jobId: job.id, event: 'project', ...stage, detail: projectId });
  });
  ports.pass('upload:project-recorded');
  return target;
}

async function send(
  context: Pick<QueueContext, 'http' | 'ports' | 'runs' | 'store' | 'transitions'>,
  job: JobRow,
  recording: RecordingRow,
  target: UploadTarget & { readonly isBegun: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { http, runs, ports, store, transitions } = context;
  const meter = transferMeter('upload', ports.clock.monotonic);
  try {
    await uploadFile(http, ports.files, {
      ...target,
      path: recording.path,
      contentHash: recording.contentHash,
      isOurs: job.connectionId === BUILT_IN_ID,
      signal,
      onProgress: (sentBytes, totalBytes) => {
        runs.jobs.change(job.id, { transfer: meter(sentBytes, totalBytes) });
        transitions.touch(job.id);
        ports.pass('upload:part-sent');
      },
      onGained: () => store.jobs.update(job.id, { tries: 0 }),
      // An address that died may read as a cut each time: the second one in a row is its last.
      onUnproven: () => {
        if (store.jobs.get(job.id).tries % 2 === 1) store.jobs.update(job.id, { uploadAddress: null });
      },
    });
    ports.pass('upload:sent');
  } catch (failure) {
    // An address that is not taken any more is not tried again: the next attempt has a project of its own.
    const isRefused = failure instanceof CleartakeError && failure.code === 'uploadRefused';
    if (isRefused) store.jobs.update(job.id, { uploadAddress: null });
    throw failure;
  } finally {
    runs.jobs.change(job.id, { transfer: null });
  }
}

/** What was quoted and looked at is what is sent. @throws CleartakeError sourceChanged, sourceMissing */
async function requireUnchanged(
  { ports, store }: Pick<QueueContext, 'ports' | 'store'>,
  job: JobRow,
  recording: RecordingRow,
): Promise<void> {
  const { bytes, modifiedAt } = await ports.files.facts(recording.path).catch((cause: unknown) => {
    throw new CleartakeError('sourceMissing', { cause });
  });
  if (bytes === recording.bytes && modifiedAt === recording.modifiedAt) return;
  store.transaction(() => {
    store.recordings.update(recording.id, { bytes, modifiedAt, contentHash: null, frames: null });
    // What was begun with the old content is not taken for the new one's.
    store.jobs.update(job.id, { projectId: null, uploadAddress: null });
  });
  throw new CleartakeError('sourceChanged');
}
