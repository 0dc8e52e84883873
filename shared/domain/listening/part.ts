/** A take, a passage of it, or what was removed, exported from the comparison. */

import { z } from 'zod';
import { passageSchema } from './verdict.ts';

/** WAV with 24 bits, FLAC, MP3. */
export const PART_FORMATS = ['wav24', 'flac', 'mp3'] as const;
export type PartFormat = (typeof PART_FORMATS)[number];

export const PART_EXTENSIONS: Readonly<Record<PartFormat, string>> = { wav24: 'wav', flac: 'flac', mp3: 'mp3' };

export const partRequest = z.object({
  jobId: z.string(),
  take: z.string(),
  /** Instead of the take, a result's: what it lacks of the original, at the result's own delay. */
  isRemoved: z.boolean(),
  /** Null for the whole. */
  passage: passageSchema.nullable(),
  format: z.enum(PART_FORMATS),
});
export type PartRequest = z.infer<typeof partRequest>;
