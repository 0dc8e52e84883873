/** One output to be made: where it goes, and what it is called. */

import path from 'node:path';
import { alsoPresetOf, type OutputSlot } from '../../../../shared/domain/batch/also-output.ts';
import { type BatchPreset, layoutOf } from '../../../../shared/domain/batch/batch-preset.ts';
import { showName } from '../../../../shared/domain/costs/cost-sums.ts';
import type { OutputTags } from '../../../../shared/domain/export/settings.ts';
import { keptExtension } from '../../../../shared/domain/export/source-format.ts';
import { stemOf } from '../../../../shared/domain/media-types.ts';
import { fileWordOf } from '../../../../shared/domain/models.ts';
import { localStamp, type NamingFacts, outputName, safeFolders } from '../../../../shared/domain/naming/output-name.ts';
import { safeFileName } from '../../../../shared/domain/naming/safe-name.ts';
import { filledTags } from '../../../../shared/domain/naming/tags.ts';
import type { Store } from '../../store/open-store.ts';
import type { GenerationRow, JobRow, RecordingRow, ResultRow } from '../../store/schema.ts';
import { ofSlot } from '../../store/tables/results.ts';
import { folderOfOriginal, originalOf } from '../originals.ts';

export interface ExportTask {
  /** `main` when missing; otherwise job and result are as for this file. */
  readonly slot?: OutputSlot;
  readonly job: JobRow;
  readonly recording: RecordingRow;
  readonly generation: GenerationRow;
  readonly result: ResultRow;
  readonly naming: Omit<NamingFacts, 'extension'>;
}

export type NamingStore = Pick<Store, 'connections' | 'generations' | 'recordings'>;

export function exportTask(store: NamingStore, job: JobRow, generation: GenerationRow, result: ResultRow): ExportTask {
  const recording = store.recordings.get(job.recordingId);
  const { models, n, of, presetName } = job.preset.startedAs ?? {};
  const naming = {
    originalName: recording.name,
    model: fileWordOf(generation.model),
    models: models ?? store.generations.ofJob(job.id).length,
    // Of the result, not of today: a repeated export finds what it wrote before.
    ...localStamp(result.storedAt),
    preset: presetName ?? '',
    folder: recording.folder,
    n: n ?? 1,
    of: of ?? 1,
    connection: store.connections.get(job.connectionId)?.name ?? '',
  };
  return { job, recording, generation, result, naming };
}

/** Of the second file of the same result; null where there is none. */
export function alsoTask(task: ExportTask): ExportTask | null {
  const { job, recording, result } = task;
  const preset = alsoPresetOf(job.preset, recording, result.extension);
  return preset === null ? null : { ...task, slot: 'also', job: { ...job, preset }, result: ofSlot(result, 'also') };
}

/** The folder that the template's own folders are in; null when outputs stay in the library. */
export function outputFolder(preset: Pick<BatchPreset, 'output'>, recording: RecordingRow): string | null {
  const { output } = preset;
  switch (output.kind) {
    case 'library':
      return null;
    case 'beside-source':
      return folderOfOriginal(recording);
    case 'folder':
      return layoutOf(output) === 'flat' ? output.path : path.join(output.path, ...safeFolders(recording.folder));
  }
}

/** The folder of an output with the folders that its template makes. */
export function folderOf(folder: string, task: ExportTask): string {
  return path.join(folder, ...nameOf(task, task.result.extension).folders);
}

/** @param extension without its dot */
export function fileNameOf(task: ExportTask, extension: string): string {
  return nameOf(task, extension).fileName;
}

/**
 * The file time of an output, in milliseconds since the epoch; null for the time at which it is made. Put in the place of a recording of its
 * size, it is a millisecond later: what compares size and time must not take it for the recording.
 */
export function fileTimeOf({ job, recording }: ExportTask, { bytes }: { readonly bytes: number }): number | null {
  const original = originalOf(recording);
  if (job.preset.keepsFileTime === false || original.origin !== 'path') return null;
  return original.modifiedAt + (bytes === original.bytes ? 1 : 0);
}

/** The tags that its preset gives an output; null where the recording keeps its own. */
export function tagsOf({ job: { preset }, naming, recording, result }: ExportTask): OutputTags | null {
  const show = showName(folderOfOriginal(recording) ?? naming.folder ?? '');
  return filledTags(preset.tags, { ...naming, show, extension: result.extension });
}

/** The name to save the result under as the service made it, beside an output of the same recording. */
export function rawNameOf(task: ExportTask): string {
  const { extension } = task.result;
  return safeFileName(`${stemOf(fileNameOf(task, extension))} raw.${extension}`);
}

function nameOf({ job: { preset }, naming, recording }: ExportTask, made: string) {
  const isOwn = (preset.format ?? 'source') === 'source';
  const extension = isOwn ? keptExtension(recording.name, made) : made;
  return outputName(preset.namingTemplate, { ...naming, extension });
}
