/** An import with a rule for tracks: each file with several audio tracks becomes the recordings of those that the rule chooses. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { LeftOut } from '../../../../shared/domain/left-out.ts';
import { trackName } from '../../../../shared/domain/tracks/audio-track.ts';
import type { MadeFromTrack } from '../../../../shared/domain/tracks/made-from.ts';
import { ALL_TRACKS, chosenTracks, OWN_TRACK, SPEECH_TRACK } from '../../../../shared/domain/tracks/track-rule.ts';
import type { TracksResult } from '../../../../shared/engine-api/track-messages.ts';
import type { FoundRecording } from './find-recordings.ts';
import { TRACKS } from './strings.ts';
import { recordTracks, type TrackPorts, type TrackRecording } from './track-recordings.ts';

/** A recording to be added. */
export interface ImportedRecording extends FoundRecording {
  /** The file that one of its tracks was chosen of, with what differs from it. */
  readonly track?: { readonly file: FoundRecording; readonly columns: TrackRecording };
}

export interface TrackChoice {
  /** As presets have it. */
  readonly rule: string | undefined;
  readonly origin: MadeFromTrack['origin'];
  /** Nobody is there to be told: where the rule finds nothing, the file's own choice is restored. */
  readonly isUnattended: boolean;
}

export interface ExpandedImport {
  readonly found: readonly ImportedRecording[];
  readonly left: readonly LeftOut[];
}

/** Files that can't be read are added as they are: their rows say what is wrong. */
export async function expandTracks(
  ports: TrackPorts,
  found: readonly FoundRecording[],
  choice: TrackChoice,
  signal: AbortSignal,
): Promise<ExpandedImport> {
  const { rule = OWN_TRACK } = choice;
  if (rule === OWN_TRACK) return { found, left: [] };
  const all: ImportedRecording[] = [];
  const left: LeftOut[] = [];
  for (const file of found) {
    if (signal.aborted) {
      all.push(file);
      continue;
    }
    try {
      const expanded = await expandFile(ports, file, rule, choice, signal);
      all.push(...expanded.found);
      left.push(...expanded.left);
    } catch (failure) {
      if (!signal.aborted && toCleartakeError(failure).retryable) throw failure;
      all.push(file);
    }
  }
  return { found: all, left };
}

async function expandFile(
  ports: TrackPorts,
  file: FoundRecording,
  rule: string,
  { isUnattended, origin }: TrackChoice,
  signal: AbortSignal,
): Promise<ExpandedImport> {
  const request = { path: file.path, listens: rule === SPEECH_TRACK };
  const listed = await ports.engine.request('tracks', request, undefined, signal);
  const chosen = chosenTracks(rule, listed.tracks, listed.own);
  if (typeof chosen === 'string') {
    const of = listed.tracks.length;
    const reason = chosen === 'no-number' ? TRACKS.noNumber(rule, of) : TRACKS.noName(rule, of);
    return isUnattended ? { found: [file], left: [] } : { found: [], left: [leftOutTrack(file, reason)] };
  }
  if (listed.tracks.length === 1) return { found: [file], left: [] };
  const { path, realPath, bytes, modifiedAt } = file;
  const { made, refused } = await recordTracks(
    ports,
    { path, realPath, bytes, modifiedAt },
    origin,
    listed,
    chosen,
    signal,
  );
  const silent = rule === ALL_TRACKS ? silentTracks(file, listed) : [];
  if (made.length === 0 && isUnattended) return { found: [file], left: [] };
  return {
    found: made.map((columns) => ({
      ...file,
      path: columns.path,
      realPath: columns.realPath,
      name: columns.name,
      bytes: columns.bytes,
      modifiedAt: columns.modifiedAt,
      track: { file, columns },
    })),
    left: [...silent, ...refused.map(({ reason }) => leftOutTrack(file, reason))],
  };
}

function leftOutTrack({ path }: FoundRecording, reason: string): LeftOut {
  return { path, kind: 'no-track', reason };
}

/** Nothing is missing without them. */
function silentTracks(file: FoundRecording, { tracks }: TracksResult): LeftOut[] {
  return tracks
    .filter(({ heard }) => heard === 'silence')
    .map((track) => ({
      ...leftOutTrack(file, TRACKS.silent(trackName({ ...track, of: tracks.length }))),
      harmless: true,
    }));
}
