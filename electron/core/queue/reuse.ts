/** What was restored and paid before is taken over instead of being paid again. */

import { type EarlierResult, mayReuse } from '../store/earlier-results.ts';
import type { GenerationRow, JobRow, RecordingRow } from '../store/schema.ts';
import type { QueueContext } from './queue-context.ts';

/** Makes each generation of the job that has an earlier result `stored` with that result. Nothing is held or charged for it. */
export async function reuseEarlierResults(
  context: QueueContext,
  job: JobRow,
  recording: RecordingRow,
  signal: AbortSignal,
): Promise<void> {
  if (recording.contentHash === null) return;
  for (const generation of context.store.generations.ofJob(job.id)) {
    if (generation.stateKind !== 'ready' || !mayReuse(job.preset, generation.amount)) continue;
    const earlier = context.store.earlierResults.find(job, recording.contentHash, generation.model);
    if (earlier !== undefined && (await isWhole(context, earlier, signal)))
      await takeOver(context, generation, earlier);
    signal.throwIfAborted();
  }
}

async function isWhole({ ports }: QueueContext, { result }: EarlierResult, signal: AbortSignal): Promise<boolean> {
  const facts = await ports.files.facts(result.path).catch(() => null);
  if (facts?.kind !== 'file' || facts.bytes !== result.bytes) return false;
  return (await ports.files.hash(result.path, signal)) === result.contentHash;
}

/** The file itself stays where it is; both generations name it. */
async function takeOver(context: QueueContext, generation: GenerationRow, earlier: EarlierResult): Promise<void> {
  const { paths, ports, store, transitions } = context;
  const { state } = earlier.generation;
  if (!('remoteId' in state) || state.remoteId === null) return;
  const remoteId = state.remoteId;
  const from = paths.generation(earlier.generation.id);
  const to = paths.generation(generation.id);
  await ports.files.makeFolder(to.folder);
  for (const [source, target] of [
    [from.peaks, to.peaks],
    [from.index, to.index],
  ] as const) {
    // Without them the comparison has no wave to show; the result itself is there.
    await ports.files
      .copy(source, to.temporary)
      .then(() => ports.files.takeFreeName(to.temporary, target))
      .catch(() => false);
    await ports.files.remove(to.temporary);
  }
  store.transaction(() => {
    store.results.put({
      ...earlier.result,
      generationId: generation.id,
      exportedPath: null,
      storedAt: ports.clock.now(),
    });
    store.generations.update(generation.id, { reusedFrom: earlier.generation.id, billableSeconds: 0, amount: 0 });
    transitions.generation(generation.id, { kind: 'reuse', remoteId });
  });
  ports.log.info('An earlier result was taken over', { generation: generation.id, from: earlier.generation.id });
}
