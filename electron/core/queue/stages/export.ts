/** Stage `exporting`: results go where the preset wants them. Then the job is done, or it failed and keeps what succeeded. */

import path from 'node:path';
import { CleartakeError, type ErrorRecord, toCleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import type { Finding, ResultInReview } from '../../../../shared/domain/integrity/findings.ts';
import { judgeLoudness } from '../../../../shared/domain/integrity/judge.ts';
import { deliver } from '../../library/export/deliver.ts';
import { alsoTask, exportTask, outputFolder } from '../../library/export/export-task.ts';
import type { DeliveryJudge } from '../../library/export/rendered-export.ts';
import { OUTPUTS } from '../../library/export/strings.ts';
import { remakeIfPossible } from '../../library/made-copies.ts';
import { hasOtherLength, otherLength } from '../../library/result-bounds.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import type { Books, Engines, QueueContext } from '../parts/queue-context.ts';
import { retryStage } from '../retry-policy.ts';
import { checkDelivery, isChecked } from '../review/check-delivery.ts';
import { afterRecording } from './after-recording.ts';
import type { NextStep } from './next-step.ts';

/** If results keep disappearing from the disk this often, the person has to find out why. */
const MOST_FETCHES_ANEW = 3;

/** How often the folder of an output at work is asked whether it still answers, in milliseconds. `answeringFiles` gives it thirty seconds. */
const ASK_MS = 30_000;

type ExportPorts = Engines & Pick<QueueContext, 'runs'>;

export async function exportJob(context: ExportPorts, job: JobRow, signal: AbortSignal): Promise<NextStep> {
  const { engine, ports, store } = context;
  const recording = store.recordings.get(job.recordingId);
  await remakeIfPossible({ ...ports, engine, store }, recording, signal);
  let failure: ErrorRecord | null = null;
  const held: ResultInReview[] = [];
  let second: CleartakeError | null = null;
  for (const generation of store.generations.ofJob(job.id)) {
    signal.throwIfAborted();
    if (generation.state.kind === 'failed') failure = generation.state.error;
    const findings = await exportGeneration(context, job, generation, signal).catch((thrown) =>
      putBack(context, generation, thrown),
    );
    if (findings.length === 0) second ??= await failureOfAlso(context, job, generation, signal);
    if (findings.length > 0) held.push({ generationId: generation.id, findings: [...findings] });
    const result = store.results.get(generation.id);
    const isAccepted = findings.length > 0 || store.events.wasAccepted(generation);
    if (result !== undefined && !isAccepted && hasOtherLength(recording, result))
      failure ??= toErrorRecord(otherLength(recording, result));
  }
  const isMissing = store.generations.ofJob(job.id).some(({ stateKind }) => stateKind === 'complete');
  if (isMissing) return { kind: 'enter', stage: 'downloading' };
  if (held.length > 0) return { kind: 'hold-back', held };
  if (failure === null && second !== null) throw second;
  if (failure === null) {
    await afterRecording(context, job);
    return { kind: 'finish' };
  }
  return { kind: 'fail', error: failure, retryFrom: retryStage(failure.code, 'ready') };
}

/** A result lost here can be downloaded again. @throws the given error if it is another one, or if this happens too often */
function putBack(
  { runs, ports, transitions }: Books & Pick<QueueContext, 'runs'>,
  { id }: GenerationRow,
  thrown: unknown,
): readonly Finding[] {
  if (!(thrown instanceof CleartakeError) || thrown.code !== 'resultLost') throw thrown;
  const times = runs.generations.get(id).lostResults + 1;
  runs.generations.change(id, { lostResults: times > MOST_FETCHES_ANEW ? 0 : times });
  ports.log.warn('A stored result was damaged or removed', { generation: id, times });
  transitions.generation(id, { kind: 'fetch-again' });
  if (times > MOST_FETCHES_ANEW) throw thrown;
  return [];
}

/**
 * Exports one result, unless it is exported already, stays in the library or does not exist.
 * @returns why it goes to review instead; empty when it does not
 */
export async function exportGeneration(
  context: ExportPorts,
  job: JobRow,
  generation: GenerationRow,
  signal?: AbortSignal,
): Promise<readonly Finding[]> {
  const { engine, ports, store, transitions } = context;
  const result = store.results.get(generation.id);
  if (result === undefined || result.exportedPath !== null) return [];
  const task = exportTask(store, job, generation, result);
  const place = outputFolder(job.preset, task.recording);
  if (place === null) return [];
  const { aligns, findings } = await checkDelivery(context, job, task.recording, generation, result, signal);
  ports.pass('export:checked');
  if (findings.length > 0) {
    const kinds = findings.map(({ kind }) => kind).join(', ');
    ports.log.warn('A result was held back', { generation: generation.id, findings: kinds });
    return findings;
  }
  const judge: DeliveryJudge = ({ asked, loudness }) =>
    isChecked(context, generation) ? judgeLoudness(loudness, asked) : [];
  ports.pass('export:before-copy');
  const told = (fraction: number) => {
    context.runs.jobs.change(job.id, { exportProgress: overAll(store, job, generation, fraction) });
    transitions.touch(job.id);
  };
  const exported = await whileAnswering(ports, place, signal, (until) =>
    deliver({ ...ports, engine, store }, place, { ...task, aligns, judge }, until, told),
  );
  if (typeof exported !== 'string') return exported;
  ports.pass('export:copied');
  store.progress(() => store.results.setExportedPath(generation.id, exported));
  ports.pass('export:recorded');
  transitions.touch(job.id);
  return [];
}

/**
 * Makes the second file of a result that has its first one, unless it is there already.
 * @returns why it could not be made, in words that say what is there; null when nothing failed
 * @throws CleartakeError when the work is interrupted, or the result keeps disappearing
 */
async function failureOfAlso(
  context: ExportPorts,
  job: JobRow,
  generation: GenerationRow,
  signal: AbortSignal,
): Promise<CleartakeError | null> {
  const { engine, ports, store, transitions } = context;
  const result = store.results.get(generation.id);
  if (result === undefined || result.exportedPath === null || result.alsoPath !== null) return null;
  const task = alsoTask(exportTask(store, job, generation, result));
  const place = task === null ? null : outputFolder(job.preset, task.recording);
  if (task === null || place === null) return null;
  const told = (fraction: number) => {
    context.runs.jobs.change(job.id, { exportProgress: fraction });
    transitions.touch(job.id);
  };
  try {
    const made = await whileAnswering(ports, place, signal, (until) =>
      deliver({ ...ports, engine, store }, place, task, until, told),
    );
    // Nobody judges it: the first file passed.
    if (typeof made === 'string') store.progress(() => store.results.setExportedPath(generation.id, made, 'also'));
    ports.pass('export:also-recorded');
    transitions.touch(job.id);
    return null;
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof CleartakeError)) throw thrown;
    if (thrown.code === 'resultLost') {
      putBack(context, generation, thrown);
      return null;
    }
    const { code, detail, parts, retryAfterMs } = thrown;
    return new CleartakeError(code, {
      cause: thrown,
      parts: OUTPUTS.secondFailed(parts),
      ...(detail === undefined ? {} : { detail }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }
}

/**
 * Work with a folder ends once it doesn't answer, whatever hangs there: what it still writes then is a temporary file, or the output that a
 * retry recognizes.
 * @throws CleartakeError placeSilent
 */
async function whileAnswering<Made>(
  { clock, files }: QueueContext['ports'],
  folder: string,
  signal: AbortSignal | undefined,
  work: (until: AbortSignal) => Promise<Made>,
): Promise<Made> {
  const over = new AbortController();
  async function untilSilent(): Promise<never> {
    for (;;) {
      await clock.sleep(ASK_MS, over.signal);
      // One that isn't there answers too.
      await files.facts(path.join(folder, '.cleartake')).catch((failure) => {
        if (toCleartakeError(failure).code === 'placeSilent') throw failure;
      });
    }
  }
  try {
    const until = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
    return await Promise.race([work(until), untilSilent()]);
  } finally {
    over.abort(null);
  }
}

/** The share of all outputs of the job, 0 to 1. */
function overAll(
  { generations }: Pick<QueueContext['store'], 'generations'>,
  job: JobRow,
  { id }: GenerationRow,
  fraction: number,
): number {
  const all = generations.ofJob(job.id);
  const before = Math.max(
    0,
    all.findIndex((one) => one.id === id),
  );
  return (before + fraction) / Math.max(1, all.length);
}
