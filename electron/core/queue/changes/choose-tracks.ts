/** Which audio tracks of a row's file are restored, chosen while it waits for Start: each is a row of its own. */

import type { TracksView } from '../../../../shared/contract/queue/tracks.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { POSITION_STEP, positionsBetween } from '../../../../shared/domain/queue-order.ts';
import { type AudioTrack, trackName } from '../../../../shared/domain/tracks/audio-track.ts';
import type { OriginalFile } from '../../../../shared/domain/tracks/made-from.ts';
import type { TracksResult } from '../../../../shared/engine-api/track-messages.ts';
import { TRACKS } from '../../library/import/strings.ts';
import { recordTracks, type TrackRecording } from '../../library/import/track-recordings.ts';
import { originalFile } from '../../library/made-copies.ts';
import { originalOf } from '../../library/originals.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import type { Engines } from '../parts/queue-context.ts';

interface TrackChange {
  /** The rows of the chosen tracks, the first of them in the place of the row that was asked about. */
  readonly jobIds: readonly string[];
  /** Sentences about tracks that can't be restored. */
  readonly refused: readonly string[];
}

/** What the scan of another file found, and what a person accepted of it. */
const UNREAD = {
  contentHash: null,
  durationSeconds: null,
  frames: null,
  countedSeconds: null,
  sampleRate: null,
  channels: null,
  carries: false,
  measures: null,
  track: null,
  acceptTruncated: false,
} as const;

/** @throws CleartakeError notFound, notPossibleNow for an excerpt or joined parts; as the engine's `tracks` */
export async function tracksOfRow(context: Engines, jobId: string): Promise<TracksView> {
  const { recording } = rowOf(context, jobId);
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
  const { job, recording } = rowOf(context, jobId);
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

function rowOf({ store }: Pick<Engines, 'store'>, jobId: string): { job: JobRow; recording: RecordingRow } {
  const job = store.jobs.find(jobId);
  if (job === undefined || job.removedAt !== null) throw new CleartakeError('notFound', { detail: 'job' });
  return { job, recording: store.recordings.get(job.recordingId) };
}

/** A file that can't be read has failed before Start. @throws CleartakeError notPossibleNow */
function requireWaiting({ admittedAt, removedAt, stateKind }: JobRow): void {
  const waits = admittedAt === null && removedAt === null && (stateKind === 'queued' || stateKind === 'failed');
  if (!waits) throw new CleartakeError('notPossibleNow', { detail: 'started' });
}

async function list({ engine }: Engines, recording: RecordingRow): Promise<TracksResult> {
  const { madeFrom, origin } = recording;
  if (madeFrom?.kind === 'joined' || origin === 'lost') throw new CleartakeError('notPossibleNow');
  return await engine.request('tracks', { path: originalOf(recording).path, listens: false });
}

function silence(track: AudioTrack, { tracks }: TracksResult): string {
  return TRACKS.silent(trackName({ ...track, of: tracks.length }));
}

/** Runs inside the caller's transaction. @returns the new jobs */
function insertBehind(
  { ports, store }: Engines,
  job: JobRow,
  recording: RecordingRow,
  others: readonly TrackRecording[],
): string[] {
  if (others.length === 0) return [];
  const [next] = store.jobs.from(job.position + 1, 1);
  const between = next === undefined ? null : positionsBetween(job.position, next.position, others.length);
  const places = between ?? { first: store.jobs.nextPosition(), step: POSITION_STEP };
  return others.map((columns, index) => {
    const [id, recordingId] = [ports.newId(), ports.newId()];
    const at = ports.clock.now();
    store.recordings.insert({ ...recording, ...UNREAD, ...columns, id: recordingId, addedAt: at });
    store.jobs.insert({
      ...{ id, recordingId, batchId: job.batchId, connectionId: job.connectionId, priority: job.priority },
      ...{ preset: job.preset, own: job.own },
      position: places.first + index * places.step,
      stateKind: 'queued',
      state: { kind: 'queued' },
      createdAt: at,
    });
    return id;
  });
}
