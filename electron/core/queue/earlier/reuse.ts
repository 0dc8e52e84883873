/**
 * The one rule about what was restored or paid before: nothing is started while another job has the same content, model and settings over
 * the same connection, whatever its age. Its result is used, its work that nobody fetches is taken up, and what is under way is waited
 * for. The exceptions are the person's: who asks to pay again (`reuse: false`), and results whose files are gone. Of equal recordings that were
 * started together only the first was quoted: the others never pay without another word.
 */

import { mayReuse } from '../../../../shared/domain/costs/paid-repeats.ts';
import { twinNotRestored } from '../../../../shared/domain/error-messages/service-work.ts';
import { CleartakeError, type ErrorCode, type Message, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { isUnresolved } from '../../../../shared/domain/generation-state.ts';
import { stageOf } from '../../../../shared/domain/job-state.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import type { EarlierWork } from '../../store/statements/earlier.ts';
import { presentQuote } from '../money/meter.ts';
import type { Books, Engines, QueueContext } from '../parts/queue-context.ts';
import { claimUnfetchedWork, takeResult, wholeResult } from './take-earlier.ts';
import { twinOf } from './twins.ts';

/** What history leaves of a job to be started. */
export interface LeftToStart {
  /** Generations that may start. Of each, equal ones that were looked at and have no result anymore. */
  readonly free: ReadonlyMap<string, ReadonlySet<string>>;
  /** Milliseconds until it is worthwhile to look again at equal work of another job that is under way; null without any. */
  readonly waitMs: number | null;
}

type Answer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'free'; readonly gone: ReadonlySet<string> }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  /** The person has to decide. */
  | { readonly kind: 'refused'; readonly problem: ErrorCode; readonly parts?: Message };

const SHORTEST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

type ReusePorts = Engines & Pick<QueueContext, 'runs' | 'settings'>;

/**
 * Asks it for each generation of a job that is ready, and takes what there is. A generation fails when the person has to decide about it;
 * the others continue.
 */
export async function reuseEarlierWork(context: ReusePorts, job: JobRow, signal: AbortSignal): Promise<LeftToStart> {
  const { store, transitions } = context;
  const free = new Map<string, ReadonlySet<string>>();
  const waits: number[] = [];
  for (const generation of store.generations.ofJob(job.id)) {
    if (generation.stateKind !== 'ready') continue;
    const answer = await askHistory(context, job, generation, signal);
    signal.throwIfAborted();
    if (answer.kind === 'free') free.set(generation.id, answer.gone);
    if (answer.kind === 'wait') waits.push(answer.milliseconds);
    const refusal = answer.kind === 'refused' ? answer : null;
    if (refusal === null && generation.reusedFrom === null) continue;
    store.transaction(() => {
      if (store.generations.get(generation.id).stateKind !== 'ready') return;
      // A promise that waits is kept for later.
      if (answer.kind !== 'wait') store.generations.update(generation.id, { reusedFrom: null });
      if (refusal === null) return;
      const { parts, problem } = refusal;
      // From now on the person knows what a retry costs.
      if (problem === 'twinNotRestored') leaveTwin(context, job, generation.model);
      transitions.generation(generation.id, {
        kind: 'fail',
        error: toErrorRecord(new CleartakeError(problem, { parts })),
      });
    });
  }
  return { free, waitMs: waits.length === 0 ? null : Math.min(...waits) };
}

/**
 * Part of the transaction that commits an intent: between what history said and now, another job may have come first.
 * @param gone equal generations that were looked at and have no result anymore
 * @throws CleartakeError sameWorkUnderWay: history has to be asked again
 */
export function requireFirst(
  { store }: Pick<QueueContext, 'store'>,
  job: JobRow,
  generation: Pick<GenerationRow, 'amount' | 'model'>,
  gone: ReadonlySet<string>,
): void {
  const { contentHash } = store.recordings.get(job.recordingId);
  if (contentHash === null || !mayHaveBeenPaid(job, generation)) return;
  const equal = store.earlier.equal(job, contentHash, generation.model);
  if (equal.every((work) => gone.has(work.generation.id))) return;
  throw new CleartakeError('sameWorkUnderWay', { detail: 'another job was first' });
}

/** What costs nothing is simply done again, and what the person wants to pay again isn't looked for. */
function mayHaveBeenPaid({ preset }: JobRow, { amount }: Pick<GenerationRow, 'amount'>): boolean {
  return amount !== 0 && mayReuse(preset, amount);
}

async function askHistory(
  context: ReusePorts,
  job: JobRow,
  generation: GenerationRow,
  signal: AbortSignal,
): Promise<Answer> {
  const { store } = context;
  const gone = new Set<string>();
  const { contentHash } = store.recordings.get(job.recordingId);
  const { amount } = presentQuote(context, job, generation);
  if (contentHash === null || !mayReuse(job.preset, amount)) return { kind: 'free', gone };
  const equal = () => store.earlier.equal(job, contentHash, generation.model);
  for (const work of equal()) {
    if (work.generation.stateKind !== 'stored') continue;
    const whole = work.result === null ? null : await wholeResult(context, work.result, signal);
    if (whole !== null) {
      await takeResult(context, job, generation, work.generation, whole);
      return { kind: 'taken' };
    }
    gone.add(work.generation.id);
  }
  if (!mayHaveBeenPaid(job, { amount })) return { kind: 'free', gone };
  return store.transaction(() => {
    const open = equal().filter(({ generation: { stateKind } }) => stateKind !== 'stored');
    return (
      askOpenWork(context, job, generation, open) ??
      askTwin(context, job, generation) ??
      freeUnlessPromised(context, generation, open, gone)
    );
  });
}

/** Runs inside the caller's transaction. @returns null when none of it stands in the way of a start */
function askOpenWork(
  context: ReusePorts,
  job: JobRow,
  generation: GenerationRow,
  open: readonly EarlierWork[],
): Answer | null {
  const { store } = context;
  const left = open.filter((work) => work.isLeft);
  if (left.some((work) => isUnresolved(work.generation.state)))
    return { kind: 'refused', problem: 'paidWorkUnfetched' };
  if (left.some((work) => claimUnfetchedWork(context, job, generation, work.generation))) return { kind: 'taken' };
  // Remote ids that were once this generation's, before another one claimed them.
  const own = store.events.idsGivenTo(generation);
  const isOwn = ({ generation: { remoteId } }: EarlierWork) => remoteId !== null && own.has(remoteId);
  if (open.some(isOwn)) return { kind: 'refused', problem: 'paidWorkTakenUp' };
  const alive = open.filter((work) => !work.isLeft);
  const [first] = alive;
  if (first === undefined) return null;
  if (alive.some((work) => !runsHere(context, work))) return { kind: 'refused', problem: 'sameWorkUnfinished' };
  const isStopped = alive.some(({ jobState }) => jobState === 'paused' || jobState === 'needs-you');
  return isStopped
    ? { kind: 'refused', problem: 'sameWorkHeld' }
    : { kind: 'wait', milliseconds: waitFor(context, first) };
}

/** Runs inside the caller's transaction, once no open work is in the way. @returns null for what follows no other recording */
function askTwin(context: ReusePorts, job: JobRow, { model }: GenerationRow): Answer | null {
  const { store } = context;
  const twin = twinOf(store.jobs.get(job.id), model);
  if (twin === undefined) return null;
  const first = store.jobs.find(twin.jobId);
  const work = store.generations.ofJob(twin.jobId).find((one) => one.model === model);
  const isToCome =
    first !== undefined && first.removedAt === null && first.stateKind !== 'failed' && stageOf(first.state) !== null;
  if (!isToCome || work?.stateKind !== 'ready')
    return { kind: 'refused', problem: 'twinNotRestored', parts: twinNotRestored(twin.name) };
  if (!runsHere(context, first)) return { kind: 'refused', problem: 'sameWorkUnfinished' };
  if (first.stateKind === 'paused') return { kind: 'refused', problem: 'sameWorkHeld' };
  return { kind: 'wait', milliseconds: waitFor(context, { generation: work }) };
}

/** Runs inside the caller's transaction. */
function leaveTwin({ store }: Pick<QueueContext, 'store'>, { id }: JobRow, model: ModelId): void {
  const { preset } = store.jobs.get(id);
  const { startedAs } = preset;
  if (startedAs?.follows === undefined) return;
  const follows = startedAs.follows.filter((twin) => twin.model !== model);
  store.jobs.update(id, { preset: { ...preset, startedAs: { ...startedAs, follows } } });
}

/** A terminal works on its own batches only. */
function runsHere(
  { runs, settings }: Pick<QueueContext, 'runs' | 'settings'>,
  { batchId }: Pick<EarlierWork, 'batchId'>,
): boolean {
  return !settings.leavesEarlierWork || runs.batches.has(batchId);
}

/** The longer it is under way, the seldomer it is looked at. */
function waitFor({ ports, store }: Books, { generation }: Pick<EarlierWork, 'generation'>): number {
  const since = store.generations.attempts(generation.id).at(-1)?.intentAt ?? generation.createdAt;
  return Math.max(SHORTEST_WAIT_MS, Math.min(LONGEST_WAIT_MS, (ports.clock.now() - since) / 4));
}

/**
 * What nobody can claim anymore doesn't prevent a start; but a promised result doesn't become a payment without another word. In a
 * terminal, which asks nobody, none does: the person says `--again`.
 */
function freeUnlessPromised(
  { settings }: Pick<QueueContext, 'settings'>,
  { reusedFrom }: GenerationRow,
  open: readonly EarlierWork[],
  gone: ReadonlySet<string>,
): Answer {
  if (reusedFrom !== null || (settings.host === 'cli' && gone.size > 0))
    return { kind: 'refused', problem: 'earlierResultGone' };
  return { kind: 'free', gone: new Set([...gone, ...open.map((work) => work.generation.id)]) };
}
