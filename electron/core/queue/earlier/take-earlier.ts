/** How a job gets what another one has: a copy of its result, or its work that nobody fetches. */

import { CleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { remoteIdOf } from '../../../../shared/domain/generation-state.ts';
import { outputWithSameBytes } from '../../library/result-copies.ts';
import type { GenerationRow, JobRow, ResultRow } from '../../store/schema.ts';
import { releaseHold } from '../money/holds.ts';
import { presentQuote } from '../money/meter.ts';
import type { Books, Engines, QueueContext } from '../parts/queue-context.ts';

/**
 * Claims work that was or will be billed and that nobody downloads, because its job failed, was cancelled or was removed: this job follows
 * it and downloads the result. A charge stays with the earlier generation; a mere hold moves to this one. The earlier job keeps
 * the record of the start, and its retry looks for the result first. Runs inside the caller's transaction.
 * @returns false when the service's id or project is unknown, or the earlier generation cannot hand it over
 */
export function claimUnfetchedWork(
  context: Books,
  job: JobRow,
  generation: GenerationRow,
  earlier: GenerationRow,
): boolean {
  const { ports, store, transitions } = context;
  const { contentHash, projectId, remoteStatus } = earlier;
  const remoteId = remoteIdOf(earlier.state);
  if (remoteId === null || projectId === null) return false;
  const at = ports.clock.now();
  const attemptId = ports.newId();
  const held = store.ledger.openHold(earlier.id);

  // Only one row may have the remote id.
  const error = toErrorRecord(new CleartakeError('paidWorkTakenUp'));
  if (transitions.generation(earlier.id, { kind: 'hand-over', error }) === null) return false;
  releaseHold(context, earlier.id);
  store.generations.update(earlier.id, { remoteId: null });
  transitions.job(earlier.jobId, { kind: 'hand-over', error });

  const cost =
    held === undefined
      ? {
          reusedFrom: earlier.reusedFrom ?? earlier.id,
          billableSeconds: 0,
          amount: 0,
          ...saving(context, job, generation),
        }
      : { reusedFrom: null, billableSeconds: held.seconds, amount: held.amount };
  store.generations.update(generation.id, { contentHash, projectId, remoteStatus, ...cost });
  const attempt = { parameterHash: '', baseline: [], intentAt: at, resolvedAt: at, outcome: 'adopted' } as const;
  store.generations.insertAttempt({ id: attemptId, generationId: generation.id, ...attempt });
  if (held !== undefined) {
    const { seconds, amount } = held;
    store.ledger.append({ at, generationId: generation.id, attemptId, kind: 'hold', seconds, amount });
  }
  // Not by an intent: another model of this job may be unresolved, and a job has one such start at a time.
  transitions.generation(generation.id, { kind: 'take-up', remoteId });
  ports.log.info('Unfetched work of an earlier job was claimed', { generation: generation.id, from: earlier.id });
  return true;
}

/** The result with a file that is whole: its own, or one that the output folder has; null when there is none. */
export async function wholeResult(
  { paths, ports }: Pick<QueueContext, 'paths' | 'ports'>,
  result: ResultRow,
  signal: AbortSignal,
): Promise<ResultRow | null> {
  const isWhole = async (file: string) => {
    const facts = await ports.files.facts(file).catch(() => null);
    if (facts?.kind !== 'file' || facts.bytes !== result.bytes) return false;
    return (await ports.files.hash(file, signal)) === result.contentHash;
  };
  if (await isWhole(result.path)) return result;
  const output = outputWithSameBytes(result);
  if (output === null || !(await isWhole(output))) return null;
  // It was removed to make room: the library needs one of its own again, because outputs are the person's.
  const place = paths.generation(result.generationId);
  await ports.files.makeFolder(place.folder);
  await ports.files.copy(output, place.temporary);
  await ports.files.commit(place.temporary, result.path);
  return result;
}

/** Both generations then name the same file. */
export async function takeResult(
  context: Engines,
  job: JobRow,
  generation: GenerationRow,
  earlier: GenerationRow,
  result: ResultRow,
): Promise<void> {
  const { paths, ports, store, transitions } = context;
  const { state, contentHash } = earlier;
  if (state.kind !== 'stored') return;
  const from = paths.generation(earlier.id);
  const to = paths.generation(generation.id);
  await ports.files.makeFolder(to.folder);
  for (const [source, target] of [
    [from.peaks, to.peaks],
    [from.index, to.index],
  ] as const) {
    // Without them the comparison shows no waveform, but the result itself is there.
    const copied = ports.files.copy(source, to.temporary).then(() => ports.files.commit(to.temporary, target));
    await copied.catch(() => undefined);
  }
  store.transaction(() => {
    const storedAt = ports.clock.now();
    store.results.put({ ...result, generationId: generation.id, exportedPath: null, storedAt });
    // The result does not belong to this job's project, whatever was tried there before.
    const free = { projectId: null, billableSeconds: 0, amount: 0 };
    store.generations.update(generation.id, {
      reusedFrom: earlier.id,
      contentHash,
      ...free,
      ...saving(context, job, generation),
    });
    transitions.generation(generation.id, { kind: 'reuse', remoteId: state.remoteId });
  });
  ports.log.info('An earlier result was reused', { generation: generation.id, from: earlier.id });
}

/**
 * What an earlier result saves, at the price of this moment: a later price doesn't change it.
 * @returns columns of the generation that takes the result; none when it was counted before
 */
function saving(
  { ports, store }: Books,
  job: JobRow,
  generation: GenerationRow,
): Partial<Pick<GenerationRow, 'reusedAt' | 'saved'>> {
  if (generation.reusedAt !== null) return {};
  return { reusedAt: ports.clock.now(), saved: presentQuote({ store }, job, generation).amount };
}
