import type { JobView } from '../../../shared/contract/views.ts';

/** The recordings whose media workers can fetch in browser tests. */

export const HEARD = { id: 'heard', durationSeconds: 90 } as const;

/** With one voice on each side. */
export const TALK: Pick<JobView, 'channelNotes' | 'channels' | 'durationSeconds' | 'id'> = {
  id: 'talk',
  durationSeconds: 20,
  channels: 2,
  channelNotes: [{ kind: 'two-voices' }],
};
