/** Stage `uploading`: a project is created, which costs nothing, and the recording is sent to its upload address. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isSettled } from '../../../../shared/domain/generation-state.ts';
import { contentTypeOf } from '../../../../shared/domain/media-types.ts';
import { parseTransferUrl } from '../../api/addresses.ts';
import { uploadFile } from '../../api/transfers.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import { transferMeter } from '../live-progress.ts';
import type { QueueContext } from '../queue-context.ts';

export async function upload(context: QueueContext, job: JobRow, signal: AbortSignal): Promise<void> {
  const { connections, http, live, ports, store, transitions } = context;
  if (store.generations.ofJob(job.id).every((generation) => isSettled(generation.state))) {
    // Every result is there already: nothing is sent.
    transitions.job(job.id, { kind: 'enter', stage: 'ready' });
    return;
  }
  const recording = store.recordings.get(job.recordingId);
  await requireUnchanged(context, recording);
  const client = await connections.client(job.connectionId);
  const project = await client.createProject(
    {
      originalFileName: recording.name,
      contentType: contentTypeOf(recording.name),
      params: { source: 'cleartake', job: job.id },
    },
    signal,
  );
  ports.pass('upload:project-created');
  // The project is on record before its upload begins: every generation of the job is started on this one.
  store.jobs.update(job.id, { projectId: project.apiProjectId });
  ports.pass('upload:project-recorded');
  const meter = transferMeter('upload', ports.clock.monotonic);
  try {
    await uploadFile(http, ports.files, {
      url: parseTransferUrl(project.uploadUrl, client.baseUrl),
      method: project.uploadMethod,
      contentType: project.contentType ?? contentTypeOf(recording.name),
      path: recording.path,
      signal,
      onProgress: (sentBytes, totalBytes) => {
        live.setTransfer(job.id, meter(sentBytes, totalBytes));
        transitions.touch(job.id);
        ports.pass('upload:part-sent');
      },
    });
    ports.pass('upload:sent');
  } finally {
    live.setTransfer(job.id, null);
  }
  signal.throwIfAborted();
  await requireUnchanged(context, recording);
  transitions.job(job.id, { kind: 'enter', stage: 'ready' });
  ports.pass('upload:recorded');
}

/** What was quoted and looked at is what is sent. @throws CleartakeError sourceChanged, sourceMissing */
async function requireUnchanged(context: QueueContext, recording: RecordingRow): Promise<void> {
  const { bytes, modifiedAt } = await context.ports.files.facts(recording.path).catch((cause: unknown) => {
    throw new CleartakeError('sourceMissing', { cause });
  });
  if (bytes === recording.bytes && modifiedAt === recording.modifiedAt) return;
  context.store.recordings.update(recording.id, { bytes, modifiedAt, contentHash: null, frames: null });
  throw new CleartakeError('sourceChanged');
}
