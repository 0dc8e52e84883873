/** Named presets: the settings of a recording under a name, those that come with Cleartake and the person's own. */

import { z } from 'zod';
import { PODCAST_LOUDNESS } from '../export/settings.ts';
import { DEFAULT_NAMING_TEMPLATE } from '../naming/template.ts';
import { type BatchPreset, batchPresetSchema, DEFAULT_BATCH_PRESET } from './batch-preset.ts';
import { rowSettings } from './row-settings.ts';

const LONGEST_NAME = 60;
export const MOST_PRESETS = 200;

/** What a preset contains. Whether history is used is decided at Start, and the type of the download follows from the format. */
export const presetSettingsSchema = batchPresetSchema.omit({ reuse: true, downloadType: true });
export type PresetSettings = z.infer<typeof presetSettingsSchema>;

export const presetNameSchema = z.string().trim().min(1, 'Enter a name.').max(LONGEST_NAME, 'This name is too long.');

export const namedPresetSchema = z.object({
  id: z.string().min(1).max(100),
  name: presetNameSchema,
  /** It comes with Cleartake, and can't be changed or deleted. */
  builtIn: z.boolean(),
  settings: presetSettingsSchema,
});
export type NamedPreset = z.infer<typeof namedPresetSchema>;

const COMMON = { output: { kind: 'beside-source' }, namingTemplate: DEFAULT_NAMING_TEMPLATE } as const;

export const BUILT_IN_PRESETS: readonly NamedPreset[] = [
  { id: 'restore-only', name: 'Restore only', builtIn: true, settings: settingsOf(DEFAULT_BATCH_PRESET) },
  {
    id: 'podcast-episode',
    name: 'Podcast episode',
    builtIn: true,
    settings: {
      ...COMMON,
      ...{ models: ['service-2'], samplingPreset: 'podcast', format: 'mp3', channels: 'mono-if-silent' },
      ...{ loudness: PODCAST_LOUDNESS.stereo, monoLoudness: PODCAST_LOUDNESS.mono },
    },
  },
  {
    id: 'interview-archive',
    name: 'Interview archive',
    builtIn: true,
    settings: { ...COMMON, models: ['service-3.5'], samplingPreset: 'interview', strength: 0.8, format: 'wav24' },
  },
  {
    id: 'short-clips',
    name: 'Short clips',
    builtIn: true,
    settings: { ...COMMON, models: ['service-2'], loudness: -14, format: 'mp3' },
  },
];

/** Everything of the settings that a preset keeps. */
export function settingsOf({ reuse: _, downloadType: __, ...settings }: BatchPreset): PresetSettings {
  return settings;
}

/** The settings as a recording is restored with them. */
export function presetOf(settings: PresetSettings): BatchPreset {
  return { ...settings, downloadType: 'audio' };
}

/** Whether the settings differ from those that the preset keeps. */
export function isEdited({ settings }: Pick<NamedPreset, 'settings'>, present: BatchPreset): boolean {
  return rowSettings(presetOf(settingsOf(present)), presetOf(settings)) !== null;
}

/** Names differ by more than case: a terminal finds presets by name. */
export function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The name, with a number if a preset has it: `Podcast episode 2`. */
export function freeName(name: string, presets: readonly Pick<NamedPreset, 'name'>[]): string {
  const isTaken = (candidate: string) => presets.some((preset) => isSameName(preset.name, candidate));
  if (!isTaken(name)) return name;
  const stem = name.slice(0, LONGEST_NAME - 4).trimEnd();
  for (let number = 2; ; number += 1) if (!isTaken(`${stem} ${number}`)) return `${stem} ${number}`;
}
