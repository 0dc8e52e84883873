/** What happens once a recording is done: a program of the person runs, or its file is put away. Never before every output is there and checked. */

import { OUTPUT_SLOTS } from '../../../../shared/domain/batch/also-output.ts';
import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import { isSameFile } from '../../library/export/export.ts';
import { originalOf } from '../../library/originals.ts';
import { putAway } from '../../library/sources/moved-away.ts';
import type { DeskPorts } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import { readPreferences } from '../../store/tables/preferences.ts';
import { ofSlot } from '../../store/tables/results.ts';
import type { Books } from '../parts/queue-context.ts';

/** A failure is logged, and changes nothing about the result. */
export async function afterRecording({ ports, store }: Pick<Books, 'ports' | 'store'>, job: JobRow): Promise<void> {
  const { afterRecording: what, putAwayFolder: folder } = readPreferences(store);
  if (what === 'nothing') return;
  const recording = store.recordings.get(job.recordingId);
  try {
    const outputs = await checkedOutputs(ports, store, job);
    if (what === 'program') {
      await ports.afterRecording?.run(variablesOf(recording, outputs));
      return;
    }
    if (outputs.length === 0 || !(await mayGo(ports, store, job, recording))) return;
    if (what === 'delete') await (ports.trash ?? ports.files.remove)(recording.path);
    else if (folder !== '') await putAway(ports, store, recording, folder);
  } catch (failure) {
    const { code, detail } = toCleartakeError(failure);
    ports.log.warn('What is to happen after a recording failed', { job: job.id, what, code, detail });
  }
}

/**
 * Paths of all outputs of the job. Read again and compared: what was flushed may have been damaged or removed since.
 * @returns none unless every result has its output in a folder
 */
async function checkedOutputs({ files }: Pick<DeskPorts, 'files'>, store: Store, job: JobRow): Promise<string[]> {
  const outputs: string[] = [];
  for (const { id } of store.generations.ofJob(job.id)) {
    const result = store.results.get(id);
    if (result === undefined) return [];
    for (const slot of job.preset.also == null ? (['main'] as const) : OUTPUT_SLOTS) {
      const { exportedPath: output, exportHash, exportMade } = ofSlot(result, slot);
      if (output === null) return [];
      const made =
        exportHash === null || exportMade === null ? [] : [{ bytes: exportMade.bytes, contentHash: exportHash }];
      const isWhole = await Promise.all([result, ...made].map((content) => isSameFile(files, output, content)));
      if (!isWhole.includes(true)) return [];
      outputs.push(output);
    }
  }
  return outputs;
}

/**
 * Whether nothing else needs the file: it is the person's own, still what was restored, no output of ours, and no other work waits for it,
 * such as another of its tracks. What a recording was made of stays where it is: only part of it was restored.
 */
async function mayGo(
  { files }: Pick<DeskPorts, 'files'>,
  store: Store,
  job: JobRow,
  recording: RecordingRow,
): Promise<boolean> {
  const { bytes, contentHash, origin } = recording;
  if (origin !== 'path' || contentHash === null) return false;
  const same = store.recordings.sameAs(recording).map(({ id }) => id);
  const others = store.jobs.ofRecordings(same).filter(({ id, removedAt }) => id !== job.id && removedAt === null);
  const made = store.jobs.ofRecordings(store.recordings.madeOf(recording.realPath).map(({ id }) => id));
  const waiting = [...others, ...made.filter(({ removedAt }) => removedAt === null)];
  if (!waiting.every(({ state }) => isFinal(state))) return false;
  return await isSameFile(files, recording.path, { bytes, contentHash });
}

/** As variables: a shell never sees the names as words of its own. */
function variablesOf(recording: RecordingRow, outputs: readonly string[]): Record<string, string> {
  return {
    CLEARTAKE_SOURCE: originalOf(recording).path,
    CLEARTAKE_OUTPUT: outputs[0] ?? '',
    CLEARTAKE_OUTPUTS: outputs.join('\n'),
  };
}
