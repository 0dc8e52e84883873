/** Changes of jobs that were started: everything while nothing of them was sent to be restored, how they are saved while that waits or failed. */

import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { type RowSettings, withRowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { insertGenerations } from '../admission.ts';
import { secondsToBill } from '../money/meter.ts';
import type { Books, QueueContext } from '../parts/queue-context.ts';
import { mayHaveBeenStarted } from '../start/adoption.ts';

type Started = Books;

/**
 * Runs inside the caller's transaction, and only while nothing works on the job: a stage at work would go on with the settings that it has
 * read. What the job costs now is what the person agrees to; its start still asks the caps.
 * @param batch the chosen preset
 * @param changes null for the settings of the chosen preset
 * @returns whether anything was changed: never where a start may have happened
 */
export function changeStarted(context: Started, job: JobRow, batch: BatchPreset, changes: RowSettings | null): boolean {
  const { store, transitions } = context;
  const { excerpt, startedAs, ...before } = job.preset;
  if (excerpt !== undefined) return false;
  const preset = changes === null ? batch : withRowSettings(before, changes);
  if (JSON.stringify(preset) === JSON.stringify(before)) return false;
  const generations = store.generations.ofJob(job.id);
  if (!isUntouched(context, job, generations)) return changeSaving(context, job, preset, changes);
  const dropped = generations.filter(({ model }) => !preset.models.includes(model));
  if (!dropped.every((generation) => leavesNoTrace(context, generation))) return false;
  const isOther = asksForOther(preset, job.preset);
  const renamed =
    startedAs === undefined ? preset : { ...preset, startedAs: isOther ? { ...startedAs, follows: [] } : startedAs };
  store.jobs.update(job.id, { preset: renamed, own: changes === null ? null : { ...job.own, ...changes } });
  for (const { id } of dropped) store.generations.removeReady(id);
  const kept = generations.filter((generation) => !dropped.includes(generation));
  // An earlier result with other settings is none of this job's, nor is another row's. Results that fit are found again before the start.
  if (isOther) for (const { id } of kept) store.generations.update(id, { reusedFrom: null });
  const added = preset.models.filter((model) => !kept.some((generation) => generation.model === model));
  const seconds = secondsToBill(store.recordings.get(job.recordingId));
  const prices = store.connections.get(job.connectionId)?.prices;
  insertGenerations(context, { job, preset: { ...preset, models: added }, seconds, prices });
  // It may cost less now: its next start asks again.
  if (waitsForMoney(job)) transitions.job(job.id, { kind: 'resume' });
  return true;
}

/** What the service was asked for: it can't change once there is a result. */
const ASKED = ['models', 'downloadType', 'samplingPreset', 'reuse', 'track'] as const;

/** Where and how results are saved, of a job whose saving waits or failed. Runs inside the caller's transaction. */
function changeSaving(
  { store, transitions }: Started,
  job: JobRow,
  preset: BatchPreset,
  changes: RowSettings | null,
): boolean {
  const { state } = job;
  const stage = state.kind === 'failed' ? state.retryFrom : state.kind === 'waiting' ? state.from : null;
  const isSameWork = ASKED.every((name) => JSON.stringify(preset[name]) === JSON.stringify(job.preset[name]));
  if (stage !== 'exporting' || !isSameWork) return false;
  const { startedAs } = job.preset;
  store.jobs.update(job.id, {
    preset: startedAs === undefined ? preset : { ...preset, startedAs },
    own: changes === null ? null : { ...job.own, ...changes },
  });
  if (state.kind === 'waiting') transitions.job(job.id, { kind: 'resume' });
  return true;
}

/** Whether nothing was ever started for it, as far as anything here can tell. After a recovery nothing here can. */
function isUntouched(context: Started, { recoveredAt, state }: JobRow, generations: readonly GenerationRow[]): boolean {
  const isOver = isFinal(state) && state.kind !== 'failed';
  if (isOver || state.kind === 'cancelling' || recoveredAt !== null || generations.length === 0) return false;
  return generations.every(
    ({ id, resends, stateKind }) => stateKind === 'ready' && resends === 0 && !mayHaveBeenStarted(context, id),
  );
}

/** Whether its row can go. What was tried, or has a result, stays on record. */
function leavesNoTrace({ store }: Pick<QueueContext, 'store'>, { id }: GenerationRow): boolean {
  return store.generations.attempts(id).length === 0 && store.results.get(id) === undefined;
}

function asksForOther(one: BatchPreset, other: BatchPreset): boolean {
  return (
    one.samplingPreset !== other.samplingPreset || one.downloadType !== other.downloadType || one.reuse !== other.reuse
  );
}

function waitsForMoney({ state }: JobRow): boolean {
  return (
    state.kind === 'waiting' && (state.reason.code === 'costCapReached' || state.reason.code === 'costsMoreThanQuoted')
  );
}
