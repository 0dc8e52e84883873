/** Recordings of single tracks: what a file's chosen audio tracks become, each with a copy of its own where the file wouldn't choose it by itself. */

import path from 'node:path';
import { type CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import { stemOf } from '../../../../shared/domain/media-types.ts';
import { safeFileName } from '../../../../shared/domain/naming/safe-name.ts';
import { type AudioTrack, trackName } from '../../../../shared/domain/tracks/audio-track.ts';
import type { MadeFromTrack, OriginalFile } from '../../../../shared/domain/tracks/made-from.ts';
import { trackLabel } from '../../../../shared/domain/tracks/track-rule.ts';
import type { TracksResult } from '../../../../shared/engine-api/track-messages.ts';
import type { RecordingRow } from '../../store/schema.ts';
import { type MakingPorts, makeCopy } from '../made-copies.ts';
import { TRACKS } from './strings.ts';

export interface TrackPorts extends MakingPorts {
  /** Folder of managed copies. */
  readonly managed: string;
}

/** What tells a recording of one track from others: the row's own columns. */
export type TrackRecording = Pick<
  RecordingRow,
  'bytes' | 'hasVideo' | 'madeFrom' | 'modifiedAt' | 'name' | 'origin' | 'path' | 'realPath'
>;

export interface TrackRecordings {
  readonly made: readonly TrackRecording[];
  /** Tracks that can't be restored, each with a sentence that names it. */
  readonly refused: readonly { readonly track: AudioTrack; readonly reason: string }[];
}

/**
 * Copies what has to be copied. A track that can't be decoded is refused, and the others go on.
 * @param origin of the file
 * @param chosen some of the listed tracks
 * @throws CleartakeError diskFull and other conditions of the disk; the signal's reason
 */
export async function recordTracks(
  ports: TrackPorts,
  file: OriginalFile,
  origin: MadeFromTrack['origin'],
  { hasVideo, own, tracks }: TracksResult,
  chosen: readonly AudioTrack[],
  signal?: AbortSignal,
): Promise<TrackRecordings> {
  const made: TrackRecording[] = [];
  const refused: { track: AudioTrack; reason: string }[] = [];
  const name = path.basename(file.path);
  const nameOf = (track: AudioTrack) =>
    safeFileName(`${stemOf(name)}${TRACKS.nameSuffix(trackLabel(track, tracks))}${path.extname(name)}`);
  const isOne = chosen.filter(({ heard }) => heard !== 'unreadable').length <= 1;
  for (const track of chosen) {
    signal?.throwIfAborted();
    if (track.number === own) {
      made.push({ ...file, name: isOne ? name : nameOf(track), origin, hasVideo, madeFrom: null });
      continue;
    }
    const { language, number, title } = track;
    const described = { number, of: tracks.length, title, language };
    const madeFrom: MadeFromTrack = { kind: 'track', files: [file], origin, hasVideo, ...described };
    try {
      const copy = await makeCopy(ports, ports.managed, madeFrom, stemOf(nameOf(track)), signal);
      const realPath = await ports.files.realPath(copy.path);
      made.push({ ...copy, realPath, name: nameOf(track), origin: 'managed', hasVideo, madeFrom });
    } catch (failure) {
      signal?.throwIfAborted();
      const error = toCleartakeError(failure);
      if (!isOfTrack(error)) throw error;
      refused.push({ track, reason: TRACKS.refused(trackName(described), error.parts.what) });
    }
  }
  return { made, refused };
}

/** Whether another track may be fine. */
function isOfTrack({ code }: CleartakeError): boolean {
  return code.startsWith('media');
}
