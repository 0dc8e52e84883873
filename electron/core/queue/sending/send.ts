/**
 * Sending finished recordings to another connection: each becomes a new job there, with the settings that it was restored with. What it was
 * restored to stays, and so does its row; what is in review goes on waiting there.
 */

import type { QuoteView } from '../../../../shared/contract/queue/queue.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { rowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { rememberedPreset } from '../../library/presets/chosen-preset.ts';
import { inChunks } from '../../store/open-store.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import { startJobs, withoutAgain } from '../admission.ts';
import { secondsToBill } from '../money/meter.ts';
import { type QuotePorts, quoteRecordings } from '../money/quote.ts';
import type { Calls, QueueContext } from '../parts/queue-context.ts';

/** A recording that is restored once more. */
export interface Sendable {
  readonly job: JobRow;
  readonly recording: RecordingRow;
  readonly preset: BatchPreset;
  readonly connectionId: string;
}

/** What is sent where. */
export interface SendRequest {
  readonly jobIds: readonly string[];
  readonly connectionId: string;
  /** Instead of those that the recordings were restored with. */
  readonly models?: readonly ModelId[] | undefined;
  /** Most that all of them together may cost, in micro-USD. */
  readonly maxCost?: number | undefined;
}

/** Finished jobs of other connections, and those in review, whose file isn't on the queue once more; one for each file. */
export function sendable(
  { store }: Pick<QueueContext, 'store'>,
  { connectionId, jobIds, models }: SendRequest,
): readonly Sendable[] {
  const found = new Map<string, Sendable>();
  for (const job of store.jobs.many(jobIds)) {
    const isRestored = job.stateKind === 'done' || job.stateKind === 'in-review';
    if (job.removedAt !== null || !isRestored || job.connectionId === connectionId) continue;
    const recording = store.recordings.get(job.recordingId);
    const { startedAs: _, excerpt, ...restoredWith } = withoutAgain(job.preset);
    if (excerpt !== undefined) continue;
    const preset = { ...restoredWith, models: [...(models ?? restoredWith.models)] };
    if (recording.origin !== 'lost') found.set(recording.realPath, { job, recording, preset, connectionId });
  }
  for (const realPath of store.recordings.openAmong([...found.keys()], { review: true })) found.delete(realPath);
  return [...found.values()];
}

/** What sending them would cost; those that can't be sent are in no figure. @throws CleartakeError notFound */
export function quoteSending(context: QuotePorts, request: SendRequest): QuoteView {
  requireConnection(context, request.connectionId);
  return quoteSendable(context, sendable(context, request));
}

export function quoteSendable(context: QuotePorts, found: readonly Sendable[]): QuoteView {
  const recordings = found.map(({ connectionId, job, recording, preset }) => {
    const { contentHash } = recording;
    const hashes = contentHash === null ? [] : [contentHash];
    const earlier = context.store.earlier.modelsOf(hashes, connectionId, preset).get(contentHash ?? '');
    return { connectionId, jobId: job.id, preset, seconds: secondsToBill(recording), earlier };
  });
  return quoteRecordings(context, recordings);
}

type StartPorts = Calls;

/** Writes and starts a job for each of them. @returns the new jobs @throws CleartakeError notFound */
export async function send(context: StartPorts, request: SendRequest): Promise<string[]> {
  requireConnection(context, request.connectionId);
  const { jobIds, maxCost = null } = request;
  return await startOnceMore(context, jobIds, (part) => sendable(context, { ...request, jobIds: part }), maxCost);
}

/** @param find what is restored of some of the jobs @param maxCost of all, in micro-USD; null without a limit */
export async function startOnceMore(
  context: StartPorts,
  jobIds: readonly string[],
  find: (jobIds: readonly string[]) => readonly Sendable[],
  maxCost: number | null,
): Promise<string[]> {
  const { ports, store, transitions } = context;
  const remembered = rememberedPreset(store);
  const batchId = ports.newId();
  const added: string[] = [];
  await inChunks(store, jobIds, (part) => {
    for (const { connectionId, job, recording, preset } of find(part)) {
      const at = ports.clock.now();
      if (added.length === 0) store.batches.insert({ id: batchId, createdAt: at, maxCost });
      const [id, recordingId] = [ports.newId(), ports.newId()];
      store.recordings.insert({ ...recording, id: recordingId, addedAt: at });
      store.jobs.insert({
        ...{ id, batchId, recordingId, connectionId, preset },
        position: store.jobs.nextPosition(),
        own: rowSettings(preset, remembered),
        stateKind: 'queued',
        state: { kind: 'queued' },
        createdAt: at,
      });
      // What is sent isn't marked anymore.
      store.events.append({ at, jobId: job.id, event: 'send', from: job.stateKind, to: job.stateKind, detail: id });
      for (const touched of [job.id, id]) transitions.touch(touched);
      added.push(id);
    }
  });
  // A program that ends before this leaves jobs that wait for Start.
  if (added.length > 0) await startJobs(context, { jobIds: added });
  return added;
}

function requireConnection({ store }: Pick<QueueContext, 'store'>, connectionId: string): void {
  const connection = store.connections.get(connectionId);
  if (connection === undefined || connection.removedAt !== null)
    throw new CleartakeError('notFound', { detail: 'connection' });
}
