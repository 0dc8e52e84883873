/** What is odd about a recording's channels. The recording keeps it unless a person decides otherwise, so it is told. Pure. */

import { z } from 'zod';
import { formatChangeSchema } from '../export/format-change.ts';
import { rateIn } from '../export/sample-rates.ts';
import type { DownloadType, ExportChannels, ExportFormat, VideoOutput } from '../export/settings.ts';

const side = z.enum(['left', 'right']);

export const channelNoteSchema = z.discriminatedUnion('kind', [
  /** Nothing is on this side of a stereo recording. */
  z.object({ kind: z.literal('silent-side'), side }),
  /** This side of a stereo recording is quieter by so many decibels: what leaks into a cable, not a second voice. */
  z.object({ kind: z.literal('faint-side'), side, decibels: z.number() }),
  /** One channel of a stereo recording is inverted: in mono they cancel each other out. */
  z.object({ kind: z.literal('inverted') }),
  /** Each side of a stereo recording has a voice of its own: the sides take turns, and share hardly any sound. */
  z.object({ kind: z.literal('two-voices') }),
  /** The waveform is off center by this part of full scale, -1 to 1. */
  z.object({ kind: z.literal('offset'), offset: z.number() }),
]);
export type ChannelNote = z.infer<typeof channelNoteSchema>;

export const outputNoteSchema = z.discriminatedUnion('kind', [
  ...channelNoteSchema.options,
  /** The recording has more channels than its output. */
  z.object({ kind: z.literal('mixed-down'), channels: z.number() }),
  /** Its own format is not written. */
  formatChangeSchema.extend({ kind: z.literal('format') }),
  /** The output's format does not hold its sample rate, in Hz. */
  z.object({ kind: z.literal('resampled'), from: z.number(), to: z.number() }),
  /** A video that keeps its picture gets no intro and outro. */
  z.object({ kind: z.literal('no-bookends') }),
]);
/** What becomes of the recording in its output. */
export type OutputNote = z.infer<typeof outputNoteSchema>;

/** What a recording is restored with, as far as it decides about channels. */
interface Wanted {
  readonly format?: ExportFormat | undefined;
  readonly downloadType?: DownloadType | undefined;
  readonly channels?: ExportChannels | undefined;
  readonly video?: VideoOutput | undefined;
  readonly intro?: string | undefined;
  readonly outro?: string | undefined;
}

/** Told anew for each output: rows have those of the settings that they had. */
const OF_OUTPUTS: readonly OutputNote['kind'][] = ['mixed-down', 'resampled', 'no-bookends'];

/** MP3 holds two channels. */
const MOST_IN_MP3 = 2;

interface NotedRecording {
  readonly channels: number | null;
  /** Hz. */
  readonly sampleRate: number | null;
  readonly hasVideo?: boolean;
  readonly channelNotes: readonly OutputNote[];
}

/**
 * What a person should know before the recording is restored: what is odd about its channels, and what its output can't keep. In mono a silent
 * side and inverted polarity are taken care of.
 */
export function outputNotes(
  { channels, channelNotes, hasVideo = false, sampleRate }: NotedRecording,
  { channels: kept = 'source', downloadType = 'audio', format = 'source', intro, outro, video = 'picture' }: Wanted,
): readonly OutputNote[] {
  const isMono = isFolded(channelNotes, kept);
  const chosen = format === 'source' && downloadType === 'mp3' ? 'mp3' : format;
  const notes: OutputNote[] = channelNotes.filter(({ kind }) => {
    if (OF_OUTPUTS.includes(kind)) return false;
    if (kind === 'format') return chosen === 'source';
    return kind === 'offset' || kind === 'two-voices' || !isMono;
  });
  if ((chosen === 'mp3' || isMono) && (channels ?? 0) > MOST_IN_MP3)
    notes.unshift({ kind: 'mixed-down', channels: channels ?? 0 });
  const rate = rateIn(chosen, sampleRate ?? 0);
  if (sampleRate !== null && rate !== sampleRate) notes.push({ kind: 'resampled', from: sampleRate, to: rate });
  if (hasVideo && video === 'picture' && (intro || outro)) notes.push({ kind: 'no-bookends' });
  return notes;
}

/** Weights of left and right in one channel. */
export type Fold = readonly [left: number, right: number];

export const EVEN_FOLD: Fold = [0.5, 0.5];
const INVERTED_FOLD: Fold = [0.5, -0.5];
const LEFT_FOLD: Fold = [1, 0];
const RIGHT_FOLD: Fold = [0, 1];

/** Whether one side of a stereo recording has nothing of its own. */
export function isOneSided(notes: readonly Pick<OutputNote, 'kind'>[]): boolean {
  return notes.some(({ kind }) => kind === 'silent-side' || kind === 'faint-side');
}

function isFolded(notes: readonly OutputNote[], kept: ExportChannels): boolean {
  return kept === 'mono' || (kept === 'mono-if-silent' && isOneSided(notes));
}

/**
 * Of the file that the export makes, as far as it is known before: 1 has a loudness of its own.
 * @param channels of the recording or its result; null where they aren't known
 */
export function outputChannels(
  { channelNotes, channels }: Pick<NotedRecording, 'channelNotes' | 'channels'>,
  { channels: kept = 'source' }: Pick<Wanted, 'channels'>,
): number | null {
  return isFolded(channelNotes, kept) ? 1 : channels;
}

/** How a stereo recording becomes mono: nothing cancels, and a silent side takes no level away. */
export function foldOf(notes: readonly ChannelNote[]): Fold {
  for (const note of notes) {
    if (note.kind === 'inverted') return INVERTED_FOLD;
    if (note.kind === 'silent-side' || note.kind === 'faint-side') return note.side === 'left' ? RIGHT_FOLD : LEFT_FOLD;
  }
  return EVEN_FOLD;
}
