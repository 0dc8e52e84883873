/** The second file of one restoration, such as an archive beside the file for the feed: what differs from the first. Pure. */

import { z } from 'zod';
import { bitRatesOf, LEAST_BIT_RATE, MOST_BIT_RATE } from '../export/bit-rates.ts';
import { DEFAULT_TRUE_PEAK, EXPORT_FORMATS, type ExportFormat, type VideoOutput } from '../export/settings.ts';
import { keptExtension, sourceExtension } from '../export/source-format.ts';

/** The first file of a result, or the second. */
export const OUTPUT_SLOTS = ['main', 'also'] as const;
export type OutputSlot = (typeof OUTPUT_SLOTS)[number];

/** A second file in the format of the recording would often be the first again. */
export const ALSO_FORMATS = EXPORT_FORMATS.filter((format) => format !== 'source');

export const alsoSchema = z.object({
  format: z.enum(EXPORT_FORMATS).exclude(['source']),
  /** kbit/s; missing is what is usual for the format. */
  bitRate: z.number().int().min(LEAST_BIT_RATE).max(MOST_BIT_RATE).optional(),
  /** As loud as the first file, its voices leveled too; otherwise it sounds as the mix does. */
  loudness: z.boolean(),
});
export type AlsoOutput = z.infer<typeof alsoSchema>;

/** Whether a second file is as loud as the first unless a person says so: an archive keeps its level, what is published doesn't. */
export function isUsuallyAsLoud(format: ExportFormat): boolean {
  return bitRatesOf(format).length > 0;
}

interface First {
  readonly also?: AlsoOutput | null | undefined;
  readonly bitRate?: number | null | undefined;
  readonly format?: ExportFormat | undefined;
  readonly levelVoices?: boolean | undefined;
  readonly loudness?: number | null | undefined;
  readonly monoLoudness?: number | null | undefined;
  readonly namingTemplate: string;
  readonly truePeak?: number | undefined;
  readonly video?: VideoOutput | undefined;
}

interface Named {
  readonly name: string;
  readonly hasVideo: boolean;
}

/** A level that is kept has nothing of what makes a file loud: the limit of its peaks would only make it another file. */
const LEVEL_KEPT = { levelVoices: false, loudness: null, monoLoudness: null, truePeak: DEFAULT_TRUE_PEAK };

/**
 * The settings of the second file; null where there is none. Everything but format, bit rate and loudness is as for the first. Of a video it
 * is the sound. Where both files would have one name, this one tells its format.
 * @param made extension of the result, without its dot
 */
export function alsoPresetOf<Of extends First>(preset: Of, recording: Named, made: string): Of | null {
  const { also } = preset;
  if (also == null) return null;
  const { bitRate, format, loudness } = also;
  const isSame = firstExtension(preset, recording, made) === extensionOfFormat(format);
  return {
    ...preset,
    also: null,
    format,
    bitRate: bitRate ?? null,
    ...(loudness ? {} : LEVEL_KEPT),
    video: 'sound',
    ...(isSame ? { namingTemplate: `${preset.namingTemplate} (${alsoWord(also)})` } : {}),
  };
}

/** `flac`, `mp3 64`. */
function alsoWord({ bitRate, format }: AlsoOutput): string {
  return bitRate === undefined ? format : `${format} ${bitRate}`;
}

function firstExtension({ format = 'source', video }: First, { hasVideo, name }: Named, made: string): string {
  if (hasVideo && video !== 'sound') return sourceExtension(name);
  return format === 'source' ? keptExtension(name, made) : extensionOfFormat(format);
}

/** Without its dot. */
export function extensionOfFormat(format: Exclude<ExportFormat, 'source'>): string {
  return format.startsWith('wav') ? 'wav' : format;
}
