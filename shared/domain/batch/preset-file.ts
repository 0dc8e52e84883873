/** Presets as a file that people exchange: JSON without keys, checked before anything is taken from it. */

import { z } from 'zod';
import {
  DEFAULT_TRUE_PEAK,
  EXPORT_CHANNELS,
  EXPORT_FORMATS,
  FILE_TIMES,
  LOUDEST_TARGET,
  QUIETEST_TARGET,
  USUAL_CROSS_FADE,
} from '../export/settings.ts';
import { problemWords } from '../naming/strings.ts';
import { countTags } from '../naming/tags.ts';
import { DEFAULT_NAMING_TEMPLATE, problemOf } from '../naming/template.ts';
import { modelId } from '../own-models/model-schema.ts';
import { OWN_TRACK, trackRuleSchema } from '../tracks/track-rule.ts';
import { outputPlaceSchema } from './batch-preset.ts';
import {
  MOST_PRESETS,
  type NamedPreset,
  type PresetSettings,
  presetNameSchema,
  presetSettingsSchema,
} from './presets.ts';

const KIND = 'cleartake-presets';
const VERSION = 1;
const MOST_ISSUES = 5;

/** Strict: a setting with a wrong name would otherwise be lost without a word. */
const presetInFile = z.strictObject({
  name: presetNameSchema,
  models: z.array(modelId).min(1),
  restoration: presetSettingsSchema.shape.samplingPreset.unwrap().nullable().default(null),
  strength: z.number().min(0).max(1).default(1),
  loudness: z.number().min(QUIETEST_TARGET).max(LOUDEST_TARGET).nullable().default(null),
  format: z.enum(EXPORT_FORMATS).default('source'),
  channels: z.enum(EXPORT_CHANNELS).default('source'),
  monoLoudness: presetSettingsSchema.shape.monoLoudness,
  truePeak: presetSettingsSchema.shape.truePeak,
  levelVoices: presetSettingsSchema.shape.levelVoices,
  bitRate: presetSettingsSchema.shape.bitRate,
  also: presetSettingsSchema.shape.also,
  intro: presetSettingsSchema.shape.intro,
  outro: presetSettingsSchema.shape.outro,
  crossFade: presetSettingsSchema.shape.crossFade,
  video: presetSettingsSchema.shape.video,
  tags: presetSettingsSchema.shape.tags,
  fileTime: z.enum(FILE_TIMES).default('source'),
  track: trackRuleSchema.default(OWN_TRACK),
  output: outputPlaceSchema.default({ kind: 'beside-source' }),
  naming: presetSettingsSchema.shape.namingTemplate
    .superRefine((template, context) => {
      const problem = problemOf(template);
      if (problem !== null) context.addIssue({ code: 'custom', message: problemWords(problem) });
    })
    .default(DEFAULT_NAMING_TEMPLATE),
});

const presetFile = z.strictObject({
  kind: z.literal(KIND),
  version: z.literal(VERSION),
  presets: z.array(presetInFile).min(1).max(MOST_PRESETS),
});

export type PresetInFile = Pick<NamedPreset, 'name' | 'settings'>;

/** The file's text. */
export function presetsToText(presets: readonly PresetInFile[]): string {
  const entries = presets.map(({ name, settings }) => ({
    name,
    models: settings.models,
    restoration: settings.samplingPreset ?? null,
    strength: settings.strength ?? 1,
    loudness: settings.loudness ?? null,
    format: settings.format ?? 'source',
    // Earlier versions refuse a setting that they don't know.
    ...(settings.channels === undefined || settings.channels === 'source' ? {} : { channels: settings.channels }),
    ...newer(settings),
    ...(settings.keepsFileTime === false ? { fileTime: 'now' } : {}),
    ...(settings.track === undefined || settings.track === OWN_TRACK ? {} : { track: settings.track }),
    output: settings.output,
    naming: settings.namingTemplate,
  }));
  return `${JSON.stringify({ kind: KIND, version: VERSION, presets: entries }, null, 2)}\n`;
}

export type ReadPresets =
  | { readonly kind: 'presets'; readonly presets: readonly PresetInFile[] }
  /** Sentences about what is wrong, the first few of them. */
  | { readonly kind: 'invalid'; readonly issues: readonly string[] };

export function presetsFromText(text: string): ReadPresets {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { kind: 'invalid', issues: ['The file isn’t JSON.'] };
  }
  const read = presetFile.safeParse(parsed);
  if (read.success) {
    return {
      kind: 'presets',
      presets: read.data.presets.map(({ name, ...entry }) => ({ name, settings: settingsFrom(entry) })),
    };
  }
  const issues = read.error.issues.map(({ path, message }) => `${placeOf(path, parsed)}${message}`);
  return { kind: 'invalid', issues: [...new Set(issues)].slice(0, MOST_ISSUES) };
}

function settingsFrom(entry: Omit<z.infer<typeof presetInFile>, 'name'>): PresetSettings {
  const { channels, models, restoration, strength, loudness, format, fileTime, track, output, naming } = entry;
  const sampling = restoration === null ? {} : { samplingPreset: restoration };
  const time = fileTime === 'now' ? { keepsFileTime: false } : {};
  const tracks = track === OWN_TRACK ? {} : { track };
  const folded = channels === 'source' ? {} : { channels };
  return {
    models,
    strength,
    loudness,
    format,
    ...folded,
    ...newer(entry),
    ...time,
    ...tracks,
    output,
    namingTemplate: naming,
    ...sampling,
  };
}

/** Settings that are left out where they are as usual. */
function newer({
  also,
  bitRate,
  crossFade,
  intro,
  levelVoices,
  monoLoudness,
  outro,
  tags,
  truePeak,
  video,
}: Pick<
  PresetSettings,
  'also' | 'bitRate' | 'crossFade' | 'intro' | 'levelVoices' | 'monoLoudness' | 'outro' | 'tags' | 'truePeak' | 'video'
>) {
  return {
    ...(monoLoudness == null ? {} : { monoLoudness }),
    ...(truePeak === undefined || truePeak === DEFAULT_TRUE_PEAK ? {} : { truePeak }),
    ...(levelVoices === true ? { levelVoices } : {}),
    ...(bitRate == null ? {} : { bitRate }),
    ...(also == null ? {} : { also }),
    ...(intro ? { intro } : {}),
    ...(outro ? { outro } : {}),
    ...(crossFade === undefined || crossFade === USUAL_CROSS_FADE ? {} : { crossFade }),
    ...(video === undefined || video === 'picture' ? {} : { video }),
    ...(countTags(tags) === 0 ? {} : { tags }),
  };
}

/** `“Podcast” · strength: `, with the preset's name where it has one. */
function placeOf(path: readonly PropertyKey[], file: unknown): string {
  if (path.length === 0) return '';
  const [group, index, ...rest] = path;
  if (group !== 'presets' || typeof index !== 'number') return `${path.join('.')}: `;
  const name: unknown = Object((Object(file).presets as unknown[])[index]).name;
  const preset =
    typeof name === 'string' && name.trim() !== '' ? `“${name.trim().slice(0, 60)}”` : `Preset ${index + 1}`;
  return rest.length === 0 ? `${preset}: ` : `${preset} · ${rest.join('.')}: `;
}
