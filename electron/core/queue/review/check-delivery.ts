/** The integrity check: nothing is delivered before its result was compared with its recording, or a person has accepted it. */

import { exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import { isAligned, judgeResult, lostSpeechOf, type Scanned } from '../../../../shared/domain/integrity/judge.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { ExportTask } from '../../library/export/export-task.ts';
import { problemWithSource } from '../../library/export/rendered-export.ts';
import type { GenerationRow, JobRow, RecordingRow, ResultRow } from '../../store/schema.ts';
import { readPreferences } from '../../store/tables/preferences.ts';
import type { Engines, QueueContext } from '../parts/queue-context.ts';
import type { CheckedResult } from '../parts/run-records.ts';

/** What the check before delivery asks of a result that a person saves. Our own engine keeps recordings in time. */
export async function alignsResult(
  context: Engines & Pick<QueueContext, 'runs'>,
  { generation, job, recording, result }: ExportTask,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (job.connectionId === BUILT_IN_ID) return false;
  return (await checkDelivery(context, job, recording, generation, result, signal)).aligns;
}

/** The check of a person's own export: a result that was delivered before has passed it then. */
export async function checkExport(
  context: Engines & Pick<QueueContext, 'runs'>,
  task: ExportTask,
  signal: AbortSignal | undefined,
): Promise<Pick<CheckedResult, 'aligns' | 'findings'>> {
  const { generation, job, recording, result } = task;
  if (result.exportedPath !== null) return { aligns: await alignsResult(context, task, signal), findings: [] };
  return await checkDelivery(context, job, recording, generation, result, signal);
}

/**
 * Compares a result with its recording. A result whose recording is gone or was changed can't be compared, and passes.
 * @throws CleartakeError as the engine's `compare`
 */
export async function checkDelivery(
  context: Engines & Pick<QueueContext, 'runs'>,
  job: JobRow,
  recording: RecordingRow,
  generation: GenerationRow,
  result: ResultRow,
  signal: AbortSignal | undefined,
): Promise<CheckedResult> {
  const { engine, ports, runs, store } = context;
  const passed: CheckedResult = { contentHash: result.contentHash, findings: [], aligns: false };
  const { loudness, strength } = exportSettingsOf(job.preset);
  if (strength === 0 || !isChecked(context, generation)) return passed;
  const known = runs.generations.get(generation.id).checked;
  if (known?.contentHash === result.contentHash) return known;
  if ((await problemWithSource(ports.files, recording)) !== null) return passed;
  const after = scannedResult(result);
  const before = scannedRecording(recording) ?? after;
  const files = { original: recording.path, result: result.path };
  const comparison = await engine.request('compare', files, undefined, signal);
  const findings = judgeResult(comparison, before, after, { loudness });
  const checked: CheckedResult = { ...passed, findings, aligns: isAligned(comparison) };
  runs.generations.change(generation.id, { checked });
  const lostSpeech = lostSpeechOf(comparison);
  const { musicFrames } = comparison;
  if (result.measures !== null && (lostSpeech !== null || musicFrames > 0)) {
    const added = { ...(lostSpeech === null ? {} : { lostSpeech }), ...(musicFrames === 0 ? {} : { musicFrames }) };
    store.results.setMeasures(result, { ...result.measures, ...added });
  }
  return checked;
}

/** Whether the person wants results checked, and has not accepted this one already. */
export function isChecked({ store }: Pick<QueueContext, 'store'>, generation: GenerationRow): boolean {
  return readPreferences(store).checksResults && !store.events.wasAccepted(generation);
}

function scannedResult({ frames, measures, sampleRate }: ResultRow): Scanned {
  return {
    frames,
    sampleRate,
    clippedSamples: measures?.clippedSamples ?? 0,
    clippedPlaces: measures?.clippedPlaces,
  };
}

/** Null where versions without these figures scanned it: then neither length nor clipping is compared. */
function scannedRecording({ frames, measures, sampleRate }: RecordingRow): Scanned | null {
  if (frames === null || sampleRate === null || measures === null) return null;
  const { clippedSamples, clippedPlaces } = measures;
  return { frames, sampleRate, clippedSamples, clippedPlaces };
}
