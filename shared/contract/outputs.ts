/** Save as…: files that are written from results which are here, at any time after the restoration. Nothing is sent or paid. */

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { OUTPUT_SLOTS } from '../domain/batch/also-output.ts';
import { batchPresetSchema } from '../domain/batch/batch-preset.ts';
import { rowSettingsSchema } from '../domain/batch/row-settings.ts';
import { EXPORT_FORMATS } from '../domain/export/settings.ts';
import { modelId } from '../domain/own-models/model-schema.ts';
import { call } from './refusals.ts';

/** What becomes of a file that was written earlier: the new one is numbered beside it, or takes its place. */
export const EARLIER = ['keep', 'replace'] as const;
export type Earlier = (typeof EARLIER)[number];

const saveAsRequest = z.object({
  /** Those that haven't ended are left out. */
  jobIds: z.array(z.string()).min(1).max(100_000),
  /** Of each recording the kept result, else one that was delivered, else the best model’s (the default); all; or that of one model. */
  results: z.union([z.enum(['chosen', 'all']), modelId]).optional(),
  /** Instead of each recording's own. */
  settings: batchPresetSchema.optional(),
  /** The name of their preset, for {preset}. */
  presetName: z.string().max(200).optional(),
  /** Changes of these, or of each recording's own. */
  changes: rowSettingsSchema.optional(),
  /** Only files that Cleartake wrote and nobody changed since are replaced. */
  earlier: z.enum(EARLIER).optional(),
});
export type SaveAsRequest = z.infer<typeof saveAsRequest>;

const savedOutput = z.object({
  jobId: z.string(),
  generationId: z.string(),
  slot: z.enum(OUTPUT_SLOTS),
  model: modelId,
  /** Of the recording. */
  name: z.string(),
  /** Absolute; null when it failed, and where a person takes it. */
  path: z.string().nullable(),
  /** The file was there already, with this very content. */
  wasThere: z.boolean(),
  /** For a recording without an output folder: the save address gives the file by its id. */
  taken: z.object({ id: z.string(), fileName: z.string() }).nullable(),
  /** The earlier file that it took the place of. */
  replaced: z.string().nullable(),
  /** The earlier file was to be replaced, but is gone or was changed by somebody. */
  stayed: z.boolean(),
  /** Why it failed. */
  problem: z.string().nullable(),
  /** The same without what to do about it on the desk; null where there is no such thing. */
  reason: z.string().nullable(),
});
export type SavedOutput = z.infer<typeof savedOutput>;

export const saveAsEvent = z.object({
  /** For Undo. */
  saveId: z.string(),
  /** Files that are done, of how many. */
  done: z.number(),
  of: z.number(),
  /** Of the one that is written now, 0 to 1. */
  fraction: z.number(),
  /** Those that are done since the event before. */
  outputs: z.array(savedOutput),
});
export type SaveAsEvent = z.infer<typeof saveAsEvent>;

const oddity = z.discriminatedUnion('kind', [
  /** There is nothing to write it from. */
  z.object({ kind: z.literal('missing') }),
  /** Held for review. */
  z.object({ kind: z.literal('in-review') }),
  z.object({ kind: z.literal('video'), keepsPicture: z.boolean() }),
  /** A video that keeps its picture gets no intro and outro. */
  z.object({ kind: z.literal('no-bookends') }),
  z.object({ kind: z.literal('other-format'), wanted: z.enum(EXPORT_FORMATS) }),
  /** Most others go to another folder. */
  z.object({ kind: z.literal('elsewhere') }),
  /** It has no folder: the person takes it. `before`: as they did with these very settings. */
  z.object({ kind: z.literal('taken'), before: z.boolean() }),
  z.object({ kind: z.literal('numbered') }),
  z.object({ kind: z.literal('replaces'), fileName: z.string() }),
  /** This very file was written before and is there. */
  z.object({ kind: z.literal('there') }),
]);
export type Oddity = z.infer<typeof oddity>;

const previewedOutput = z.object({
  /** Of job and generation. */
  id: z.string(),
  /** Of the recording. */
  name: z.string(),
  /** Null without a result. */
  fileName: z.string().nullable(),
  /** Null where a person takes it. */
  folder: z.string().nullable(),
  /** LUFS of the recording, and what is aimed at; null where the level stays or isn't known. */
  loudness: z.object({ from: z.number(), to: z.number() }).nullable(),
  oddities: z.array(oddity),
});
export type PreviewedOutput = z.infer<typeof previewedOutput>;

export const MOST_PREVIEWED = 40;

const saveAsPreview = z.object({
  /** That are asked for. */
  files: z.number(),
  /** Of these, so many are there already: they aren’t written. */
  there: z.number(),
  /** In which settings the recordings differ from each other. */
  differing: z.array(batchPresetSchema.keyof()),
  /** Recordings without a result. */
  missing: z.number(),
  /** Of which they have results, in their order. */
  models: z.array(modelId),
  /** Earlier files of these results that are still there and aren’t what would be written. */
  earlier: z.number(),
  /** The folder that most of them go to; null when a person takes them. */
  folder: z.string().nullable(),
  /** How many other folders there are. */
  otherFolders: z.number(),
  /** The odd ones first, `MOST_PREVIEWED` at most. */
  outputs: z.array(previewedOutput),
});
export type SaveAsPreview = z.infer<typeof saveAsPreview>;

export const outputsContract = {
  /** What `save` would write, before it does. */
  preview: call.input(saveAsRequest).output(saveAsPreview),
  /**
   * Writes them one after the other and tells how far it is. A failure doesn't stop the others. Nothing is ever overwritten, and a file gets its name
   * when it is whole. It stops when nobody listens.
   */
  save: call.input(saveAsRequest).output(eventIterator(saveAsEvent)),
  /** Removes what was written, unless somebody changed it, and puts earlier files back. It may be repeated. */
  undo: call.input(z.object({ saveId: z.string(), jobIds: z.array(z.string()).max(100_000) })).output(
    z.object({
      removed: z.number(),
      /** Files that stayed, because somebody changed them. */
      left: z.number(),
      /** Earlier files that are back. */
      back: z.number(),
    }),
  ),
};
