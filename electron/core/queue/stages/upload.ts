/** Stage `uploading`: a project is created, which is free, and the recording is sent to its upload address. */

import { ERROR_MESSAGES } from '../../../../shared/domain/error-messages/table.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isSettled } from '../../../../shared/domain/generation-state.ts';
import { toSourceError } from '../../../platform/files/file-errors.ts';
import { withReason } from '../../api/failures.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import { uploadFile } from '../../api/transfers/upload-file.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import { unchangedFacts } from '../../library/unchanged.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import type { Books, Calls, Engines, QueueContext } from '../parts/queue-context.ts';
import { adoptBeforeLeaving } from '../start/adoption.ts';
import { claimProject } from '../start/claim-project.ts';
import { continueProject } from '../start/continue-project.ts';
import { createOneProject } from '../start/create-project.ts';
import type { NextStep } from './next-step.ts';
import { settleFromHistory } from './prepare.ts';
import { transferMeter } from './speed-meter.ts';
import { readUploadTarget, resumableUpload, sealUploadTarget, type UploadTarget } from './upload-target.ts';

const PAST_UPLOAD = { kind: 'enter', stage: 'ready' } as const;
/** How often an upload address that is of no use is replaced. */
const MOST_RENEWALS = 2;

export async function upload(
  context: Calls & Engines & Pick<QueueContext, 'quarantine' | 'runs' | 'settings'>,
  job: JobRow,
  signal: AbortSignal,
): Promise<NextStep> {
  const { connections, ports, store } = context;
  // A project with started generations stays the job's project until they end.
  if (!hasWorkOnProject(context, job)) {
    const recording = store.recordings.get(job.recordingId);
    await requireUnchanged(context, job, recording, signal);
    // A retry may come back here long after it failed.
    const waits = await settleFromHistory(context, job, signal);
    if (waits !== null) return waits;
    if (!store.generations.ofJob(job.id).some(({ stateKind }) => stateKind === 'ready')) return PAST_UPLOAD;
    const client = await connections.client(job.connectionId);
    if (await claimProject(context, client, job, signal)) {
      return { ...PAST_UPLOAD, changes: { recoveredAt: null } };
    }
    if (continueProject(context, job)) return PAST_UPLOAD;
    if (!(await adoptBeforeLeaving(context, client, job, signal))) {
      const begun = resumableUpload(client, job, recording, ports.clock.now());
      const target = begun ?? (await createTarget(context, client, job, recording, signal));
      await send(context, job, recording, { ...target, isBegun: begun !== null }, signal);
      signal.throwIfAborted();
      await requireUnchanged(context, job, recording, signal);
    }
  }
  return { ...PAST_UPLOAD, changes: { uploadAddress: null }, checkpoint: 'upload:recorded' };
}

/** Only counts generations on the job's own project: claimed work runs on the project of an earlier job. */
function hasWorkOnProject({ store }: Pick<QueueContext, 'store'>, job: JobRow): boolean {
  if (job.projectId === null) return false;
  return store.generations
    .ofJob(job.id)
    .some(({ projectId, state }) => projectId === job.projectId && state.kind !== 'ready' && !isSettled(state));
}

/** The project is recorded before the upload begins: every generation of the job is started on it. */
async function createTarget(
  context: Books & Pick<QueueContext, 'runs'>,
  client: ServiceClient,
  job: JobRow,
  recording: RecordingRow,
  signal: AbortSignal,
): Promise<UploadTarget> {
  const { ports, store } = context;
  const project = await createOneProject(context, client, job, recording, signal);
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
  context: Calls & Pick<QueueContext, 'runs'>,
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
      onGained: () => {
        store.jobs.update(job.id, { tries: 0 });
        runs.jobs.change(job.id, { uselessAddresses: 0 });
      },
      // A dead address may look like a cut every time: it is given up after the second one in a row.
      onUnproven: () => {
        if (store.jobs.get(job.id).tries % 2 === 1) giveUpAddress(context, job);
      },
    });
    runs.jobs.change(job.id, { uselessAddresses: 0 });
    ports.pass('upload:sent');
  } catch (failure) {
    const isRefused = failure instanceof CleartakeError && failure.code === 'uploadRefused';
    if (isRefused && !giveUpAddress(context, job)) throw asNotAccepted(context, job, failure);
    throw failure;
  } finally {
    runs.jobs.change(job.id, { transfer: null });
  }
}

/**
 * The next attempt creates another project, since this address is of no use: a few times, for every one costs a project and the whole file.
 * @returns whether it does
 */
function giveUpAddress({ runs, store }: Pick<QueueContext, 'runs' | 'store'>, { id }: JobRow): boolean {
  const { uselessAddresses } = runs.jobs.get(id);
  if (uselessAddresses >= MOST_RENEWALS) return false;
  runs.jobs.change(id, { uselessAddresses: uselessAddresses + 1 });
  store.jobs.update(id, { uploadAddress: null });
  return true;
}

/** A person's retry begins with a new address and a new count. */
function asNotAccepted(
  { runs, store }: Pick<QueueContext, 'runs' | 'store'>,
  { id }: JobRow,
  { detail, parts }: CleartakeError,
): CleartakeError {
  runs.jobs.change(id, { uselessAddresses: 0 });
  store.jobs.update(id, { uploadAddress: null });
  const { message } = ERROR_MESSAGES.uploadNotAccepted;
  const options = { parts: withReason(message, parts.reason ?? '') };
  return new CleartakeError('uploadNotAccepted', detail === undefined ? options : { ...options, detail });
}

/** The uploaded file must be the one that was quoted and scanned. @throws CleartakeError sourceChanged, sourceMissing */
async function requireUnchanged(
  { ports, store }: Books,
  job: JobRow,
  recording: RecordingRow,
  signal: AbortSignal,
): Promise<void> {
  const known = store.recordings.get(recording.id);
  const same = await unchangedFacts(ports.files, known, signal).catch((failure: unknown) => {
    throw signal.aborted ? failure : toSourceError(failure);
  });
  if (same !== null) {
    if (same.modifiedAt !== known.modifiedAt)
      store.progress(() => store.recordings.update(recording.id, { modifiedAt: same.modifiedAt }));
    return;
  }
  const { bytes, modifiedAt } = await ports.files.facts(recording.path).catch((failure: unknown) => {
    throw toSourceError(failure);
  });
  store.transaction(() => {
    store.recordings.update(recording.id, { bytes, modifiedAt, contentHash: null, frames: null, countedSeconds: null });
    // The upload of the old content must not be resumed with the new one.
    store.jobs.update(job.id, { projectId: null, uploadAddress: null });
  });
  throw new CleartakeError('sourceChanged');
}
