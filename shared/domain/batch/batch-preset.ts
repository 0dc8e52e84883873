/** The batch preset: the settings of recordings that were added together. */

import { z } from 'zod';
import { LEAST_BIT_RATE, MOST_BIT_RATE } from '../export/bit-rates.ts';
import {
  DEFAULT_STRENGTH,
  DEFAULT_TRUE_PEAK,
  DOWNLOAD_TYPES,
  EXPORT_CHANNELS,
  EXPORT_FORMATS,
  type ExportSettings,
  HIGHEST_TRUE_PEAK,
  LONGEST_CROSS_FADE,
  LOUDEST_TARGET,
  LOWEST_TRUE_PEAK,
  QUIETEST_TARGET,
  type SoundSettings,
  USUAL_CROSS_FADE,
  VIDEO_OUTPUTS,
} from '../export/settings.ts';
import { tagTemplatesSchema } from '../naming/tags.ts';
import { DEFAULT_NAMING_TEMPLATE, LONGEST_TEMPLATE } from '../naming/template.ts';
import { modelId } from '../own-models/model-schema.ts';
import { trackRuleSchema } from '../tracks/track-rule.ts';
import { alsoSchema } from './also-output.ts';

/** Whether a path is independent of the working directory: `/…`, `C:\…` or `\\server\…`. */
export function isAbsolutePath(path: string): boolean {
  return /^(\/|[A-Za-z]:[\\/]|\\\\[^\\/])/.test(path);
}

/** How outputs lie in their folder: in the folders that were added, or all together. */
export const FOLDER_LAYOUTS = ['mirrored', 'flat'] as const;
export type FolderLayout = (typeof FOLDER_LAYOUTS)[number];

/** Where outputs go: only into the library (to be saved from there), beside the source, or into a folder. */
export const outputPlaceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('library') }),
  z.object({ kind: z.literal('beside-source') }),
  z.object({
    kind: z.literal('folder'),
    path: z.string().refine(isAbsolutePath, 'Enter the full path of a folder.'),
    /** Mirrored by default. */
    layout: z.enum(FOLDER_LAYOUTS).optional(),
  }),
]);
export type OutputPlace = z.infer<typeof outputPlaceSchema>;

const LONGEST_PATH = 4096;

export const batchPresetSchema = z.object({
  models: z.array(modelId).min(1),
  downloadType: z.enum(DOWNLOAD_TYPES),
  output: outputPlaceSchema,
  namingTemplate: z.string().min(1).max(LONGEST_TEMPLATE),
  /** `sampling.preset` of the generation: a text field of the service, sent as it is. */
  samplingPreset: z.string().min(1).max(100).optional(),
  /** How much of the restoration is mixed in: 0 is the original, 1 (the default) the result. */
  strength: z.number().min(0).max(1).optional(),
  /** Integrated loudness of the outputs in LUFS; null or missing keeps their level. */
  loudness: z.number().min(QUIETEST_TARGET).max(LOUDEST_TARGET).nullable().optional(),
  /** `source` (the default) is the format of the result, or of the recording if it is a video. */
  format: z.enum(EXPORT_FORMATS).optional(),
  /** LUFS of outputs with one channel; null or missing is as `loudness`. */
  monoLoudness: z.number().min(QUIETEST_TARGET).max(LOUDEST_TARGET).nullable().optional(),
  /** Highest true peak of outputs with a loudness, in dBTP; -1 by default. */
  truePeak: z.number().min(LOWEST_TRUE_PEAK).max(HIGHEST_TRUE_PEAK).optional(),
  /** Quiet speakers are raised to the loudness of the others; false by default. */
  levelVoices: z.boolean().optional(),
  /** kbit/s of MP3, AAC and Opus; null or missing is what is usual for the format and its channels. */
  bitRate: z.number().int().min(LEAST_BIT_RATE).max(MOST_BIT_RATE).nullable().optional(),
  /** A second file of each result; null or missing for none. */
  also: alsoSchema.nullable().optional(),
  /** Full paths of sounds before and after each recording; empty or missing for none. */
  intro: z.string().max(LONGEST_PATH).optional(),
  outro: z.string().max(LONGEST_PATH).optional(),
  /** Seconds for which they overlap the recording; 1 by default. */
  crossFade: z.number().min(0).max(LONGEST_CROSS_FADE).optional(),
  /** `source` (the default) keeps the channels of the result. */
  channels: z.enum(EXPORT_CHANNELS).optional(),
  /** `picture` (the default) keeps a video one, whatever the format; `sound` saves its sound alone. */
  video: z.enum(VIDEO_OUTPUTS).optional(),
  /** What outputs are tagged with; by default, as their recordings are. */
  tags: tagTemplatesSchema.optional(),
  /** Which audio tracks of a file become recordings when it is added: by default the one that the file chooses by itself. */
  track: trackRuleSchema.optional(),
  /** Outputs get the file time of their recording (the default), instead of the time at which they are made. */
  keepsFileTime: z.boolean().optional(),
  /**
   * False restores (and pays for) everything again, true uses every earlier result. Otherwise an earlier result is used where a new one would
   * cost something.
   */
  reuse: z.boolean().optional(),
});
export type BatchPreset = z.infer<typeof batchPresetSchema>;

/** How an export sounds: every setting with its value. */
export const soundSettings = z.object({
  strength: batchPresetSchema.shape.strength.unwrap(),
  loudness: batchPresetSchema.shape.loudness.unwrap(),
}) satisfies z.ZodType<SoundSettings>;

/** Files of the person's that outputs get: cover, intro and outro. */
export function partsOf({ intro, outro, tags }: Partial<Pick<BatchPreset, 'intro' | 'outro' | 'tags'>>): string[] {
  return [tags?.cover ?? '', intro ?? '', outro ?? ''].filter((file) => file !== '');
}

/** The folder's layout with its default. */
export function layoutOf(output: OutputPlace): FolderLayout {
  return (output.kind === 'folder' ? output.layout : undefined) ?? 'mirrored';
}

type Exported = Pick<
  BatchPreset,
  | 'intro'
  | 'outro'
  | 'crossFade'
  | 'strength'
  | 'loudness'
  | 'format'
  | 'channels'
  | 'monoLoudness'
  | 'truePeak'
  | 'levelVoices'
  | 'bitRate'
  | 'video'
>;

/** The preset's export settings, with defaults filled in. What is as usual is missing; tags depend on the recording. */
export function exportSettingsOf(preset: Exported): ExportSettings {
  const { strength, loudness, format, channels, bitRate, levelVoices, monoLoudness, truePeak, video } = preset;
  const { crossFade, intro, outro } = preset;
  const isBare = !intro && !outro;
  return {
    strength: strength ?? DEFAULT_STRENGTH,
    loudness: loudness ?? null,
    format: format ?? 'source',
    ...(channels === undefined || channels === 'source' ? {} : { channels }),
    ...(monoLoudness == null ? {} : { monoLoudness }),
    ...(truePeak === undefined || truePeak === DEFAULT_TRUE_PEAK ? {} : { truePeak }),
    ...(levelVoices === true ? { levelVoices } : {}),
    ...(bitRate == null ? {} : { bitRate }),
    ...(video === undefined || video === 'picture' ? {} : { video }),
    ...(intro ? { intro } : {}),
    ...(outro ? { outro } : {}),
    ...(isBare || crossFade === undefined || crossFade === USUAL_CROSS_FADE ? {} : { crossFade }),
  };
}

export const DEFAULT_BATCH_PRESET: BatchPreset = {
  models: ['service-2'],
  downloadType: 'audio',
  output: { kind: 'beside-source' },
  namingTemplate: DEFAULT_NAMING_TEMPLATE,
};
