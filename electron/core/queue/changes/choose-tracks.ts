/** Which audio tracks of a row's file are restored, chosen while it waits for Start: each is a row of its own. */

import type { TracksView } from '../../../../shared/contract/queue/tracks.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { type AudioTrack, trackName } from '../../../../shared/domain/tracks/audio-track.ts';
import type { OriginalFile } from '../../../../shared/domain/tracks/made-from.ts';
import type { TracksResult } from '../../../../shared/engine-api/track-messages.ts';
import { TRACKS } from '../../library/import/strings.ts';
import { recordTracks } from '../../library/import/track-recordings.ts';
import { originalFile } from '../../library/made-copies.ts';
import { originalOf } from '../../library/originals.ts';
import type { RecordingRow } from '../../store/schema.ts';
import type { Engines } from '../parts/queue-context.ts';
import { insertBehind, requireWaiting, UNREAD, waitingRowOf } from './rows-apart.ts';

interface TrackChange {
  /** The rows of the chosen tracks, the first of them in the place of the row that was asked about. */
  readonly jobIds: readonly string[];
  /** Sentences about tracks that can't be restored. */
  readonly refused: readonly string[];
}

/** @throws CleartakeError notFound, notPossibleNow for an excerpt or joined parts; as the engine's `tracks` */
export async function tracksOfRow(context: Engines, jobId: string): Promise<TracksView> {
  const { recording } = waitingRowOf(context, jobId);
  const { own, tracks } = await list(context, recording);
  const number = recording.madeFrom?.kind === 'track' ? recording.madeFrom.number : own;
  return { tracks: [...tracks], own, chosen: number };
}

/**
 * Copies what has to be copied and writes the rows: the first track takes the place of the row, and the others follow it. Rows that wait for
 * Start have no other trace, so that nothing of the tracks before stays. Calls have to follow one another.
 * @param numbers of tracks, at least one
 * @throws CleartakeError notFound, notPossibleNow once it is started; as the engine's `tracks`
 */
export async function chooseTracks(
  context: Engines,
  jobId: string,
  numbers: readonly number[],
  signal?: AbortSignal,
): Promise<TrackChange> {
  const { engine, paths, ports, store, transitions } = context;
  const { job, recording } = waitingRowOf(context, jobId);
  requireWaiting(job);
  const listed = await list(context, recording);
  const wanted = listed.tracks.filter(({ number }) => numbers.includes(number));
  const sounding = wanted.filter(({ heard, number }) => heard !== 'silence' || number === listed.own);
  const silent = wanted.filter((track) => !sounding.includes(track)).map((track) => silence(track, listed));
  const { origin, path } = originalOf(recording);
  const file: OriginalFile = await originalFile(ports.files, path);
  const making = { engine, files: ports.files, managed: paths.managed };
  const from = origin === 'lost' ? 'path' : origin;
  const { made, refused } = await recordTracks(making, file, from, listed, sounding, signal);
  const reasons = [...silent, ...refused.map(({ reason }) => reason)];
  const present = store.jobs.get(jobId);
  requireWaiting(present);
  const open = new Set(store.recordings.openAmong(made.map(({ realPath }) => realPath)));
  const [first, ...others] = made.filter(({ realPath }) => realPath === recording.realPath || !open.has(realPath));
  if (first === undefined) return { jobIds: [], refused: reasons };
  const jobIds = store.transaction(() => {
    store.recordings.update(recording.id, { ...UNREAD, ...first });
    if (present.state.kind === 'failed') transitions.job(jobId, { kind: 'retry' });
    return [jobId, ...insertBehind(context, present, recording, others)];
  });
  for (const id of jobIds) transitions.touch(id);
  return { jobIds, refused: reasons };
}

async function list({ engine }: Engines, recording: RecordingRow): Promise<TracksResult> {
  const { madeFrom, origin } = recording;
  if (madeFrom?.kind === 'joined' || madeFrom?.kind === 'side' || origin === 'lost')
    throw new CleartakeError('notPossibleNow');
  return await engine.request('tracks', { path: originalOf(recording).path, listens: false });
}

function silence(track: AudioTrack, { tracks }: TracksResult): string {
  return TRACKS.silent(trackName({ ...track, of: tracks.length }));
}
