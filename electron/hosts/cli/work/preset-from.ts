/** The settings that `restore` uses: those of the named preset, with what the options say instead. */

import type { DeskClient } from '../../../../shared/contract/index.ts';
import type { OwnModelView } from '../../../../shared/contract/models.ts';
import { type AlsoOutput, isUsuallyAsLoud } from '../../../../shared/domain/batch/also-output.ts';
import { type BatchPreset, DEFAULT_BATCH_PRESET } from '../../../../shared/domain/batch/batch-preset.ts';
import { isSameName, type NamedPreset, presetOf } from '../../../../shared/domain/batch/presets.ts';
import { type RowSettings, withRowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import {
  type DownloadType,
  type ExportSettings,
  type FileTime,
  PODCAST_LOUDNESS,
} from '../../../../shared/domain/export/settings.ts';
import { isServiceModel } from '../../../../shared/domain/models.ts';
import type { TagTemplates } from '../../../../shared/domain/naming/tags.ts';
import { NO_FILE } from '../access/given-paths.ts';
import { unknownName } from '../access/named.ts';
import { UsageError } from '../exit-status.ts';
import { namedModels } from './named-models.ts';

/** As typed: a target in LUFS, none, or that of podcasts, which is one for stereo and another for mono. */
export interface LoudnessOptions {
  readonly loudness?: number | null | 'podcast' | undefined;
  readonly monoLoudness?: number | undefined;
}

/** An option that is absent leaves the preset's setting. */
export interface SettingOptions
  extends Partial<Omit<ExportSettings, 'loudness' | 'monoLoudness' | 'tags'>>,
    LoudnessOptions {
  readonly preset?: string;
  /** As typed. */
  readonly model?: readonly string[];
  readonly out?: string;
  /** All outputs together in `out`, or in the folder of the preset. */
  readonly flat?: boolean;
  /** The template for names of outputs. */
  readonly name?: string;
  readonly type?: DownloadType;
  readonly fileTime?: FileTime;
  /** Of a second file of each result. */
  readonly alsoFormat?: AlsoOutput['format'] | 'none';
  readonly alsoBitRate?: number;
  readonly alsoLoudness?: 'first' | 'none';
  /** Which audio tracks of a file. */
  readonly track?: string;
  readonly restoration?: string;
  readonly tag?: TagTemplates;
  /** Full path of the picture. */
  readonly cover?: string;
}

/** For `--restoration`: none, where the preset has one. */
const NO_RESTORATION = 'none';

/** @throws UsageError when there is no such preset, or no such model */
export async function presetOn(
  client: Pick<DeskClient, 'models' | 'presets'>,
  options: SettingOptions,
): Promise<BatchPreset> {
  const isOwn = options.model?.some((name) => !isServiceModel(name)) ?? false;
  return presetFrom(options, (await client.presets.list()).presets, isOwn ? await client.models.list() : []);
}

/** @throws UsageError when there is no such preset, or no such model */
export function presetFrom(
  options: SettingOptions,
  presets: readonly NamedPreset[],
  own: readonly OwnModelView[] = [],
): BatchPreset {
  const base =
    options.preset === undefined ? DEFAULT_BATCH_PRESET : presetOf(findPreset(options.preset, presets).settings);
  return withRowSettings(base, changesFrom(options, base, own));
}

/** What the options say other than a preset. @throws UsageError when there is no such model, and for `--flat` without a folder */
export function changesFrom(
  options: SettingOptions,
  base: Pick<BatchPreset, 'also' | 'output' | 'tags'>,
  own: readonly OwnModelView[] = [],
): RowSettings {
  const { bitRate, channels, fileTime, format, levelVoices, model, name } = options;
  const { restoration, strength, track, truePeak, type, video } = options;
  return {
    ...(model === undefined ? {} : { models: [...new Set(namedModels(model, own))] }),
    ...outputFrom(options, base),
    ...(name === undefined ? {} : { namingTemplate: name }),
    // The service's own MP3 goes to the output folder as it is, unless a format is asked for as well.
    ...(type === undefined ? {} : { downloadType: type, format: 'source' }),
    ...(restoration === undefined ? {} : { samplingPreset: restoration === NO_RESTORATION ? null : restoration }),
    ...(strength === undefined ? {} : { strength }),
    ...loudnessFrom(options),
    ...(truePeak === undefined ? {} : { truePeak }),
    ...(levelVoices === undefined ? {} : { levelVoices }),
    // A bit rate belongs to the format that it was chosen for.
    ...(format === undefined ? {} : { format, bitRate: null }),
    ...(bitRate === undefined ? {} : { bitRate }),
    ...alsoFrom(options, base),
    ...bookendsFrom(options),
    ...(video === undefined ? {} : { video }),
    ...tagsFrom(options, base),
    ...(channels === undefined ? {} : { channels }),
    ...(track === undefined ? {} : { track }),
    ...(fileTime === undefined ? {} : { keepsFileTime: fileTime === 'source' }),
  };
}

/** A target alone is that of mono too, whatever a preset says. */
export function loudnessFrom({
  loudness,
  monoLoudness,
}: LoudnessOptions): Pick<RowSettings, 'loudness' | 'monoLoudness'> {
  const mono = monoLoudness === undefined ? {} : { monoLoudness };
  if (loudness === undefined) return mono;
  if (loudness === 'podcast')
    return { loudness: PODCAST_LOUDNESS.stereo, monoLoudness: PODCAST_LOUDNESS.mono, ...mono };
  return { loudness, monoLoudness: null, ...mono };
}

function bookendsFrom({ crossFade, intro, outro }: SettingOptions): RowSettings {
  return {
    ...(intro === undefined ? {} : { intro: intro === NO_FILE ? '' : intro }),
    ...(outro === undefined ? {} : { outro: outro === NO_FILE ? '' : outro }),
    ...(crossFade === undefined ? {} : { crossFade }),
  };
}

/** That of the preset, with what was given instead. @throws UsageError when there is none to change */
function alsoFrom(
  { alsoBitRate: bitRate, alsoFormat, alsoLoudness }: SettingOptions,
  { also }: Pick<BatchPreset, 'also'>,
): Pick<RowSettings, 'also'> {
  if (alsoFormat === undefined && bitRate === undefined && alsoLoudness === undefined) return {};
  if (alsoFormat === 'none') return { also: null };
  // A bit rate belongs to the format that it was chosen for.
  const base = alsoFormat === undefined ? also : alsoOf(alsoFormat, also);
  if (base == null) throw new UsageError('Name the format of the second file with --also-format.');
  return {
    also: {
      ...base,
      ...(bitRate === undefined ? {} : { bitRate }),
      ...(alsoLoudness === undefined ? {} : { loudness: alsoLoudness === 'first' }),
    },
  };
}

/** A loudness that the preset chose belongs to its format. */
function alsoOf(format: AlsoOutput['format'], chosen: BatchPreset['also']): AlsoOutput {
  return { format, loudness: chosen?.format === format ? chosen.loudness : isUsuallyAsLoud(format) };
}

/** Those of the preset, with what was given instead of some of them. */
function tagsFrom({ cover, tag }: SettingOptions, { tags }: Pick<BatchPreset, 'tags'>): Pick<RowSettings, 'tags'> {
  if (tag === undefined && cover === undefined) return {};
  return { tags: { ...tags, ...tag, ...(cover === undefined ? {} : { cover }) } };
}

/** @throws UsageError for `--flat` without a folder */
function outputFrom(
  { flat, out }: SettingOptions,
  { output }: Pick<BatchPreset, 'output'>,
): Pick<RowSettings, 'output'> {
  const path = out ?? (output.kind === 'folder' ? output.path : undefined);
  if (flat === true && path === undefined) throw new UsageError('Name the folder for --flat with --out.');
  if (path === undefined || (out === undefined && flat === undefined)) return {};
  return { output: { kind: 'folder', path, ...(flat === true ? { layout: 'flat' } : {}) } };
}

/** By name, whatever its case, or by id. @throws UsageError */
export function findPreset(name: string, presets: readonly NamedPreset[]): NamedPreset {
  const found = presets.find((preset) => isSameName(preset.name, name) || preset.id === name);
  if (found === undefined) throw unknownName(unknownPreset, name, presets);
  return found;
}

function unknownPreset(name: string, names: readonly string[]): string {
  return `There is no preset called “${name}”. Presets: ${names.join(', ')}.`;
}
