/** The calls for audio tracks and sides on the fake desk: every recording is the second of three tracks, of which the first is silent. */

import type { AudioTrack } from '../../../shared/domain/tracks/audio-track.ts';
import { SIDES } from '../../../shared/domain/tracks/made-from.ts';
import type { FakeState } from './fake-state.ts';
import { type Os, refuse } from './refuse.ts';

const TRACKS: readonly AudioTrack[] = [
  { number: 1, title: 'Mix', language: null, codec: 'aac', channels: 2, isDefault: true, heard: 'silence' },
  { number: 2, title: 'Mic', language: 'eng', codec: 'aac', channels: 1, isDefault: false, heard: 'sound' },
  { number: 3, title: 'Desktop', language: null, codec: 'aac', channels: 2, isDefault: false, heard: 'sound' },
];

/** As the file's own choice has it. */
export const FAKE_TRACK = { number: 2, of: 3, title: 'Mic', language: 'eng' };

function partOf({ language, number, title }: AudioTrack) {
  const track = { number, of: TRACKS.length, title, language };
  return { track, remarks: [{ kind: 'track' as const, ...track }] };
}

export function trackHandlers(os: Os, fake: FakeState) {
  return {
    tracks: os.queue.tracks.handler(({ input }) => {
      const chosen = fake.jobs.get(input.jobId)?.track?.number ?? 2;
      return { tracks: [...TRACKS], own: 2, chosen };
    }),
    chooseTracks: os.queue.chooseTracks.handler(({ input: { jobId, numbers } }) => {
      const row = fake.jobs.get(jobId);
      const [first, ...others] = TRACKS.filter(({ number }) => numbers.includes(number)).map(partOf);
      if (row === undefined || first === undefined) throw refuse('notPossibleNow');
      fake.update([jobId], (job) => ({ ...job, ...first }));
      const added = others.map((part) => ({
        ...row,
        ...part,
        id: `${jobId}-${part.track.number}`,
        name: row.name.replace('.mkv', ` – ${part.track.title}.mkv`),
        position: fake.nextPosition(),
      }));
      for (const job of added) fake.jobs.set(job.id, job);
      fake.announce(added);
      return { jobIds: [jobId, ...added.map(({ id }) => id)], refused: [] };
    }),
    splitChannels: os.queue.splitChannels.handler(({ input: { jobId } }) => {
      const row = fake.jobs.get(jobId);
      if (row === undefined || row.channels !== 2) throw refuse('notPossibleNow');
      const note = row.channelNotes.find(({ kind }) => kind === 'silent-side');
      const silent = note?.kind === 'silent-side' ? note.side : null;
      const sides = SIDES.filter((side) => side !== silent).map((side) => ({
        ...row,
        id: `${jobId}-${side}`,
        name: row.name.replace('.wav', ` – ${side}.wav`),
        channels: 1,
        channelNotes: [],
        side: { side, of: row.name, isRevertible: true },
      }));
      fake.remove([jobId]);
      for (const job of sides) fake.jobs.set(job.id, job);
      fake.announce(sides);
      return { jobIds: sides.map(({ id }) => id), silent };
    }),
    joinChannels: os.queue.joinChannels.handler(({ input }) => {
      const jobId = input.jobId.replace(/-(left|right)$/, '');
      const whole = fake.removed.get(jobId);
      if (whole === undefined) throw refuse('notPossibleNow');
      fake.remove(SIDES.map((side) => `${jobId}-${side}`));
      fake.removed.delete(jobId);
      fake.jobs.set(jobId, whole);
      fake.announce([whole]);
      return { jobId };
    }),
  };
}
