/** The calls for audio tracks on the fake desk: every recording is the second of three tracks, of which the first is silent. */

import type { AudioTrack } from '../../../shared/domain/tracks/audio-track.ts';
import type { FakeState } from './fake-state.ts';
import { type Os, refuse } from './refuse.ts';

const TRACKS: readonly AudioTrack[] = [
  { number: 1, title: 'Mix', language: null, codec: 'aac', channels: 2, isDefault: true, heard: 'silence' },
  { number: 2, title: 'Mic', language: 'eng', codec: 'aac', channels: 1, isDefault: false, heard: 'sound' },
  { number: 3, title: 'Desktop', language: null, codec: 'aac', channels: 2, isDefault: false, heard: 'sound' },
];

/** As the file's own choice has it. */
export const FAKE_TRACK = { number: 2, of: 3, title: 'Mic', language: 'eng' };

export function trackHandlers(os: Os, fake: FakeState) {
  return {
    tracks: os.queue.tracks.handler(({ input }) => {
      const chosen = fake.jobs.get(input.jobId)?.track?.number ?? 2;
      return { tracks: [...TRACKS], own: 2, chosen };
    }),
    chooseTracks: os.queue.chooseTracks.handler(({ input: { jobId, numbers } }) => {
      const [first = 2] = numbers;
      const chosen = TRACKS.find(({ number }) => number === first);
      if (chosen === undefined) throw refuse('notPossibleNow');
      const { language, number, title } = chosen;
      fake.update([jobId], (job) => ({ ...job, track: { number, of: TRACKS.length, title, language } }));
      return { jobIds: [jobId], refused: [] };
    }),
  };
}
