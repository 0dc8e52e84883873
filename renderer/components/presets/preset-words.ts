/** Settings in a few words, for the bar and for rows. Pure. */

import type { AlsoOutput } from '../../../shared/domain/batch/also-output.ts';
import {
  type BatchPreset,
  exportSettingsOf,
  layoutOf,
  type OutputPlace,
  partsOf,
} from '../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../shared/domain/batch/row-settings.ts';
import { DEFAULT_STRENGTH, type ExportFormat } from '../../../shared/domain/export/settings.ts';
import { type ModelId, modelOf, samplingPresetOf } from '../../../shared/domain/models.ts';
import { countTags } from '../../../shared/domain/naming/tags.ts';
import { OWN_TRACK } from '../../../shared/domain/tracks/track-rule.ts';
import { percentWords, signed } from './sound-words.ts';
import { ALSO, BOOKENDS, PRESET_SETTINGS } from './strings.ts';

/** `2.0 + 3.5`. */
export function shortModelNames(models: readonly ModelId[]): string {
  return models.map((id) => modelOf(id).shortLabel).join(' + ');
}

/** A restoration preset's name; one that isn't ours as it is. */
export function restorationWords(preset: string): string {
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

export function folderName(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  return parts.at(-1) ?? path;
}

/** `2.0 + 3.5`, `podcast`, `−16 LUFS`, `M4A`, `next to the original`. */
export function presetParts(preset: BatchPreset, hasPaths: boolean): string[] {
  const { bitRate, channels, strength, levelVoices, loudness, format, intro, outro, truePeak, video } =
    exportSettingsOf(preset);
  return [
    shortModelNames(preset.models),
    ...(preset.samplingPreset === undefined ? [] : [restorationWords(preset.samplingPreset).toLowerCase()]),
    ...(strength === DEFAULT_STRENGTH ? [] : [percentWords(strength)]),
    ...(loudness === null ? [] : [PRESET_SETTINGS.lufs(signed(loudness))]),
    ...(truePeak === undefined ? [] : [PRESET_SETTINGS.peaks(signed(truePeak))]),
    ...(levelVoices === true ? [PRESET_SETTINGS.shortVoices.leveled] : []),
    ...(format === 'source' ? [] : [formatWords(format, bitRate)]),
    ...(preset.also == null ? [] : [alsoWords(preset.also)]),
    ...(partsOf({ intro, outro }).length === 0 ? [] : [BOOKENDS.short[bookendsIn(preset)]]),
    ...(channels === undefined ? [] : [PRESET_SETTINGS.channelsOwn[channels]]),
    ...(video === undefined ? [] : [PRESET_SETTINGS.shortVideo[video]]),
    ...(countTags(preset.tags) === 0 ? [] : [PRESET_SETTINGS.tagCount(countTags(preset.tags))]),
    ...((preset.track ?? OWN_TRACK) === OWN_TRACK ? [] : [trackWords(preset.track ?? OWN_TRACK)]),
    ...((preset.keepsFileTime ?? true) ? [] : [PRESET_SETTINGS.shortFileTimes.now]),
    placeWords(preset.output, hasPaths),
  ];
}

export function presetWords(preset: BatchPreset, hasPaths: boolean): string {
  return presetParts(preset, hasPaths).join(', ');
}

/** `MP3 96`. @param bitRate kbit/s */
export function formatWords(format: ExportFormat, bitRate: number | undefined): string {
  const name = PRESET_SETTINGS.shortFormats[format];
  return bitRate === undefined ? name : `${name} ${bitRate}`;
}

/** Which of intro and outro there are. */
export function bookendsIn({
  intro = '',
  outro = '',
}: Pick<BatchPreset, 'intro' | 'outro'>): keyof typeof BOOKENDS.tab {
  if (intro === '') return outro === '' ? 'none' : 'outro';
  return outro === '' ? 'intro' : 'both';
}

function alsoWords({ bitRate, format }: AlsoOutput): string {
  return ALSO.short(formatWords(format, bitRate));
}

function trackWords(rule: string): string {
  const { shortTracks } = PRESET_SETTINGS;
  return rule in shortTracks ? shortTracks[rule as keyof typeof shortTracks] : PRESET_SETTINGS.trackNamed(rule);
}

/** What a recording has of its own: `WAV 24`, `gentle`. */
export function ownWords(own: RowSettings, hasPaths: boolean): string[] {
  const { models, samplingPreset, strength, output, namingTemplate } = own;
  return [
    ...whereSet(models, shortModelNames),
    ...ownFileWords(own),
    ...whereSet(samplingPreset, (one) =>
      (one === null ? PRESET_SETTINGS.noRestoration : restorationWords(one)).toLowerCase(),
    ),
    ...whereSet(strength, percentWords),
    ...ownLevelWords(own),
    ...whereSet(output, (place) => placeWords(place, hasPaths)),
    ...whereSet(namingTemplate, () => PRESET_SETTINGS.otherName),
  ];
}

function ownFileWords({
  also,
  bitRate,
  channels,
  crossFade,
  format,
  intro,
  outro,
  keepsFileTime,
  tags,
  video,
}: RowSettings): string[] {
  return [
    ...whereSet(format, (one) => PRESET_SETTINGS.shortFormats[one]),
    ...whereSet(bitRate ?? undefined, PRESET_SETTINGS.kilobits),
    ...whereSet(intro, (one) => (one === '' ? BOOKENDS.without.intro : BOOKENDS.short.intro)),
    ...whereSet(outro, (one) => (one === '' ? BOOKENDS.without.outro : BOOKENDS.short.outro)),
    ...whereSet(crossFade, (one) => BOOKENDS.shortFade(String(one))),
    ...whereSet(also, (one) => (one === null ? ALSO.shortNone : alsoWords(one))),
    ...whereSet(channels, (one) => PRESET_SETTINGS.channelsOwn[one]),
    ...whereSet(video, (one) => PRESET_SETTINGS.shortVideo[one]),
    ...whereSet(tags, (one) => (countTags(one) === 0 ? PRESET_SETTINGS.asTagged : PRESET_SETTINGS.otherTags)),
    ...whereSet(keepsFileTime, (isKept) => PRESET_SETTINGS.shortFileTimes[isKept ? 'kept' : 'now']),
  ];
}

function ownLevelWords({ levelVoices, loudness, monoLoudness, truePeak }: RowSettings): string[] {
  const mono = loudness === undefined ? (monoLoudness ?? undefined) : undefined;
  return [
    ...whereSet(loudness, (one) => (one === null ? PRESET_SETTINGS.levelKept : PRESET_SETTINGS.lufs(signed(one)))),
    ...whereSet(mono, (one) => PRESET_SETTINGS.monoLufs(signed(one))),
    ...whereSet(truePeak, (one) => PRESET_SETTINGS.peaks(signed(one))),
    ...whereSet(levelVoices, (is) => PRESET_SETTINGS.shortVoices[is ? 'leveled' : 'kept']),
  ];
}

function whereSet<Value>(value: Value | undefined, words: (value: Value) => string): string[] {
  return value === undefined ? [] : [words(value)];
}
