/** Takes finished files of a watch folder: reads them, finds out which are new, and adds those to the queue in one batch for ever. */

import type { ImportReport } from '../../../../../shared/contract/queue/queue.ts';
import type { BatchPreset } from '../../../../../shared/domain/batch/batch-preset.ts';
import type { Message } from '../../../../../shared/domain/error-messages/message.ts';
import type { FoundRecording } from '../../../library/import/find-recordings.ts';
import type { Importer } from '../../../library/import/importer.ts';
import type { DeskPorts, Watching } from '../../../ports.ts';
import type { Runner } from '../../../queue/runner.ts';
import type { Store } from '../../../store/open-store.ts';
import { batchOf } from '../definitions.ts';
import type { Settling } from './settling.ts';
import { type Finished, isUnfinished, rowOf, type TakeContext, takeFile } from './take-file.ts';

export interface TakeFilesContext extends TakeContext {
  readonly watching: Watching;
  readonly importer: Importer;
  readonly runner: Pick<Runner, 'gatherBatch'>;
  /** Called for each file that was added. */
  readonly onAdded: (jobId: string, found: FoundRecording) => void;
}

/** How the recordings of a folder are restored. */
export interface WatchWork {
  readonly preset: BatchPreset;
  readonly presetName: string | null;
  readonly connectionId: string;
}

/** @returns files that have to be looked at again, with their hashes where they were read */
export async function takeFiles(
  context: TakeFilesContext,
  folder: string,
  work: WatchWork,
  files: readonly PendingFile[],
  signal: AbortSignal,
): Promise<PendingFile[]> {
  const again: PendingFile[] = [];
  const fresh = new Map<string, Finished>();
  const busy = await context.watching.openForWriting(new Set(files.map(({ found }) => found.realPath)));
  for (const file of files) {
    if (signal.aborted) break;
    const { found } = file;
    const hash =
      busy.has(found.realPath) || (await isUnfinished(context.ports, found)) ? null : await read(context, file, signal);
    if (hash === null) {
      again.push({ ...file, hash: null });
      continue;
    }
    // Of two files with the same content, the second one is looked at again once the first has its job.
    const next = fresh.has(hash) ? 'wait' : await takeFile(context, folder, { found, hash });
    if (next === 'wait') again.push({ ...file, hash });
    else if (next === 'add') fresh.set(hash, { found, hash });
  }
  if (fresh.size > 0 && !signal.aborted) await addAll(context, folder, work, [...fresh.values()]);
  return again;
}

/** @returns the content's hash; null when the file changed meanwhile, or can't be read */
async function read(
  { ports }: TakeFilesContext,
  { found, hash }: PendingFile,
  signal: AbortSignal,
): Promise<string | null> {
  if (hash !== null) return hash;
  const made = await ports.files.hash(found.path, signal).catch(() => null);
  const facts = await ports.files.facts(found.path).catch(() => null);
  return facts?.bytes === found.bytes && facts.modifiedAt === found.modifiedAt ? made : null;
}

async function addAll(
  context: TakeFilesContext,
  folder: string,
  { connectionId, preset, presetName }: WatchWork,
  files: readonly Finished[],
): Promise<void> {
  const { importer, onAdded, ports, runner, store } = context;
  const byPath = new Map(files.map((file) => [file.found.path, file]));
  const written = new Set<Finished>();
  const batchId = batchOf(folder);
  const release = runner.gatherBatch(batchId);
  let report: ImportReport;
  try {
    report = await importer.add({
      batchId,
      paths: [],
      // What was restored before with the same settings is not restored again, even where that is free.
      preset: { ...preset, reuse: true },
      presetName,
      own: null,
      connectionId,
      origin: 'path',
      duplicates: null,
      // Nobody is there to ask: it goes on as the folder was set up, and the summary tells what was paid for again.
      leavesOutPaid: false,
      acceptTruncated: false,
      joins: false,
      splitsChannels: false,
      maxCost: null,
      start: true,
      watched: {
        found: files.map(({ found }) => found),
        hashes: new Map(files.map(({ found, hash }) => [found.realPath, hash])),
        onWritten(found, jobId) {
          const file = byPath.get(found.path);
          if (file === undefined) return;
          if (!written.has(file)) store.watchedFiles.put(rowOf(folder, file, 'added', jobId, ports.clock.now()));
          written.add(file);
          onAdded(jobId, found);
        },
      },
    });
  } finally {
    await release();
  }
  // It is in the queue already, or a result of ours.
  store.transaction(() => {
    for (const { kind, path } of report.skipped) {
      const file = byPath.get(path);
      const outcome = kind === 'own-result' ? 'own-result' : 'same-content';
      if (file !== undefined) store.watchedFiles.put(rowOf(folder, file, outcome, null, ports.clock.now()));
    }
  });
}

/** A file that is not dealt with yet. */
export interface PendingFile {
  readonly found: FoundRecording;
  readonly settling: Settling;
  /** Its content's hash, once it was read. */
  readonly hash: string | null;
}

export interface WatchedFolderPorts {
  readonly ports: Pick<DeskPorts, 'clock' | 'files' | 'log'>;
  readonly watching: Watching;
  readonly store: Pick<Store, 'results' | 'settings' | 'watchedFiles'>;
  /** Folders that results go to, absolute. */
  readonly outputs: () => readonly string[];
  /** @returns why nothing may be taken now: `off`, or what a person has to do; null when files may be taken */
  readonly closed: () => 'off' | Message | null;
  /** Takes finished files. @returns those that have to be looked at again, with what is known of them */
  readonly take: (files: readonly PendingFile[], signal: AbortSignal) => Promise<readonly PendingFile[]>;
  /** The folder is there, for the first time or again, with these recordings. */
  readonly onReturn: (found: readonly FoundRecording[]) => Promise<void>;
  readonly onChange: () => void;
}
