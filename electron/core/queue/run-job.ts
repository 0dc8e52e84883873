/** Works on one job while it stays in its lane: runs its stages, and alone acts on what they say comes next. */

import { reassurance } from '../../../shared/domain/error-messages/reassurance.ts';
import {
  asFinal,
  CleartakeError,
  type ErrorRecord,
  toCleartakeError,
  toErrorRecord,
} from '../../../shared/domain/errors.ts';
import { isSettled } from '../../../shared/domain/generation-state.ts';
import { isWorkingStage, type WorkingStage } from '../../../shared/domain/job-state.ts';
import { redactSecretLookalikes } from '../../platform/security/redaction.ts';
import { explainDataFailure } from '../../platform/store-files/data-errors.ts';
import type { ServiceClient } from '../api/service-client.ts';
import { BUILT_IN_ID } from '../connections/connections.ts';
import type { GenerationRow, JobRow } from '../store/schema.ts';
import { refundCharge, releaseHold } from './money/holds.ts';
import type { Books, Calls, QueueContext } from './parts/queue-context.ts';
import { type Circumstances, isAboutKey, judge } from './retry-policy.ts';
import { type Lane, laneOf } from './scheduling/lanes.ts';
import { type DownloadPorts, download, downloadEach, downloadGeneration } from './stages/download.ts';
import { exportGeneration, exportJob } from './stages/export.ts';
import { generate } from './stages/generate.ts';
import type { NextStep } from './stages/next-step.ts';
import { eventOf, type JobChanges, type StepAfterFailure } from './stages/next-step.ts';
import { prepare } from './stages/prepare.ts';
import { upload } from './stages/upload.ts';

const STAGE_WORK: Readonly<Record<WorkingStage, StageWork>> = {
  preparing: (context, job, signal) => leftAloneOnceInterrupted(context.ports, signal, prepare(context, job, signal)),
  uploading: upload,
  ready: async ({ store }, job) => {
    // A job that claimed the paid work of an earlier one has no project of its own to start on.
    const isUnsent = job.projectId === null && store.generations.ofJob(job.id).some((one) => one.stateKind === 'ready');
    return { kind: 'enter', stage: isUnsent ? 'uploading' : 'generating' };
  },
  generating: (context, job, signal) =>
    generate(context, job, signal, (client, generations) => fetchComplete(context, client, job, generations, signal)),
  downloading: download,
  exporting: (context, job, signal) => leftAloneOnceInterrupted(context.ports, signal, exportJob(context, job, signal)),
};

/** How long interrupted work may take to clean up, in milliseconds. */
const CLEAN_UP_MS = 2000;

/** The queue rests for at most so long when the store can't be written. */
const STORE_REST_MS = 60_000;

/**
 * Never throws. After an abort, the job stays in the state that the aborting side gave it.
 * @returns whether the outcome could be stored
 */
export async function runJob(context: QueueContext, jobId: string, lane: Lane, signal: AbortSignal): Promise<boolean> {
  const { runs, ports, store, transitions } = context;
  runs.jobs.change(jobId, { workingSince: ports.clock.monotonic(), unstored: null });
  try {
    for (;;) {
      const job = store.jobs.get(jobId);
      if (signal.aborted) return true;
      const { kind } = job.state;
      if ((kind !== 'queued' && !isWorkingStage(kind)) || laneOf(kind) !== lane) return true;
      if (kind === 'queued') transitions.job(jobId, { kind: 'enter', stage: 'preparing' });
      else await runStage(context, job, kind, signal);
    }
  } catch (failure) {
    // The store failed: nothing more can be recorded, and nothing was sent after that.
    const reason = toErrorRecord(explainDataFailure(context.settings.dataDirectory, failure));
    ports.log.error('A job stopped, and the store could not record it', {
      job: jobId,
      reason: toCleartakeError(failure).message,
    });
    runs.jobs.change(jobId, { unstored: { reason, until: ports.clock.now() + STORE_REST_MS } });
    transitions.touch(jobId);
    return false;
  } finally {
    runs.jobs.change(jobId, { workingSince: null, transfer: null, exportProgress: null });
  }
}

async function runStage(context: QueueContext, job: JobRow, stage: WorkingStage, signal: AbortSignal): Promise<void> {
  const jumps = context.time.jumps;
  try {
    const next = await STAGE_WORK[stage](context, job, signal);
    // If somebody moved the job meanwhile, it stays where they put it.
    if (context.store.jobs.get(job.id).stateKind !== stage) return;
    // A wait is no progress: what failed before it keeps its count.
    applyStep(context, job, next, job.tries > 0 && next.kind !== 'wait' ? { tries: 0 } : {});
  } catch (failure) {
    if (signal.aborted) return;
    context.time.check();
    settleFailure(context, job, stage, failure, context.time.jumps !== jumps);
  }
}

/**
 * Writes a step in one transaction.
 * @param changes columns of the job's row that are written with it
 */
export function applyStep(context: Calls, job: JobRow, step: StepAfterFailure, changes: JobChanges): void {
  const { connections, ports, store, transitions } = context;
  const isRepeatable = step.kind === 'enter' || step.kind === 'finish';
  const write = isRepeatable ? store.progress : store.transaction;
  write(() => {
    const written = { ...changes, ...(step.kind === 'enter' ? step.changes : {}) };
    if (Object.keys(written).length > 0) store.jobs.update(job.id, written);
    if (step.kind === 'park') connections.park(job.connectionId, step.reason);
    transitions.job(job.id, eventOf(step, ports.clock.now()));
  });
  if (step.kind === 'enter' && step.checkpoint !== undefined) ports.pass(step.checkpoint);
}

/** Whether the person entered a new key while the job still worked with the old one: the failure says nothing about the new key. */
function hadEarlierKey(
  { connections, runs }: Pick<QueueContext, 'connections' | 'runs'>,
  job: JobRow,
  { code }: CleartakeError,
): boolean {
  const { workingSince: since } = runs.jobs.get(job.id);
  return isAboutKey(code) && since !== null && connections.keySetSince(job.connectionId, since);
}

/** @param sleptThrough whether the computer slept or its clock was set during the stage: then the failure is not the service's fault */
function settleFailure(
  context: Calls & Pick<QueueContext, 'runs' | 'settings'>,
  job: JobRow,
  stage: WorkingStage,
  failure: unknown,
  sleptThrough: boolean,
): void {
  const { ports, settings, store } = context;
  const error = toCleartakeError(explainDataFailure(settings.dataDirectory, failure));
  const { tries } = store.jobs.get(job.id);
  const { retryBaseMs: baseMs, patient } = settings;
  const counted = sleptThrough ? 0 : tries;
  const step: StepAfterFailure = hadEarlierKey(context, job, error)
    ? { kind: 'wait', milliseconds: 0, reason: reasonOf(error) }
    : isForgottenHere(job, error)
      ? beginAgain(context, job)
      : stepAfter(error, stage, { tries: counted, baseMs, random: ports.random(), patient });
  const { code, detail = null } = error;
  applyStep(context, job, step, triesAfter(step, tries, sleptThrough));
  const money = store.moneyRecords.ofJobs([job.id]).ofJob.get(job.id);
  const so = (money === undefined ? undefined : reassurance(money)) ?? null;
  ports.log.warn('A stage failed', { job: job.id, stage, code, detail, verdict: step.kind, money: so });
}

/** What follows a failure, by the retry policy. */
export function stepAfter(error: CleartakeError, stage: WorkingStage, circumstances: Circumstances): StepAfterFailure {
  const reason = reasonOf(error);
  const verdict = judge(error, stage, circumstances);
  switch (verdict.kind) {
    case 'wait':
      return { kind: 'wait', milliseconds: verdict.milliseconds, reason };
    case 'suspend':
    case 'park':
      return { kind: verdict.kind, reason };
    case 'fail':
      return { kind: 'fail', error: asFinal(reason), retryFrom: verdict.retryFrom };
  }
}

function triesAfter({ kind }: StepAfterFailure, tries: number, sleptThrough: boolean): JobChanges {
  if (kind === 'fail') return { tries: 0 };
  return kind === 'wait' && !sleptThrough ? { tries: tries + 1 } : {};
}

/** The error for the job's row, without anything that looks like a secret. */
function reasonOf(error: CleartakeError): ErrorRecord {
  const record = toErrorRecord(error);
  return record.detail === undefined ? record : { ...record, detail: redactSecretLookalikes(record.detail) };
}

function isForgottenHere({ connectionId }: JobRow, { code }: CleartakeError): boolean {
  return connectionId === BUILT_IN_ID && (code === 'projectUnknown' || code === 'generationUnknown');
}

/** Makes every generation ready again whose result isn't here, and lets the job send its recording once more. */
function beginAgain({ ports, store, transitions }: Books, job: JobRow): NextStep {
  const now = ports.clock.now();
  const error = toErrorRecord(new CleartakeError('generationFailed', { detail: 'the built-in service lost it' }));
  const steps = [
    { kind: 'lost-sight', now },
    { kind: 'start-again' },
    { kind: 'fail', error },
    { kind: 'retry' },
  ] as const;
  store.transaction(() => {
    for (const { id, state } of store.generations.ofJob(job.id)) {
      if (state.kind === 'ready' || isSettled(state)) continue;
      if ('attemptId' in state) store.generations.resolveAttempt(state.attemptId, 'absent', now);
      releaseHold({ ports, store }, id);
      refundCharge({ ports, store }, id);
      for (const step of steps) if (store.generations.get(id).stateKind !== 'ready') transitions.generation(id, step);
    }
  });
  return { kind: 'enter', stage: 'uploading', changes: { projectId: null, uploadAddress: null } };
}

type StageWork = (context: QueueContext, job: JobRow, signal: AbortSignal) => Promise<NextStep>;

/**
 * For work that sends nothing and uses folders: a call of the system that hangs can't be taken back, so an interruption waits no longer for it
 * than it may take to clean up.
 */
async function leftAloneOnceInterrupted<Made>(
  { clock }: Pick<QueueContext['ports'], 'clock'>,
  signal: AbortSignal,
  work: Promise<Made>,
): Promise<Made> {
  const interrupted = Promise.withResolvers<never>();
  // Without time left to sleep, the desk ends: nobody waits anymore.
  const leave = () =>
    void clock.sleep(CLEAN_UP_MS).then(
      () => interrupted.reject(signal.reason),
      () => undefined,
    );
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    return await Promise.race([work, interrupted.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Downloads and exports complete generations. @returns the first failure, after all were tried */
async function fetchComplete(
  context: DownloadPorts,
  client: ServiceClient,
  job: JobRow,
  generations: readonly GenerationRow[],
  signal: AbortSignal,
): Promise<unknown> {
  return await downloadEach(generations, signal, async (generation) => {
    await downloadGeneration(context, client, job, generation, signal);
    if (context.store.generations.get(generation.id).stateKind === 'stored') {
      // If the export fails, stage `exporting` repeats it and reports the failure.
      const work = exportGeneration(context, job, generation, signal);
      await leftAloneOnceInterrupted(context.ports, signal, work).catch(() => undefined);
    }
  });
}
