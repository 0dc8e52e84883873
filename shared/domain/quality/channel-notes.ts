/** What is odd about a recording's channels. The recording keeps it unless a person decides otherwise, so it is told. Pure. */

import { z } from 'zod';
import type { DownloadType, ExportChannels, ExportFormat } from '../export/settings.ts';

const side = z.enum(['left', 'right']);

export const channelNoteSchema = z.discriminatedUnion('kind', [
  /** Nothing is on this side of a stereo recording. */
  z.object({ kind: z.literal('silent-side'), side }),
  /** This side of a stereo recording is quieter by so many decibels: what leaks into a cable, not a second voice. */
  z.object({ kind: z.literal('faint-side'), side, decibels: z.number() }),
  /** One channel of a stereo recording is inverted: in mono they cancel each other out. */
  z.object({ kind: z.literal('inverted') }),
  /** The waveform is off center by this part of full scale, -1 to 1. */
  z.object({ kind: z.literal('offset'), offset: z.number() }),
]);
export type ChannelNote = z.infer<typeof channelNoteSchema>;

export const outputNoteSchema = z.discriminatedUnion('kind', [
  ...channelNoteSchema.options,
  /** The recording has more channels than its output. */
  z.object({ kind: z.literal('mixed-down'), channels: z.number() }),
]);
/** What becomes of the channels in the output. */
export type OutputNote = z.infer<typeof outputNoteSchema>;

/** What a recording is restored with, as far as it decides about channels. */
interface Wanted {
  readonly format?: ExportFormat | undefined;
  readonly downloadType?: DownloadType | undefined;
  readonly channels?: ExportChannels | undefined;
}

/** MP3 holds two channels. */
const MOST_IN_MP3 = 2;

/** What a person should know of a recording's channels. In mono a silent side and inverted polarity are taken care of. */
export function outputNotes(
  { channels, channelNotes }: { readonly channels: number | null; readonly channelNotes: readonly OutputNote[] },
  { channels: kept = 'source', downloadType = 'audio', format = 'source' }: Wanted,
): readonly OutputNote[] {
  const isMono = kept === 'mono';
  const isMp3 = format === 'mp3' || (format === 'source' && downloadType === 'mp3');
  const notes = channelNotes.filter(({ kind }) => kind === 'offset' || !isMono);
  return (isMp3 || isMono) && (channels ?? 0) > MOST_IN_MP3
    ? [{ kind: 'mixed-down', channels: channels ?? 0 }, ...notes]
    : notes;
}

/** Weights of left and right in one channel. */
export type Fold = readonly [left: number, right: number];

export const EVEN_FOLD: Fold = [0.5, 0.5];
const INVERTED_FOLD: Fold = [0.5, -0.5];
const LEFT_FOLD: Fold = [1, 0];
const RIGHT_FOLD: Fold = [0, 1];

/** How a stereo recording becomes mono: nothing cancels, and a silent side takes no level away. */
export function foldOf(notes: readonly ChannelNote[]): Fold {
  for (const note of notes) {
    if (note.kind === 'inverted') return INVERTED_FOLD;
    if (note.kind === 'silent-side' || note.kind === 'faint-side') return note.side === 'left' ? RIGHT_FOLD : LEFT_FOLD;
  }
  return EVEN_FOLD;
}
