/** What an output lacks of its recording because its format can't hold it. */

import { z } from 'zod';

const leftOutTrackSchema = z.object({
  kind: z.enum(['video', 'audio', 'subtitles', 'data']),
  /** Of its kind in the recording, from 1. */
  number: z.number(),
  /** FFmpeg's name, or the file's own; null where it has none. */
  codec: z.string().nullable(),
});
/** A stream of the recording. */
export type LeftOutTrack = z.infer<typeof leftOutTrackSchema>;

export const leftOutSchema = z.object({
  tracks: z.array(leftOutTrackSchema),
  /** How many pictures, chapters and so on. */
  pictures: z.number(),
  chapters: z.number(),
  /** FFmpeg's names. */
  tags: z.array(z.string()),
  /** What recorders wrote in a WAV file: `bext`, `iXML`, `cue ` and the like. */
  chunks: z.array(z.string()),
  /** Intro and outro: a video keeps its picture, and other tracks their time. */
  bookends: z.boolean().optional(),
});
export type LeftOut = z.infer<typeof leftOutSchema>;
