/** The audio tracks of a row's file and the choice of those that are restored; the two sides of a stereo one. */

import { z } from 'zod';
import { audioTrackSchema } from '../../domain/tracks/audio-track.ts';
import { SIDES } from '../../domain/tracks/made-from.ts';
import { call } from '../refusals.ts';

const tracksView = z.object({
  /** In the order of the file. */
  tracks: z.array(audioTrackSchema),
  /** Number of the one that the file chooses by itself. */
  own: z.number(),
  /** Number of the one that the row restores. */
  chosen: z.number(),
});
export type TracksView = z.infer<typeof tracksView>;

export const trackCalls = {
  /**
   * Makes two rows of a stereo one that waits for Start: its left and its right, each with its own quote and a mono result, in its place. A
   * silent side gets none.
   * @returns the rows, the left one first, and the side that is silent
   */
  splitChannels: call
    .input(z.object({ jobId: z.string() }))
    .output(z.object({ jobIds: z.array(z.string()), silent: z.enum(SIDES).nullable() })),
  /** Makes one row of both sides again, before Start. @returns its row */
  joinChannels: call
    .input(z.object({ /** Of one of the two. */ jobId: z.string() }))
    .output(z.object({ jobId: z.string() })),
  /** Reads the file. Silent tracks are read whole, so this may take a while. */
  tracks: call.input(z.object({ jobId: z.string() })).output(tracksView),
  /**
   * Chooses tracks while the row waits for Start. The first one takes the place of the row, each other one becomes a row of its own with its
   * own quote. Tracks that can't be restored are refused by name, and the others go on.
   */
  chooseTracks: call
    .input(z.object({ jobId: z.string(), numbers: z.array(z.int().positive()).min(1).max(1000) }))
    .output(
      z.object({
        /** Rows of the chosen tracks; those that were on the queue before aren't among them. */
        jobIds: z.array(z.string()),
        /** Sentences. */
        refused: z.array(z.string()),
      }),
    ),
};
