/** Stage `preparing`: the whole recording is looked at, and the quote becomes exact. Nothing is sent. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { quoteGeneration } from '../../../../shared/domain/money.ts';
import { inspect } from '../../library/inspect.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import type { QueueContext } from '../queue-context.ts';
import { reuseEarlierResults } from '../reuse.ts';
import { refuseBeyondCap } from '../start/holds.ts';

export async function prepare(context: QueueContext, job: JobRow, signal: AbortSignal): Promise<void> {
  const { store, transitions } = context;
  const before = store.recordings.get(job.recordingId);
  const recording = (await isInspected(context, before)) ? before : await inspect(context, before, signal);
  signal.throwIfAborted();
  store.progress(() => {
    if (recording !== before) {
      const { contentHash, durationSeconds, frames, sampleRate, channels } = recording;
      store.recordings.update(recording.id, { contentHash, durationSeconds, frames, sampleRate, channels });
    }
    quoteGenerations(context, job, recording);
  });
  refuseOurResult(context, recording);
  await reuseEarlierResults(context, job, recording, signal);
  refuseHopeless(context, job);
  transitions.job(job.id, { kind: 'enter', stage: 'uploading' });
}

/** An output that was moved or renamed, then found in a folder. @throws CleartakeError ownResult */
function refuseOurResult({ store }: QueueContext, { contentHash, foundInFolder }: RecordingRow): void {
  if (foundInFolder && contentHash !== null && store.results.hasContent(contentHash)) {
    throw new CleartakeError('ownResult');
  }
}

/** A recording of which nothing could be started under the cap is not sent either. @throws CleartakeError costCapReached */
function refuseHopeless(context: QueueContext, job: JobRow): void {
  const generations = context.store.generations.ofJob(job.id);
  const ready = generations.filter((generation) => generation.stateKind === 'ready');
  if (ready.length < generations.length || ready.length === 0) return;
  const cheapest = ready.reduce((one, other) => ((other.amount ?? 0) < (one.amount ?? 0) ? other : one));
  refuseBeyondCap(context, job, ready.find((generation) => generation.amount === null) ?? cheapest);
}

/** Writes what each generation that is not started yet will be billed for, by the recording's exact length. */
export function quoteGenerations(context: QueueContext, job: JobRow, recording: RecordingRow): void {
  const { store } = context;
  const prices = store.connections.get(job.connectionId)?.prices;
  if (recording.durationSeconds === null) return;
  for (const generation of store.generations.ofJob(job.id)) {
    if (generation.stateKind !== 'ready') continue;
    const quote = quoteGeneration(recording.durationSeconds, prices?.[generation.model] ?? null);
    store.generations.update(generation.id, { billableSeconds: quote.billableSeconds, amount: quote.amount });
  }
}

/** Whether the recording was scanned before and is still the same file with its peaks in place. */
async function isInspected(context: QueueContext, recording: RecordingRow): Promise<boolean> {
  if (recording.frames === null || recording.contentHash === null) return false;
  const [source, peaks] = await Promise.all([
    context.ports.files.facts(recording.path).catch(() => null),
    context.ports.files.facts(context.paths.recording(recording.id).peaks).catch(() => null),
  ]);
  return (
    peaks !== null && peaks.bytes > 0 && source?.bytes === recording.bytes && source.modifiedAt === recording.modifiedAt
  );
}
