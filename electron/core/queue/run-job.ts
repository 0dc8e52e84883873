/** Works on one job for as long as it stays in its lane: until it goes on to the next, is over, waits, or is interrupted. */

import { finalSentence } from '../../../shared/domain/error-messages.ts';
import { type CleartakeError, toCleartakeError, toErrorRecord } from '../../../shared/domain/errors.ts';
import { isWorkingStage, type WorkingStage } from '../../../shared/domain/job-state.ts';
import { concealLooks } from '../../platform/security/redaction.ts';
import { explainUnwritten } from '../../platform/sqlite.ts';
import type { JobRow } from '../store/schema.ts';
import type { QueueContext } from './queue-context.ts';
import { isAboutKey, judge } from './retry-policy.ts';
import { type Lane, laneOf } from './scheduling/lanes.ts';
import { download } from './stages/download.ts';
import { exportJob } from './stages/export.ts';
import { generate } from './stages/generate.ts';
import { prepare } from './stages/prepare.ts';
import { upload } from './stages/upload.ts';

type StageWork = (context: QueueContext, job: JobRow, signal: AbortSignal) => Promise<void>;

const WORK: Readonly<Record<WorkingStage, StageWork>> = {
  preparing: prepare,
  uploading: upload,
  ready: async ({ store, transitions }, job) => {
    // What was taken up from an earlier job has no project of its own to be started on.
    const isUnsent = job.projectId === null && store.generations.ofJob(job.id).some((one) => one.stateKind === 'ready');
    transitions.job(job.id, { kind: 'enter', stage: isUnsent ? 'uploading' : 'generating' });
  },
  generating: generate,
  downloading: download,
  exporting: exportJob,
};

/**
 * Never throws. An aborted signal leaves the job in whatever state the one who aborted has put it.
 * @returns whether what became of it is in the store
 */
export async function runJob(context: QueueContext, jobId: string, lane: Lane, signal: AbortSignal): Promise<boolean> {
  const { runs, ports, store, transitions } = context;
  runs.jobs.change(jobId, { workingSince: ports.clock.monotonic() });
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
    // The store itself failed: nothing can be written about it, and nothing was sent after it.
    ports.log.error('A job stopped without a trace in the store', {
      job: jobId,
      reason: toCleartakeError(failure).message,
    });
    return false;
  } finally {
    runs.jobs.change(jobId, { workingSince: null, transfer: null });
  }
}

async function runStage(context: QueueContext, job: JobRow, stage: WorkingStage, signal: AbortSignal): Promise<void> {
  const jumps = context.time.jumps;
  try {
    await WORK[stage](context, job, signal);
    if (job.tries > 0) context.store.jobs.update(job.id, { tries: 0 });
  } catch (failure) {
    if (signal.aborted) return;
    context.time.check();
    settleFailure(context, job, stage, failure, context.time.jumps !== jumps);
  }
}

/** Whether the person entered another key while the job was at work with the one before: that says nothing of the new one. */
function hadEarlierKey({ connections, runs }: QueueContext, job: JobRow, { code }: CleartakeError): boolean {
  const { workingSince: since } = runs.jobs.get(job.id);
  return isAboutKey(code) && since !== null && connections.keySetSince(job.connectionId, since);
}

/** @param sleptThrough whether the computer slept, or its clock was set, since the stage began: the failure is no fault of the other side */
function settleFailure(
  context: QueueContext,
  job: JobRow,
  stage: WorkingStage,
  failure: unknown,
  sleptThrough: boolean,
): void {
  const { connections, ports, settings, store, transitions } = context;
  const error = toCleartakeError(explainUnwritten(failure));
  const record = toErrorRecord(error);
  const reason = record.detail === undefined ? record : { ...record, detail: concealLooks(record.detail) };
  const { tries } = store.jobs.get(job.id);
  const counted = sleptThrough ? 0 : tries;
  const verdict = hadEarlierKey(context, job, error)
    ? ({ kind: 'wait', milliseconds: 0 } as const)
    : judge(error, stage, {
        tries: counted,
        baseMs: settings.retryBaseMs,
        random: ports.random(),
        patient: settings.patient,
      });
  ports.log.warn('A stage failed', {
    job: job.id,
    stage,
    code: error.code,
    detail: error.detail ?? null,
    verdict: verdict.kind,
  });
  store.transaction(() => {
    switch (verdict.kind) {
      case 'wait':
        if (!sleptThrough) store.jobs.update(job.id, { tries: tries + 1 });
        transitions.job(job.id, { kind: 'wait', until: ports.clock.now() + verdict.milliseconds, reason });
        break;
      case 'park':
        connections.park(job.connectionId, reason);
        transitions.job(job.id, { kind: 'wait', until: null, reason });
        break;
      case 'fail':
        store.jobs.update(job.id, { tries: 0 });
        transitions.job(job.id, {
          kind: 'fail',
          error: { ...reason, userMessage: finalSentence(error.code, reason.userMessage) },
          retryFrom: verdict.retryFrom,
        });
        break;
    }
  });
}
