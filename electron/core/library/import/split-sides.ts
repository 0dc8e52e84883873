/** The left and the right of a stereo file as recordings of their own, each with a mono copy. */

import path from 'node:path';
import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import { stemOf } from '../../../../shared/domain/media-types.ts';
import { safeFileName } from '../../../../shared/domain/naming/safe-name.ts';
import { type MadeFromSide, type OriginalFile, SIDES, type Side } from '../../../../shared/domain/tracks/made-from.ts';
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

interface RecordedSides {
  readonly made: readonly TrackRecording[];
  /** Sides with nothing to restore: there is no recording of them. */
  readonly silent: readonly Side[];
}

/** @throws CleartakeError as `makeCopy` does; the signal's reason */
export async function recordSides(
  ports: TrackPorts,
  { file, name, ...whole }: WholeRecording,
  signal?: AbortSignal,
): Promise<RecordedSides> {
  const made: TrackRecording[] = [];
  const silent: Side[] = [];
  for (const side of SIDES) {
    signal?.throwIfAborted();
    const own = safeFileName(`${stemOf(name)}${SPLIT.nameSuffix(side)}${path.extname(name)}`);
    const madeFrom: MadeFromSide = { kind: 'side', files: [file], side, ...whole };
    const copy = await makeCopy(ports, ports.managed, madeFrom, stemOf(own), signal);
    // By the same measure as silent tracks, and before anything is sent or paid.
    const { tracks } = await ports.engine.request('tracks', { path: copy.path, listens: false }, undefined, signal);
    if (tracks.every(({ heard }) => heard === 'silence')) {
      silent.push(side);
      continue;
    }
    const realPath = await ports.files.realPath(copy.path);
    made.push({ ...copy, realPath, name: own, origin: 'managed', hasVideo: whole.hasVideo, madeFrom });
  }
  return { made, silent };
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
      const sides = await sidesOf(ports, recording, origin, signal);
      const path = recording.track?.file.path ?? recording.path;
      if (typeof sides === 'string') left.push({ path, kind: 'not-stereo', reason: sides });
      else {
        all.push(...sides.found);
        // Nothing is missing without them.
        for (const side of sides.silent)
          left.push({ path, kind: 'no-track', reason: SPLIT.silent(side), harmless: true });
      }
    } catch (failure) {
      if (!signal.aborted && toCleartakeError(failure).retryable) throw failure;
      all.push(recording);
    }
  }
  return { found: all, left };
}

interface FoundSides {
  readonly found: readonly ImportedRecording[];
  readonly silent: readonly Side[];
}

/** The recordings of its sides, or why there aren't any. One that is silent throughout stays whole: its row says what is wrong. */
async function sidesOf(
  ports: TrackPorts,
  recording: ImportedRecording,
  origin: MadeFromSide['origin'],
  signal: AbortSignal,
): Promise<FoundSides | string> {
  const { bytes, modifiedAt, name, realPath, track } = recording;
  if (recording.madeFrom !== undefined) return SPLIT.notOne;
  const { channels, hasVideo } = await ports.engine.request('probe', { path: recording.path }, undefined, signal);
  if (channels !== 2) return SPLIT.notStereo(channels);
  const from = track?.columns.madeFrom;
  const whole =
    from?.kind === 'track'
      ? { file: from.files[0] as OriginalFile, track: from.number, hasVideo: from.hasVideo }
      : { file: { path: recording.path, realPath, bytes, modifiedAt }, track: null, hasVideo };
  const { made, silent } = await recordSides(ports, { ...whole, name, origin }, signal);
  if (made.length === 0) return { found: [recording], silent: [] };
  const found = made.map((columns) => ({
    ...recording,
    path: columns.path,
    realPath: columns.realPath,
    name: columns.name,
    bytes: columns.bytes,
    modifiedAt: columns.modifiedAt,
    track: { file: track?.file ?? recording, columns },
  }));
  return { found, silent };
}
