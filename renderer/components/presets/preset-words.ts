/** Settings in a few words, for the bar and for rows. Pure. */

import {
  type BatchPreset,
  exportSettingsOf,
  layoutOf,
  type OutputPlace,
} from '../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../shared/domain/batch/row-settings.ts';
import { DEFAULT_STRENGTH } from '../../../shared/domain/export/settings.ts';
import { type ModelId, modelOf, samplingPresetOf } from '../../../shared/domain/models.ts';
import { OWN_TRACK } from '../../../shared/domain/tracks/track-rule.ts';
import { percentWords, signed } from './sound-words.ts';
import { PRESET_SETTINGS } from './strings.ts';

/** `2.0 + 3.5`. */
function shortModelNames(models: readonly ModelId[]): string {
  return models.map((id) => modelOf(id).shortLabel).join(' + ');
}

/** A restoration preset's name; one that isn't ours as it is. */
function restorationWords(preset: string): string {
  const known = samplingPresetOf(preset);
  return known === null ? preset : PRESET_SETTINGS.restorations[known];
}

/** `in “Season 9”`. @param hasPaths whether all recordings have a folder of their own: uploads have none, and their results stay in the library */
function placeWords(output: OutputPlace, hasPaths: boolean): string {
  if (output.kind === 'folder') return PRESET_SETTINGS.inFolder[layoutOf(output)](folderName(output.path));
  return output.kind === 'beside-source' && !hasPaths
    ? PRESET_SETTINGS.besideOrLibrary
    : PRESET_SETTINGS.shortOutputs[output.kind];
}

function folderName(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  return parts.at(-1) ?? path;
}

/** `2.0 + 3.5, podcast, −16 LUFS, M4A, next to the original`. */
export function presetWords(preset: BatchPreset, hasPaths: boolean): string {
  const { channels, strength, loudness, format } = exportSettingsOf(preset);
  return [
    shortModelNames(preset.models),
    ...(preset.samplingPreset === undefined ? [] : [restorationWords(preset.samplingPreset).toLowerCase()]),
    ...(strength === DEFAULT_STRENGTH ? [] : [percentWords(strength)]),
    ...(loudness === null ? [] : [PRESET_SETTINGS.lufs(signed(loudness))]),
    ...(format === 'source' ? [] : [PRESET_SETTINGS.shortFormats[format]]),
    ...(channels === 'mono' ? [PRESET_SETTINGS.channelsKept.mono.toLowerCase()] : []),
    ...((preset.track ?? OWN_TRACK) === OWN_TRACK ? [] : [trackWords(preset.track ?? OWN_TRACK)]),
    ...((preset.keepsFileTime ?? true) ? [] : [PRESET_SETTINGS.shortFileTimes.now]),
    placeWords(preset.output, hasPaths),
  ].join(', ');
}

function trackWords(rule: string): string {
  const { shortTracks } = PRESET_SETTINGS;
  return rule in shortTracks ? shortTracks[rule as keyof typeof shortTracks] : PRESET_SETTINGS.trackNamed(rule);
}

/** What a recording has of its own: `WAV 24`, `gentle`. */
export function ownWords(own: RowSettings, hasPaths: boolean): string[] {
  const { channels, models, format, samplingPreset, strength, loudness, keepsFileTime, output, namingTemplate } = own;
  return [
    ...(models === undefined ? [] : [shortModelNames(models)]),
    ...(format === undefined ? [] : [PRESET_SETTINGS.shortFormats[format]]),
    ...(channels === undefined ? [] : [PRESET_SETTINGS.channelsOwn[channels]]),
    ...(samplingPreset === undefined
      ? []
      : [(samplingPreset === null ? PRESET_SETTINGS.noRestoration : restorationWords(samplingPreset)).toLowerCase()]),
    ...(strength === undefined ? [] : [percentWords(strength)]),
    ...(loudness === undefined
      ? []
      : [loudness === null ? PRESET_SETTINGS.levelKept : PRESET_SETTINGS.lufs(signed(loudness))]),
    ...(keepsFileTime === undefined ? [] : [PRESET_SETTINGS.shortFileTimes[keepsFileTime ? 'kept' : 'now']]),
    ...(output === undefined ? [] : [placeWords(output, hasPaths)]),
    ...(namingTemplate === undefined ? [] : [PRESET_SETTINGS.otherName]),
  ];
}
