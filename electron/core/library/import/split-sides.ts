/** The left and the right of a stereo file as recordings of their own, each with a mono copy. */

import path from 'node:path';
import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import { stemOf } from '../../../../shared/domain/media-types.ts';
import { safeFileName } from '../../../../shared/domain/naming/safe-name.ts';
import { type MadeFromSide, type OriginalFile, SIDES } from '../../../../shared/domain/tracks/made-from.ts';
import { makeCopy } from '../made-copies.ts';
import { type ExpandedImport, expandTracks, type ImportedRecording, type TrackChoice } from './expand-tracks.ts';
import type { FoundRecording } from './find-recordings.ts';
import { SPLIT } from './strings.ts';
import type { TrackPorts, TrackRecording } from './track-recordings.ts';

/** What is split. */
export interface WholeRecording extends Pick<MadeFromSide, 'hasVideo' | 'jobId' | 'origin' | 'track'> {
  readonly file: OriginalFile;
  /** As the row or the file is called. */
  readonly name: string;
}

/** @throws CleartakeError as `makeCopy` does; the signal's reason */
export async function recordSides(
  ports: TrackPorts,
  { file, name, ...whole }: WholeRecording,
  signal?: AbortSignal,
): Promise<readonly TrackRecording[]> {
  const made: TrackRecording[] = [];
  for (const side of SIDES) {
    signal?.throwIfAborted();
    const own = safeFileName(`${stemOf(name)}${SPLIT.nameSuffix(side)}${path.extname(name)}`);
    const madeFrom: MadeFromSide = { kind: 'side', files: [file], side, ...whole };
    const copy = await makeCopy(ports, ports.managed, madeFrom, stemOf(own), signal);
    const realPath = await ports.files.realPath(copy.path);
    made.push({ ...copy, realPath, name: own, origin: 'managed', hasVideo: whole.hasVideo, madeFrom });
  }
  return made;
}

/** The recordings of these files: of the tracks that are chosen, and of their sides where that is asked for. @throws as `expandTracks` */
export async function expandFiles(
  ports: TrackPorts,
  files: readonly FoundRecording[],
  choice: TrackChoice & { readonly splitsChannels: boolean },
  signal: AbortSignal,
): Promise<ExpandedImport> {
  const tracks = await expandTracks(ports, files, choice, signal);
  if (!choice.splitsChannels) return tracks;
  const sides = await expandSides(ports, tracks.found, choice.origin, signal);
  return { found: sides.found, left: [...tracks.left, ...sides.left] };
}

/**
 * An import that splits: stereo recordings become two each, others are left out by name. Files that can't be read are added as they are: their
 * rows say what is wrong.
 */
async function expandSides(
  ports: TrackPorts,
  found: readonly ImportedRecording[],
  origin: MadeFromSide['origin'],
  signal: AbortSignal,
): Promise<ExpandedImport> {
  const all: ImportedRecording[] = [];
  const left: ExpandedImport['left'][number][] = [];
  for (const recording of found) {
    if (signal.aborted) {
      all.push(recording);
      continue;
    }
    try {
      const made = await sidesOf(ports, recording, origin, signal);
      if (typeof made === 'string') left.push({ path: recording.path, kind: 'not-stereo', reason: made });
      else all.push(...made);
    } catch (failure) {
      if (!signal.aborted && toCleartakeError(failure).retryable) throw failure;
      all.push(recording);
    }
  }
  return { found: all, left };
}

/** The two recordings, or why there aren't any. */
async function sidesOf(
  ports: TrackPorts,
  recording: ImportedRecording,
  origin: MadeFromSide['origin'],
  signal: AbortSignal,
): Promise<readonly ImportedRecording[] | string> {
  const { bytes, modifiedAt, name, realPath, track } = recording;
  if (recording.madeFrom !== undefined) return SPLIT.notOne;
  const { channels, hasVideo } = await ports.engine.request('probe', { path: recording.path }, undefined, signal);
  if (channels !== 2) return SPLIT.notStereo(channels);
  const from = track?.columns.madeFrom;
  const whole =
    from?.kind === 'track'
      ? { file: from.files[0] as OriginalFile, track: from.number, hasVideo: from.hasVideo }
      : { file: { path: recording.path, realPath, bytes, modifiedAt }, track: null, hasVideo };
  const made = await recordSides(ports, { ...whole, name, origin }, signal);
  return made.map((columns) => ({
    ...recording,
    path: columns.path,
    realPath: columns.realPath,
    name: columns.name,
    bytes: columns.bytes,
    modifiedAt: columns.modifiedAt,
    track: { file: track?.file ?? recording, columns },
  }));
}
