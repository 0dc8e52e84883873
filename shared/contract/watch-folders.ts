/** Watch folders: new recordings in them are restored once, when they are complete. */

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { outputPlaceSchema } from '../domain/batch/batch-preset.ts';
import { watchFolderSettings } from '../domain/batch/watch-folders.ts';
import { messageSchema } from '../domain/errors.ts';
import { call } from './refusals.ts';

const folderState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('watching') }),
  /** Its disk isn't connected, or it was moved: it is watched again once it is back. */
  z.object({ kind: z.literal('not-there') }),
  /** Nothing is taken until the person has done something. */
  z.object({ kind: z.literal('problem'), message: messageSchema }),
]);

const watchFolderView = z.object({
  /** Absolute. No two watch folders have the same, or one inside the other. */
  path: z.string(),
  presetId: z.string(),
  /** Its name; null when it was deleted. */
  preset: z.string().nullable(),
  connectionId: z.string(),
  /** Its name; null when it was removed. */
  connection: z.string().nullable(),
  /** Whether restoring its recordings costs nothing. */
  isFree: z.boolean(),
  /** Micro-USD; null for no cap. */
  capPerDay: z.number().nullable(),
  /** Micro-USD charged today and held. */
  spentToday: z.number(),
  /** Null for the place that the preset names. */
  output: outputPlaceSchema.nullable(),
  enabled: z.boolean(),
  state: folderState,
  /** Files that are being copied, or wait while it is off. */
  pending: z.number(),
  /** Recordings in the queue that aren't over. */
  open: z.number(),
  /** How many of these wait, and for what; null when none does. */
  waiting: z.object({ count: z.number(), reason: messageSchema }).nullable(),
  restoredToday: z.number(),
  /** What happened last, in milliseconds since the epoch; null when nothing did. `done-before`: a copy, or a renamed file. */
  last: z.object({ name: z.string(), kind: z.enum(['restored', 'failed', 'done-before']), at: z.number() }).nullable(),
});
export type WatchFolderView = z.infer<typeof watchFolderView>;

const byPath = z.object({ path: z.string() });
export const watchFoldersEvent = z.object({ folders: z.array(watchFolderView) });
export type WatchFoldersEvent = z.infer<typeof watchFoldersEvent>;

export const watchFoldersContract = {
  list: call.output(watchFoldersEvent),
  /** All of them at once, and again after every change. */
  watch: call.output(eventIterator(watchFoldersEvent)),
  /** What is at a path that is to be watched; `there` also where that can't be told. */
  checkFolder: call.input(byPath).output(z.object({ found: z.enum(['there', 'missing', 'no-folder']) })),
  /** Makes the folder and those above it. One that exists stays as it is. */
  make: call.input(byPath).output(z.void()),
  /** Adds a folder, or changes the one with this path. A connection that may charge something needs a cap. */
  save: call.input(watchFolderSettings).output(z.void()),
  /** On or off: a folder that is off notices files and takes none. */
  setEnabled: call.input(byPath.extend({ enabled: z.boolean() })).output(z.void()),
  /** Ends watching. Files, results and the queue stay as they are. */
  remove: call.input(byPath).output(z.void()),
};
