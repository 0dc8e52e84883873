/** Reuses what was paid before instead of paying again: stored results, and work that was never downloaded. */

import { CleartakeError, type ErrorCode, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { isUnresolved } from '../../../../shared/domain/generation-state.ts';
import { outputWithSameBytes } from '../../library/result-copies.ts';
import type { GenerationRow, JobRow, ResultRow } from '../../store/schema.ts';
import { type EarlierWork, mayReuse } from '../../store/statements/earlier-results.ts';
import type { QueueContext } from '../queue-context.ts';
import { claimUnfetchedWork } from './claim-unfetched.ts';
import { saving } from './saving.ts';

/**
 * Checks for each generation that is about to start whether the same was paid before. A generation fails when the person has to decide
 * about it; the others continue.
 */
export async function reuseEarlierWork(
  context: Pick<QueueContext, 'paths' | 'ports' | 'store' | 'transitions'>,
  job: JobRow,
  contentHash: string,
  signal: AbortSignal,
): Promise<void> {
  const { store, transitions } = context;
  for (const generation of store.generations.ofJob(job.id)) {
    if (generation.stateKind !== 'ready') continue;
    const problem = mayReuse(job.preset, generation.amount)
      ? await reuseOne(context, job, generation, contentHash, signal)
      : null;
    signal.throwIfAborted();
    if (problem === null && generation.reusedFrom === null) continue;
    store.transaction(() => {
      if (store.generations.get(generation.id).stateKind !== 'ready') return;
      store.generations.update(generation.id, { reusedFrom: null });
      if (problem === null) return;
      transitions.generation(generation.id, { kind: 'fail', error: toErrorRecord(new CleartakeError(problem)) });
    });
  }
}

/** @returns why it must not start although nothing was reused; null when something was, or when it may start */
async function reuseOne(
  context: Pick<QueueContext, 'paths' | 'ports' | 'store' | 'transitions'>,
  job: JobRow,
  generation: GenerationRow,
  contentHash: string,
  signal: AbortSignal,
): Promise<ErrorCode | null> {
  const { store } = context;
  const earlier = () => store.earlierResults.find(job, contentHash, generation.model);
  // Remote ids that were once this generation's, before another one claimed them.
  const own = store.events.idsGivenTo(generation);
  const isOwn = ({ generation: { remoteId } }: EarlierWork) => remoteId !== null && own.has(remoteId);
  const before = earlier();
  for (const work of before) {
    // Recordings added together are restored separately, even if they are equal.
    const isEarlier = work.result !== null && (work.result.storedAt < generation.createdAt || isOwn(work));
    if (work.generation.stateKind !== 'stored' || work.result === null || !isEarlier) continue;
    const whole = await wholeResult(context, work.result, signal);
    if (whole === null) continue;
    await takeResult(context, job, generation, work.generation, whole);
    return null;
  }
  // What costs nothing is simply done again.
  if (generation.amount === 0) return null;
  if (before.length === 0) return generation.reusedFrom === null ? null : 'earlierResultGone';
  return store.transaction(() => {
    const open = earlier().filter((work) => work.generation.stateKind !== 'stored');
    const left = open.filter((work) => work.isLeft);
    if (left.some((work) => isUnresolved(work.generation.state))) return 'paidWorkUnfetched';
    if (left.some((work) => claimUnfetchedWork(context, job, generation, work.generation))) return null;
    if (open.some(isOwn)) return 'paidWorkTakenUp';
    return generation.reusedFrom === null ? null : 'earlierResultGone';
  });
}

/** The result with a file that is whole: its own, or one that the output folder has; null when there is none. */
async function wholeResult(
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
async function takeResult(
  context: Pick<QueueContext, 'paths' | 'ports' | 'store' | 'transitions'>,
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
