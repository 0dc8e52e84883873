/** Inspects a recording: its headers when it is added, the whole file before anything is sent. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { toSourceError } from '../../../platform/files/file-errors.ts';
import type { FileFacts, Files } from '../../../platform/files/files.ts';
import type { Engine } from '../../engine/library-engine.ts';
import type { Store } from '../../store/open-store.ts';
import type { RecordingRow } from '../../store/schema.ts';
import { RECORDING } from '../../strings.ts';
import { remake } from '../made-copies.ts';
import { originalOf } from '../originals.ts';
import type { LibraryPaths } from '../paths.ts';
import { unchangedFacts } from '../unchanged.ts';

/** Lower peaks are silence: one step of 16-bit audio, linear. */
const SILENCE_PEAK = 1 / 32_767;

/** A word takes longer. */
const LEAST_SECONDS = 0.1;

export interface InspectionPorts {
  readonly engine: Engine;
  readonly files: Files;
  readonly paths: LibraryPaths;
  readonly store: Store;
}

/** Stores length and video as the headers give them, for the row and the quote. @throws CleartakeError what is wrong with the file */
export async function probe(
  { engine, files, store }: Omit<InspectionPorts, 'paths'>,
  recording: RecordingRow,
  signal?: AbortSignal,
): Promise<void> {
  await remake({ engine, files, store }, recording, signal);
  await factsOf(files, recording.path);
  const info = await engine.request('probe', { path: recording.path }, undefined, signal);
  // A scan that finished meanwhile has the exact length.
  if (store.recordings.get(recording.id).frames !== null) return;
  store.progress(() =>
    store.recordings.update(recording.id, {
      durationSeconds: info.durationSeconds,
      sampleRate: info.sampleRate,
      channels: info.channels,
      hasVideo: recording.madeFrom?.hasVideo ?? info.hasVideo,
      track: info.track ?? null,
    }),
  );
}

/** Seconds that a meter counts. @throws CleartakeError what is wrong with the file */
export async function count(
  engine: Engine,
  { path }: Pick<RecordingRow, 'path'>,
  signal?: AbortSignal,
): Promise<number> {
  const { frames, isSilent, sampleRate } = await engine.request('length', { path }, undefined, signal);
  requireSound(frames / sampleRate, isSilent);
  return frames / sampleRate;
}

/**
 * Scans the whole recording once: exact length, measures, peaks, seek index, content hash.
 * @returns the recording with the results of the scan, for the caller to store
 * @throws CleartakeError when it cannot be restored as it is; nothing was sent then
 */
export async function inspect(
  { engine, files, paths, store }: InspectionPorts,
  added: RecordingRow,
  signal: AbortSignal,
): Promise<RecordingRow> {
  const recording = await remake({ engine, files, store }, added, signal);
  const before = await factsOf(files, recording.path);
  if (before.bytes !== recording.bytes) throw changed(store, recording, before);
  const place = paths.recording(recording.id);
  await files.makeFolder(place.folder);
  const { madeFrom } = recording;
  const number = madeFrom?.kind === 'track' ? madeFrom.number : madeFrom?.kind === 'side' ? madeFrom.track : null;
  const track = number === null ? {} : { track: number };
  const madeOf = madeFrom === null ? undefined : { path: originalOf(recording).path, ...track };
  const request = { path: recording.path, peaksPath: place.peaks, indexPath: place.index, madeOf };
  const scan = await engine.request('scan', request, undefined, signal);
  if (scan.frames === 0) throw new CleartakeError('mediaDamaged', { detail: 'nothing could be decoded' });
  const seconds = scan.frames / scan.sampleRate;
  requireSound(seconds, scan.peak <= SILENCE_PEAK);
  const after = await factsOf(files, recording.path);
  const isOther =
    recording.contentHash === null
      ? // Counted for a quote and then replaced: it may cost less, not more.
        before.modifiedAt !== recording.modifiedAt &&
        Math.ceil(seconds) > Math.ceil(recording.countedSeconds ?? seconds)
      : recording.contentHash !== scan.contentHash;
  const read = { ...before, path: recording.path, contentHash: scan.contentHash };
  if (isOther || (await unchangedFacts(files, read, signal)) === null) throw changed(store, recording, after);
  return {
    ...recording,
    modifiedAt: after.modifiedAt,
    contentHash: scan.contentHash,
    durationSeconds: seconds,
    frames: scan.frames,
    sampleRate: scan.sampleRate,
    channels: scan.channels,
    hasVideo: recording.madeFrom?.hasVideo ?? scan.hasVideo,
    carries: scan.carries,
    measures: scan.measures,
  };
}

/** @throws CleartakeError for what would be paid for, and holds nothing to restore */
function requireSound(seconds: number, isSilent: boolean): void {
  if (isSilent) throw new CleartakeError('mediaSilent');
  if (seconds < LEAST_SECONDS) throw new CleartakeError('mediaTooShort', { detail: `${seconds} s` });
}

/** Stores the file's new size and date, so that a retry accepts it. */
function changed(store: Store, recording: RecordingRow, { bytes, modifiedAt }: FileFacts): CleartakeError {
  store.recordings.update(recording.id, { bytes, modifiedAt, contentHash: null, frames: null, countedSeconds: null });
  return new CleartakeError('sourceChanged');
}

async function factsOf(files: Files, path: string): Promise<FileFacts> {
  try {
    const facts = await files.facts(path);
    if (facts.kind === 'pipe' || facts.kind === 'device' || facts.kind === 'socket') {
      throw new CleartakeError('sourceNotAFile');
    }
    if (facts.bytes === 0) throw new CleartakeError('mediaEmpty');
    return facts;
  } catch (failure) {
    throw toSourceError(failure, path);
  }
}

/** @throws CleartakeError mediaTruncated, mediaDamaged for a scanned recording of which only a part is there, unless the person wants that */
export function requireWhole({ acceptTruncated, frames, measures, sampleRate }: RecordingRow): void {
  if (acceptTruncated || frames === null || sampleRate === null || measures === null) return;
  const { declaredSeconds: declared, gaps, isDamaged = false } = measures;
  const seconds = frames / sampleRate;
  if (isDamaged) {
    const [there, whole] = [formatDuration((frames - (gaps?.frames ?? 0)) / sampleRate), formatDuration(seconds)];
    throw new CleartakeError('mediaDamaged', {
      detail: `${there} of ${whole}`,
      parts: RECORDING.mostlyDamaged(there, whole),
    });
  }
  if (declared === undefined || declared <= seconds) return;
  const [there, whole] = [formatDuration(seconds), formatDuration(declared)];
  throw new CleartakeError('mediaTruncated', {
    detail: `${there} of ${whole}`,
    parts: RECORDING.endsEarly(there, whole),
  });
}
