/** Settings of one recording that differ from those of its batch. Pure. */

import type { z } from 'zod';
import { DEFAULT_STRENGTH, DEFAULT_TRUE_PEAK, USUAL_CROSS_FADE } from '../export/settings.ts';
import { OWN_TRACK } from '../tracks/track-rule.ts';
import { type BatchPreset, batchPresetSchema, layoutOf, type OutputPlace } from './batch-preset.ts';

/** What a recording that waits for Start has of its own. What is missing follows the batch. */
export const rowSettingsSchema = batchPresetSchema
  .partial()
  // Null is no restoration preset, where the batch has one.
  .extend({ samplingPreset: batchPresetSchema.shape.samplingPreset.unwrap().nullable().optional() });
export type RowSettings = z.infer<typeof rowSettingsSchema>;

/** The settings that a recording is restored with. */
export function withRowSettings(batch: BatchPreset, own: RowSettings | null): BatchPreset {
  if (own === null) return batch;
  const { samplingPreset: ofBatch, ...shared } = batch;
  const { samplingPreset = ofBatch, ...others } = own;
  const present = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  const preset: BatchPreset = { ...shared, ...present };
  return samplingPreset === null || samplingPreset === undefined ? preset : { ...preset, samplingPreset };
}

/**
 * What `wanted` has otherwise than the batch; null where nothing differs.
 * @param always settings that are taken even where they are the same
 */
export function rowSettings(
  wanted: BatchPreset,
  batch: BatchPreset,
  always: readonly (keyof BatchPreset)[] = [],
): RowSettings | null {
  const own: RowSettings = {};
  const mine = complete(wanted);
  const theirs = complete(batch);
  for (const name of Object.keys(mine) as (keyof typeof mine)[]) {
    if (always.includes(name) || !isSame(mine[name], theirs[name])) Object.assign(own, { [name]: mine[name] });
  }
  return Object.keys(own).length === 0 ? null : own;
}

/** Own settings after a change of some of them, without those that the batch has as well. */
export function changeRowSettings(
  batch: BatchPreset,
  own: RowSettings | null,
  changes: RowSettings,
): RowSettings | null {
  return rowSettings(withRowSettings(batch, { ...own, ...changes }), batch);
}

/** Every setting with its default filled in. */
export function complete(preset: BatchPreset) {
  return {
    models: preset.models,
    downloadType: preset.downloadType,
    output: preset.output,
    namingTemplate: preset.namingTemplate,
    samplingPreset: preset.samplingPreset ?? null,
    strength: preset.strength ?? DEFAULT_STRENGTH,
    loudness: preset.loudness ?? null,
    format: preset.format ?? ('source' as const),
    channels: preset.channels ?? ('source' as const),
    monoLoudness: preset.monoLoudness ?? null,
    truePeak: preset.truePeak ?? DEFAULT_TRUE_PEAK,
    levelVoices: preset.levelVoices ?? false,
    bitRate: preset.bitRate ?? null,
    also: preset.also ?? null,
    intro: preset.intro ?? '',
    outro: preset.outro ?? '',
    crossFade: preset.crossFade ?? USUAL_CROSS_FADE,
    video: preset.video ?? ('picture' as const),
    tags: preset.tags ?? {},
    track: preset.track ?? OWN_TRACK,
    keepsFileTime: preset.keepsFileTime ?? true,
    reuse: preset.reuse ?? null,
  } as const;
}

function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry) => other.includes(entry));
  if (isPlace(one) && isPlace(other)) return isSamePlace(one, other);
  if (isObject(one) && isObject(other)) return isSameTexts(one, other);
  return one === other;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** An empty text is none. */
function isSameTexts(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''));
}

function isPlace(value: unknown): value is OutputPlace {
  return isObject(value) && 'kind' in value;
}

function isSamePlace(one: OutputPlace, other: OutputPlace): boolean {
  if (one.kind !== 'folder' || other.kind !== 'folder') return one.kind === other.kind;
  return one.path === other.path && layoutOf(one) === layoutOf(other);
}
