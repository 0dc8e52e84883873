/** The schemas of the engine's answers. It parses files from strangers, so its parent checks whatever it says. */

import { z } from 'zod';
import { formatChangeSchema } from '../domain/export/format-change.ts';
import { leftOutSchema } from '../domain/export/left-out.ts';
import type { Comparison } from '../domain/integrity/comparison.ts';
import { ownModelDescription } from '../domain/own-models/description.ts';
import { channelNoteSchema } from '../domain/quality/channel-notes.ts';
import type { Measures, TrackMeasure } from '../domain/quality/measures.ts';
import { audioTrackSchema } from '../domain/tracks/audio-track.ts';
import type { ExportFigures, PreviewResult } from './export-messages.ts';
import { type EngineProgress, type EngineRequestKind, type EngineRequests, RESTORE_STAGES } from './messages.ts';
import { MOST_PCM_FRAMES } from './pcm-messages.ts';
import { MOST_TILE_BYTES } from './tile-messages.ts';

const count = z.int().nonnegative();
const figure = z.number().nullable();
/** Names that FFmpeg gives. */
const name = z.string().max(200);
const extension = z.string().regex(/^[a-z0-9]{1,8}$/);
const contentType = z.string().regex(/^[a-z]+\/[a-z0-9.+-]{1,60}$/);
/** Stereo float32. */
const FRAME_BYTES = 8;

const bytesUpTo = (most: number) => z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= most);

export const trackSchema = z.object({
  number: count,
  of: count,
  title: z.string().nullable(),
  language: z.string().nullable(),
}) satisfies z.ZodType<TrackMeasure>;

/** See measures.ts. */
export const measuresSchema = z.object({
  loudness: figure,
  loudnessRange: figure,
  truePeak: figure,
  noiseFloor: figure,
  speechLevel: figure,
  signalToNoise: figure,
  clippedSamples: z.number(),
  clippedPlaces: z.array(count).max(32).readonly().optional(),
  lostSpeech: z.number().min(0).max(1).optional(),
  musicFrames: count.optional(),
  track: trackSchema.optional(),
  gaps: z
    .object({
      frames: count,
      places: z.array(count).max(32).readonly(),
      lengths: z.array(count).max(32).readonly().optional(),
    })
    .optional(),
  isDamaged: z.boolean().optional(),
  declaredSeconds: z.number().nonnegative().optional(),
  savedAs: formatChangeSchema.optional(),
  soundEndsAt: count.optional(),
  hum: z.object({ frequency: z.number(), level: z.number() }).nullable(),
  decayTime: figure,
  bandwidth: figure,
  channelNotes: z.array(channelNoteSchema).max(4).readonly().optional(),
  worstMinute: z.object({ fromFrame: z.number(), frames: z.number(), signalToNoise: z.number() }).nullable(),
}) satisfies z.ZodType<Measures>;

export const soundFigures = z.object({ loudness: figure, truePeak: figure });

export const exportFiguresSchema = z.object({
  before: soundFigures,
  after: soundFigures,
  gain: z.number(),
  limited: z.boolean(),
  target: z.number().optional(),
  lowered: z.boolean().optional(),
  voices: z.object({ raised: z.number(), lowered: z.number() }).optional(),
  lag: figure,
}) satisfies z.ZodType<ExportFigures>;

const part = z.object({ fromFrame: z.int(), frames: z.int() });

const comparison = z.object({
  sampleRate: z.int().positive(),
  lag: z.int().nullable(),
  jumps: z.array(part),
  gain: figure,
  isSilent: z.boolean(),
  drift: part.extend({ ratio: z.number().positive() }).nullable(),
  replaced: part.nullable(),
  lost: z.array(part),
  channels: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('silent'),
        channel: z.union([z.literal(0), z.literal(1)]),
        fromFrame: z.int(),
        frames: z.int(),
      }),
      z.object({ kind: z.literal('swapped') }),
      z.object({ kind: z.literal('merged') }),
    ])
    .nullable(),
  musicFrames: count,
  speech: z.object({ frames: count, lostFrames: count }),
}) satisfies z.ZodType<Comparison>;

const threads = { startedThreads: count, failedThreads: count };
const shape = { sampleRate: z.int().positive(), channels: z.int().positive() };

export const previewSchema = z.object({
  ...shape,
  lag: z.int().nullable(),
  before: soundFigures.nullable(),
}) satisfies z.ZodType<PreviewResult>;

const format = {
  container: name,
  codec: name,
  ...shape,
  channelLayout: name,
  bitDepth: figure,
  durationSeconds: figure,
  hasVideo: z.boolean(),
  audioStreams: count,
};

export const ENGINE_RESULTS: { readonly [Kind in EngineRequestKind]: z.ZodType<EngineRequests[Kind]['result']> } = {
  probe: z.object({ ...format, audioStream: count, track: trackSchema.optional() }),
  partFacts: z.object({
    ...format,
    began: z.object({ date: z.string().max(10), seconds: z.number().nonnegative(), isExact: z.boolean() }).nullable(),
  }),
  join: z.object({ extension, bytes: count }),
  sketch: z.object({ columns: z.array(z.int().min(0).max(127)).nullable(), channelNotes: z.array(channelNoteSchema) }),
  length: z.object({ frames: count, sampleRate: shape.sampleRate, isSilent: z.boolean() }),
  scan: z.object({
    contentHash: z.string().regex(/^[0-9a-f]{64}$/),
    codec: name,
    frames: count,
    ...shape,
    peak: z.number().nonnegative(),
    declaredSeconds: figure,
    truncated: z.boolean(),
    damagedPackets: count,
    measures: measuresSchema,
    hasVideo: z.boolean(),
    carries: z.boolean(),
    ...threads,
  }),
  checkModel: z.object({
    description: ownModelDescription,
    files: z.array(z.string()),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    cost: z.number().min(0),
  }),
  restore: z.object({
    frames: count,
    ...shape,
    hasVideo: z.boolean(),
    outputs: z.array(
      z.object({
        path: z.string(),
        format: z.enum(['source', 'wav', 'flac', 'mp3', 'm4a', 'opus']),
        extension,
        contentType,
        bytes: count,
      }),
    ),
    residentBytes: count,
    ...threads,
  }),
  export: z.object({
    kind: z.enum(['rendered', 'copied', 'as-is']),
    extension,
    contentType,
    isVideo: z.boolean(),
    bytes: count,
    figures: exportFiguresSchema.nullable(),
    leftOut: leftOutSchema.nullable(),
  }),
  preview: previewSchema,
  cut: z.object({ frames: count, ...shape, bytes: count }),
  tracks: z.object({ tracks: z.array(audioTrackSchema).max(1000), own: count, hasVideo: z.boolean() }),
  copyTrack: z.object({ extension, bytes: count }),
  copySide: z.object({ extension, bytes: count }),
  extract: z.object({ frames: count, ...shape, bytes: count, lag: z.int().nullable() }),
  scanDifference: z.object({ frames: count, sampleRate: shape.sampleRate, peak: z.number().nonnegative() }),
  listeningCopy: z.object({ frames: count, sampleRate: shape.sampleRate, bytes: count }),
  compare: comparison,
  pcm: z.object({ samples: bytesUpTo(MOST_PCM_FRAMES * FRAME_BYTES) }),
  tile: z.object({ levels: bytesUpTo(MOST_TILE_BYTES) }),
  loudness: z.object({ loudness: z.number().nullable() }),
};

export const engineProgressSchema: z.ZodType<EngineProgress> = z.object({
  stage: z.enum([...RESTORE_STAGES, 'scanning', 'exporting']),
  fraction: z.number().min(0).max(1),
});
