/** Named presets, and which of them the desk uses. */

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { batchPresetSchema } from '../../domain/batch/batch-preset.ts';
import { namedPresetSchema, presetNameSchema, presetSettingsSchema } from '../../domain/batch/presets.ts';
import { call } from '../refusals.ts';

export const presetsView = z.object({
  /** Those that come with Cleartake first, then the person's own by name. */
  presets: z.array(namedPresetSchema),
  /** The one that was chosen last; null after it was deleted. `preset` may differ from it. */
  chosenId: z.string().nullable(),
  /** The one that Cleartake starts with, unless recordings wait for Start; null for the one that was used last. */
  defaultId: z.string().nullable(),
  /** The settings of recordings that wait for Start, apart from their own. */
  preset: batchPresetSchema,
});
export type PresetsView = z.infer<typeof presetsView>;

const imported = z.object({
  added: z.array(namedPresetSchema),
  /** Names of presets that are there already, with the same settings. */
  known: z.array(z.string()),
  /** Presets whose folder isn't on this computer: their results go next to the original. */
  withoutFolder: z.array(z.object({ name: z.string(), folder: z.string() })),
});
export type ImportedPresets = z.infer<typeof imported>;

const byId = z.object({ id: z.string() });

export const presetsContract = {
  list: call.output(presetsView),
  /** The present state at once, and again after every change. */
  watch: call.output(eventIterator(presetsView)),
  /** All recordings that wait for Start follow it, apart from their own settings. */
  choose: call.input(byId).output(z.void()),
  /** Creates a preset, or replaces the one with this id. Names are unique. */
  save: call
    .input(
      z.object({ id: z.string().min(1).max(100).optional(), name: presetNameSchema, settings: presetSettingsSchema }),
    )
    .output(namedPresetSchema),
  remove: call.input(byId).output(z.void()),
  setDefault: call.input(z.object({ id: z.string().nullable() })).output(z.void()),
  /** Adds the presets of a file. Names that are taken get a number. */
  import: call.input(z.object({ text: z.string().max(1_000_000) })).output(imported),
};
