/** Exports that are more than a copy of the result: the engine renders them, and they get their name once they are on record. */

import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { ExportSettings } from '../../../../shared/domain/export/settings.ts';
import type { Finding } from '../../../../shared/domain/integrity/findings.ts';
import type { ExportFigures, SideFile } from '../../../../shared/engine-api/export-messages.ts';
import { isTemporaryOf } from '../../../platform/files/atomic-files.ts';
import type { Files } from '../../../platform/files/files.ts';
import { requireSpace } from '../../api/transfers/disk-space.ts';
import type { Engine } from '../../engine/library-engine.ts';
import type { DeskPorts } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';
import type { MadeExport, RecordingRow, ResultRow } from '../../store/schema.ts';
import { RECORDING } from '../../strings.ts';
import { hasSameOriginals } from '../made-copies.ts';
import { originalOf } from '../originals.ts';
import { hasOtherLength } from '../result-bounds.ts';
import { unchangedFacts } from '../unchanged.ts';
import { bringing, exportResult, findOutput, isSameFile, type OutputContent, takeName, temporaryIn } from './export.ts';
import { type ExportTask, fileNameOf, fileTimeOf, tagsOf } from './export-task.ts';
import { hasOtherFiles, type UsedFiles, usedFiles } from './used-files.ts';

export interface RenderPorts extends Pick<DeskPorts, 'files' | 'log' | 'pass'> {
  readonly engine: Engine;
  readonly store: Store;
}

export interface CheckPort {
  /** What the check before delivery says of a result that goes to a folder. @throws CleartakeError as the engine's `compare` */
  check(
    task: ExportTask,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly aligns: boolean; readonly findings: readonly Finding[] }>;
}

export interface AlignmentPort {
  /** Whether a result is a little late or early, as the check before delivery finds. @throws CleartakeError as the engine's `compare` */
  aligns(task: ExportTask, signal: AbortSignal | undefined): Promise<boolean>;
}

/**
 * The settings to render with; null when a copy of the result is enough: its sound stays unchanged and there is nothing to mux.
 * @param aligns whether the result is a little late or early: only rendering brings it into place
 */
export function wantedExport(task: ExportTask, aligns = false): ExportSettings | null {
  const { job, recording, result } = task;
  const tags = tagsOf(task);
  const settings = { ...exportSettingsOf(job.preset), ...(tags === null ? {} : { tags }) };
  // A result of another length is exported as it is. Without its recording there is nothing to mix in or to mux.
  if (isAlone(task)) return task.slot === 'also' ? { ...settings, strength: 1 } : null;
  const { bitRate, channels = 'source', format, intro, levelVoices = false, loudness, outro, strength } = settings;
  const isFolded = channels !== 'source' && result.channels > 1;
  const isOther = format !== 'source' || bitRate !== undefined || tags !== null || (intro ?? outro) !== undefined;
  const isAsked = strength !== 1 || loudness !== null || levelVoices || isOther || isFolded;
  const isBare = !recording.hasVideo && !recording.carries && recording.madeFrom === null;
  if (!isAsked && !aligns && isBare) return null;
  // With mp3 as the download type, the output is audio only.
  const isOwnMp3 = format === 'source' && job.preset.downloadType === 'mp3';
  return isOwnMp3 ? { ...settings, format: 'mp3', video: 'sound' } : settings;
}

/** Whether an output has nothing of the recording. */
function isAlone({ recording, result }: ExportTask): boolean {
  return hasOtherLength(recording, result) || recording.origin === 'lost';
}

/**
 * Renders an export into its folder. What an interrupted run rendered is recognized by its record, and not rendered again.
 * @param folder as `folderOf` names it
 * @param judge why an output is not delivered; empty when it may be
 * @returns the path of the output, or why it is not delivered
 * @throws CleartakeError as exportResult does, and as the engine's `export`; sourceMissing
 */
export async function exportRendered(
  ports: RenderPorts,
  folder: string,
  task: ExportTask,
  settings: ExportSettings,
  judge: DeliveryJudge,
  signal?: AbortSignal,
  onProgress?: (fraction: number) => void,
): Promise<string | readonly Finding[]> {
  const { files } = ports;
  const temporary = temporaryIn(folder, task.generation);
  return await bringing<string | readonly Finding[]>(files, temporary, async () => {
    await files.makeFolder(folder);
    const known = recordedRender(task.result, settings, await usedFiles(files, settings));
    if (known !== null) {
      const findings = judge(known);
      if (findings.length > 0) return findings;
      const name = fileNameOf(task, known.extension);
      const place = { folder, name, temporary, content: known, modifiedAt: fileTimeOf(task, known) };
      const wasThere = await isSameFile(files, temporary, known);
      if (wasThere) return await takeName(files, { ...place, wasThere }, async () => undefined);
      const found = await findOutput(files, place);
      if (found !== null) return found;
    }
    const rendered = await render(ports, task, settings, temporary, signal, onProgress);
    if (rendered === null) return await exportResult(files, folder, task);
    const findings = judge(rendered);
    if (findings.length > 0) return findings;
    const name = fileNameOf(task, rendered.extension);
    return await takeName(
      files,
      { folder, name, temporary, content: rendered, wasThere: false, modifiedAt: fileTimeOf(task, rendered) },
      async () => undefined,
    );
  });
}

interface Rendered extends OutputContent, ReachedLoudness {
  readonly extension: string;
}

interface ReachedLoudness {
  /** LUFS; null for silence, and where the sound was not changed. */
  readonly loudness: number | null;
  /** LUFS that were wanted; null where the level is kept. */
  readonly asked: number | null;
}

/** Why an output of this loudness stays in review; empty when it doesn't. */
export type DeliveryJudge = (output: ReachedLoudness) => readonly Finding[];

/** What the last render with these settings made; null when there was none. @param used the files that it would get now */
export function recordedRender(
  { exportHash, exportMade: made }: Pick<ResultRow, 'exportHash' | 'exportMade'>,
  settings: ExportSettings,
  used: UsedFiles,
): Rendered | null {
  if (exportHash === null || made === null || !isDeepStrictEqual(plain(made.settings), plain(settings))) return null;
  if (hasOtherFiles(made.used, used)) return null;
  const { bytes, extension, figures } = made;
  return { bytes, contentHash: exportHash, extension, ...reached(figures, settings) };
}

/** As the store has it: what is undefined is missing. */
function plain(settings: ExportSettings): unknown {
  return JSON.parse(JSON.stringify(settings));
}

/** Records of earlier versions don't say what was wanted. */
function reached(figures: ExportFigures | null, { loudness }: ExportSettings): ReachedLoudness {
  return { loudness: figures?.after.loudness ?? null, asked: figures?.target ?? loudness };
}

/** What the export made of a result that needed nothing but to be brought into place; null when there was none. */
export function alignedRender({ job, result }: ExportTask): Rendered | null {
  // One that only was brought into place has neither intro nor cover.
  return recordedRender(result, exportSettingsOf(job.preset), {});
}

/**
 * Renders into the temporary file and records what was made.
 * @returns null when the result already is what was asked for; nothing is written then
 */
export async function render(
  { engine, files, log, pass, store }: RenderPorts,
  task: ExportTask,
  settings: ExportSettings,
  temporary: string,
  signal: AbortSignal | undefined,
  onProgress: ((fraction: number) => void) | undefined,
): Promise<Rendered | null> {
  const { generation, recording, result, slot } = task;
  if (!(await isSameFile(files, result.path, result))) throw new CleartakeError('resultLost');
  const problem = await problemWithSource(files, recording);
  // Video and a dry mix need the recording. Its tags are only dropped.
  const hasPictures = recording.hasVideo && settings.video !== 'sound';
  if (problem !== null && (settings.strength < 1 || hasPictures)) throw problem;
  if (problem !== null) log.warn('An export was made without its recording', { generation: generation.id });
  const isWith = problem === null && !isAlone(task);
  const original = isWith ? recording.path : result.path;
  const sides = isWith ? sidesOf(recording) : null;
  await requireSpace(files, temporary, mostBytesOf(recording, result, settings));
  try {
    const source = sides === null ? { original } : { original, sides };
    const request = { ...source, result: result.path, output: temporary, ...settings };
    // Before they are read: one that changes meanwhile makes another output the next time.
    const used = await usedFiles(files, settings);
    const made = await engine.request('export', request, ({ fraction }) => onProgress?.(fraction), signal);
    if (made.kind === 'as-is') return null;
    pass('export:rendered');
    const { bytes, extension, figures, leftOut } = made;
    const contentHash = await files.hash(temporary, signal);
    const record: MadeExport = { settings, bytes, extension, figures, leftOut, used };
    // Flushed before the file gets its name: whoever finds the file finds its record.
    await store.durably(() => store.results.setExportMade(generation.id, contentHash, record, slot));
    pass('export:render-recorded');
    return { bytes, contentHash, extension, ...reached(figures, settings) };
  } finally {
    await removeLeftovers(files, temporary).catch(() => undefined);
  }
}

/** Where an output has its tags, video and other tracks from, if that isn't the recording. */
function sidesOf({ madeFrom }: RecordingRow): SideFile | null {
  const [file] = madeFrom?.files ?? [];
  if (madeFrom === null || file === undefined) return null;
  if (madeFrom.kind === 'track') return { path: file.path, track: madeFrom.number };
  if (madeFrom.kind === 'side') {
    const track = madeFrom.track === null ? {} : { track: madeFrom.track };
    return { path: file.path, ...track, givesFormat: true };
  }
  // What was joined has all tags itself, with the marks of all parts in their places.
  return madeFrom.hasVideo ? { path: file.path } : null;
}

/** An engine that was killed leaves its temporary file. */
async function removeLeftovers(files: Files, target: string): Promise<void> {
  const folder = path.dirname(target);
  for (const { name } of await files.list(folder)) {
    if (isTemporaryOf(name, target)) await files.remove(path.join(folder, name));
  }
}

/** Why the recording cannot be used; null when it is the one that was restored. */
export async function problemWithSource(files: Files, recording: RecordingRow): Promise<CleartakeError | null> {
  const same = await unchangedFacts(files, recording).catch(() => 'missing' as const);
  const isWhole = await hasSameOriginals(files, recording).catch(() => null);
  if (same === 'missing' || isWhole === null)
    return new CleartakeError('sourceMissing', { parts: RECORDING.missingForExport });
  if (same !== null && isWhole) return null;
  // Not `sourceChanged`: its retry would restore the new content, and pay for it.
  return new CleartakeError('sourceMissing', { detail: 'changed', parts: RECORDING.changedForExport });
}

/** Bytes of one sample in the widest format. */
const SAMPLE_BYTES = 4;

/** A rough upper bound, to check for free space. */
function mostBytesOf(recording: RecordingRow, result: ResultRow, { format }: ExportSettings): number {
  const plain = result.frames * result.channels * SAMPLE_BYTES;
  const isPlain = ['wav16', 'wav24', 'wavFloat', 'flac'].includes(format);
  const original = originalOf(recording).bytes;
  const sound = isPlain ? plain : Math.min(plain, Math.max(result.bytes, recording.bytes));
  return sound + (recording.hasVideo || recording.madeFrom !== null ? original : 0);
}
