/** The audio tracks of a file, and which of them a rule chooses. Pure. */

import { z } from 'zod';

export const audioTrackSchema = z.object({
  /** Among the file's audio tracks, from 1. */
  number: z.int().positive(),
  title: z.string().nullable(),
  /** ISO 639-2, as containers have it. */
  language: z.string().nullable(),
  /** FFmpeg's name. */
  codec: z.string(),
  channels: z.int().nonnegative(),
  /** Whether the file marks it as the default. */
  isDefault: z.boolean(),
  /** `unreadable`: it can't be decoded. */
  heard: z.enum(['sound', 'silence', 'unreadable']),
  /** Missing where nobody listened for it. */
  hasSpeech: z.boolean().optional(),
});
export type AudioTrack = z.infer<typeof audioTrackSchema>;

/** `Track 2 of 3: Mic, eng` */
export function trackName({
  language,
  number,
  of,
  title,
}: Pick<AudioTrack, 'language' | 'number' | 'title'> & { readonly of: number }): string {
  const names = [title, language].filter((name) => name !== null);
  return `Track ${number} of ${of}${names.length === 0 ? '' : `: ${names.join(', ')}`}`;
}
