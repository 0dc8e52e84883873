/** What the desk needs to know about its host, its settings and notices, and newer versions of Cleartake. */

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { OUTPUT_SLOTS } from '../domain/batch/also-output.ts';
import { batchNoticeSchema } from '../domain/batch/batch-notice.ts';
import { batchPresetSchema } from '../domain/batch/batch-preset.ts';
import { preferenceChanges, preferencesSchema } from '../domain/preferences.ts';
import { updateStateSchema } from '../domain/updates.ts';
import { call } from './refusals.ts';

export const updateEvent = z.object({ state: updateStateSchema });

export const updatesContract = {
  /** The state now, at once, and after each change. */
  watch: call.output(eventIterator(updateEvent)),
  /** Looks once more. Does nothing while the setting is off, or while an update is being downloaded. */
  check: call.output(z.void()),
  /** Downloads the version that was found. */
  download: call.output(z.void()),
  /** Ends Cleartake, installs the update and starts it again. Refused while recordings are being processed. */
  restart: call.output(z.void()),
};

const systemInfo = z.object({
  version: z.string(),
  host: z.enum(['desktop', 'browser', 'cli']),
  /** `linux`, `darwin` or `win32`: for the names of keys and folders. */
  platform: z.string(),
  dataDirectory: z.string(),
  /** Whether dropped files have a path. Without one they are streamed into the library, and results are saved from there. */
  filesHavePaths: z.boolean(),
  samples: z.number(),
  /** Absolute path of the program that runs when the queue has ended, whether it is there or not; null where none is run. */
  endScript: z.string().nullable(),
  /** The same for the program that runs after each recording. */
  afterProgram: z.string().nullable(),
});
/** A one-time message about the data folder, or an account. */
export const notice = z.object({
  id: z.string(),
  /**
   * `recovered`: the damaged store was recovered. `rebuilt`: recovered without a backup. `unbacked`: backups can't be written. `settings`:
   * damaged settings are back to their defaults. `unmoved`: the data folder could not be moved. `alert`: an account's usage reached an
   * amount.
   */
  kind: z.enum(['recovered', 'rebuilt', 'unbacked', 'settings', 'unmoved', 'alert']),
  /** What happened, what is safe, what to do next. */
  sentence: z.string(),
  at: z.number(),
});
export type Notice = z.infer<typeof notice>;

export type SystemInfo = z.infer<typeof systemInfo>;

/** A text that a page saves as a file. */
const savedText = z.object({ fileName: z.string(), text: z.string() });
export type SavedText = z.infer<typeof savedText>;

export const batchEvent = z.object({ notice: batchNoticeSchema.nullable() });

/** How connections leave this computer. */
const networkView = z.object({
  /** Host and port of the proxy that services are reached through; null for none. */
  proxy: z.string().nullable(),
  /** Why it can't be found out. */
  problem: z.string().nullable(),
  /** Whether a password is kept for the proxy of the settings. */
  hasPassword: z.boolean(),
});
export type NetworkView = z.infer<typeof networkView>;

export const systemContract = {
  info: call.output(systemInfo),
  /** The preset that new batches start with. Stored; contains no secrets. */
  preset: call.output(batchPresetSchema),
  setPreset: call.input(batchPresetSchema).output(z.void()),
  preferences: call.output(preferencesSchema),
  /** Changes the given fields, effective from the next transfer or start. */
  setPreferences: call.input(preferenceChanges).output(preferencesSchema),
  network: call.output(networkView),
  /** Keeps a password for the proxy of the settings, as a key is kept; null forgets it. Refused where the settings name no proxy. */
  setProxyPassword: call
    .input(
      z.object({ password: z.string().min(1).max(1000).nullable(), keep: z.enum(['memory', 'file']).exactOptional() }),
    )
    .output(networkView),
  /** Versions, system, settings, counts and the end of the log, without secrets. What is answered is what a page saves. */
  diagnostics: call
    .input(z.object({ /** Whether names of recordings may be in it. */ names: z.boolean() }))
    .output(savedText),
  /** Shows the data folder in the file manager. */
  showDataFolder: call.output(z.object({ shown: z.boolean() })),
  /** Oldest first. */
  notices: call.output(z.array(notice)),
  dismissNotice: call.input(z.object({ id: z.string() })).output(z.void()),
  /**
   * One event when a batch ends or needs the person, for pages that notify. The first event arrives at once, without a notice. None
   * in a terminal.
   */
  watchBatches: call.output(eventIterator(batchEvent)),
  /** Shows an output or a source in the file manager; only paths from the store. */
  reveal: call
    .input(z.object({ jobId: z.string(), generationId: z.string().optional(), slot: z.enum(OUTPUT_SLOTS).optional() }))
    .output(z.object({ shown: z.boolean() })),
};
