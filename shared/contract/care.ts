/** Care of the data folder: what takes space, what may be removed, and the backups. */

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { CLEANUPS, MOVE_WARNINGS, SPACE_KINDS } from '../domain/care/space.ts';
import { modelId } from '../domain/own-models/model-schema.ts';
import { call } from './refusals.ts';

const cleanupPart = z.object({
  kind: z.enum(CLEANUPS),
  files: z.number(),
  bytes: z.number(),
  /** Names of the largest. */
  examples: z.array(z.string()),
  /** Micro-USD that was paid for them, as far as it is known. */
  paid: z.number(),
  /** How many were paid for at an unknown price. */
  unpriced: z.number(),
});
export type CleanupPart = z.infer<typeof cleanupPart>;

const spaceView = z.object({
  /** Names what was found: only that can be removed. */
  surveyId: z.string(),
  used: z.array(z.object({ kind: z.enum(SPACE_KINDS), files: z.number(), bytes: z.number() })),
  /** Free bytes on the disk; null where the system doesn't say. */
  free: z.number().nullable(),
  /** Only those with something to remove. */
  cleanups: z.array(cleanupPart),
});
export type SpaceView = z.infer<typeof spaceView>;

const jobFiles = z.object({
  /** For `clean`. */
  surveyId: z.string(),
  /** What is under way is left out, and so are its files. */
  jobIds: z.array(z.string()),
  cleanups: z.array(cleanupPart),
});
export type JobFilesView = z.infer<typeof jobFiles>;

const cleaned = z.object({
  files: z.number(),
  bytes: z.number(),
  /** Files that changed since they were shown, are in use, or can't be removed. */
  kept: z.number(),
});
export type Cleaned = z.infer<typeof cleaned>;

const backupContents = z.object({
  recordings: z.number(),
  results: z.number(),
  /** When something was written into it last, in milliseconds since the epoch; null when nothing was. */
  lastAt: z.number().nullable(),
});

const backupView = z.object({
  /** The name of its file. */
  name: z.string(),
  /** `migration`: before an update changed the store. `replaced`: what was there before an earlier backup took its place. */
  kind: z.enum(['hourly', 'closing', 'migration', 'replaced']),
  /** Milliseconds since the epoch. */
  at: z.number(),
  bytes: z.number(),
  /** Null for one that can't be read. */
  contents: backupContents.nullable(),
});
export type BackupView = z.infer<typeof backupView>;

const backupsView = z.object({
  /** Newest first. */
  backups: z.array(backupView),
  /** The name of the one that takes the place of the history at the next start; null when none does. */
  chosen: z.string().nullable(),
});
export type BackupsView = z.infer<typeof backupsView>;

const backupChecked = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('whole') }),
  /** Whole; so many restorations were started since. */
  z.object({ kind: z.literal('older'), starts: z.number() }),
  z.object({ kind: z.literal('damaged'), reason: z.string() }),
  z.object({ kind: z.literal('newer') }),
]);
export type BackupChecked = z.infer<typeof backupChecked>;

const byName = z.object({ name: z.string().max(100) });

/** A project that only its service knows. */
const foreignProject = z.object({
  projectId: z.string(),
  /** Of the uploaded file; the project's id where the service doesn't send it. */
  name: z.string(),
  generations: z.array(z.object({ model: modelId, status: z.string() })),
});
export type ForeignProject = z.infer<typeof foreignProject>;

export const lookEvent = z.object({
  /** Unknown projects that were looked at, of all unknown ones. */
  looked: z.number(),
  of: z.number(),
  /** Projects that are here already. */
  known: z.number(),
  /** Null when the last one has nothing to bring in. */
  found: foreignProject.nullable(),
});
export type LookEvent = z.infer<typeof lookEvent>;

const oldFolder = z.object({ folder: z.string(), files: z.number(), bytes: z.number() });

const moveView = z.object({
  /** Where the data folder moves at the next start; null when it stays. */
  pending: z.string().nullable(),
  /** The folder that it was moved from, as long as something of it is there. */
  old: oldFolder.nullable(),
});
export type MoveView = z.infer<typeof moveView>;

const moveCheck = z.object({
  /** Bytes to copy, and how many are free there; null where the system doesn't say. */
  bytes: z.number(),
  free: z.number().nullable(),
  warnings: z.array(z.enum(MOVE_WARNINGS)).readonly(),
});
export type MoveCheckView = z.infer<typeof moveCheck>;

export const moveEvent = z.object({
  /** Bytes copied, of all that are copied while the desk is open. */
  bytes: z.number(),
  of: z.number(),
  /** The next start finishes. */
  isReady: z.boolean(),
});
export type MoveEvent = z.infer<typeof moveEvent>;

const exportCheck = z.object({
  /** About how large the export is, and what its results add. */
  bytes: z.number(),
  resultBytes: z.number(),
  /** Null where the system doesn't say. */
  free: z.number().nullable(),
});
export type ExportCheck = z.infer<typeof exportCheck>;

export const exportEvent = z.object({
  /** Bytes written, of all. */
  bytes: z.number(),
  of: z.number(),
  /** Its path, once it is there. */
  file: z.string().nullable(),
});
export type ExportEvent = z.infer<typeof exportEvent>;

const importCheck = z.object({
  /** When it was exported, in milliseconds since the epoch. */
  at: z.number(),
  bytes: z.number(),
  /** Null for an export that doesn't say. */
  contents: backupContents.nullable(),
  withResults: z.boolean(),
  /** What it replaces; null when that can't be read. */
  replaced: backupContents.nullable(),
  /** Bytes free for the data folder; null where the system doesn't say. */
  free: z.number().nullable(),
});
export type ImportCheck = z.infer<typeof importCheck>;

export const importEvent = z.object({
  /** Bytes read, of all. */
  bytes: z.number(),
  of: z.number(),
  /** The next start continues with it. */
  isReady: z.boolean(),
});
export type ImportEvent = z.infer<typeof importEvent>;

const fromFile = z.object({ file: z.string().min(1).max(32_768) });

const intoFolder = z.object({ folder: z.string() });

export const careContract = {
  /** Looks through the data folder. */
  space: call.output(spaceView),
  /** Files that Cleartake keeps for these recordings, and that no other one needs. */
  filesOf: call.input(z.object({ jobIds: z.array(z.string().max(100)).min(1).max(10_000) })).output(jobFiles),
  /** Removes what the last survey showed of these kinds, as far as it is unchanged. Sources and outputs are never touched. */
  clean: call.input(z.object({ surveyId: z.string(), kinds: z.array(z.enum(CLEANUPS)).min(1) })).output(cleaned),
  backups: call.output(backupsView),
  /** Reads all of a backup. */
  checkBackup: call.input(byName).output(backupChecked),
  /** Goes back to a backup at the next start, after it was checked; with null, stays with what is there. */
  chooseBackup: call.input(z.object({ name: byName.shape.name.nullable() })).output(z.void()),
  /** Ends Cleartake, where it can end itself, and starts it again, where it can do that. */
  quit: call.output(z.object({ quits: z.boolean(), restarts: z.boolean() })),
  /** Whether the data folder is about to move, and what an earlier move has left. */
  moveState: call.output(moveView),
  /** Whether the data folder can be moved there, an empty or new folder. */
  checkMove: call.input(intoFolder).output(moveCheck),
  /** Copies the data folder; the next start finishes and continues there. Ended early, nothing is left of it. */
  move: call.input(intoFolder).output(eventIterator(moveEvent)),
  /** Stays here after all, and removes the copy. */
  forgetMove: call.output(z.void()),
  /** Removes what Cleartake made in the folder that it was moved from. */
  removeOldFolder: call.output(oldFolder),
  /** What an export into this folder takes. */
  checkExport: call.input(intoFolder).output(exportCheck),
  /** Writes the whole desk without keys into a new file in the folder. Ended early, nothing is left of it. */
  exportDesk: call
    .input(z.object({ folder: intoFolder.shape.folder, withResults: z.boolean() }))
    .output(eventIterator(exportEvent)),
  /** What an exported desk contains, and what it would replace. */
  checkImport: call.input(fromFile).output(importCheck),
  /** Reads an exported desk; the next start continues with it, and this one becomes a backup. Ended early, nothing is left of it. */
  importDesk: call.input(fromFile).output(eventIterator(importEvent)),
  /** When the export was made that the next start continues with; null when none waits. */
  importState: call.output(z.object({ pending: z.number().nullable() })),
  /** Stays with this desk after all. */
  forgetImport: call.output(z.void()),
  /** Compares what a service lists with what is here. Nothing is started or paid. */
  lookAtService: call.input(z.object({ connectionId: z.string() })).output(eventIterator(lookEvent)),
  /** Brings in projects that the last look found; with `download`, their results are downloaded now, otherwise once they are resumed. */
  bringIn: call
    .input(z.object({ connectionId: z.string(), projectIds: z.array(z.string()).min(1), download: z.boolean() }))
    .output(z.object({ recordings: z.number() })),
};
