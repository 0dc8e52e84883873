/**
 * Save as…: writes results that are here once more, with other settings, names or places. Nothing is sent or paid. Each file gets its name when
 * it is whole, and an earlier one leaves its place only once the new one is there. All of it can be undone, also after a restart.
 */

import path from 'node:path';
import type { SaveAsRequest, SavedOutput } from '../../../../shared/contract/outputs.ts';
import type { OutputSlot } from '../../../../shared/domain/batch/also-output.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { createTurns } from '../../../platform/time/turns.ts';
import type { JobRow, ResultRow } from '../../store/schema.ts';
import { SAVED_AS, SAVED_AS_TAKEN, SAVED_AS_UNDONE } from '../../store/space/stored-files.ts';
import { ofSlot } from '../../store/tables/results.ts';
import { deliver, exportOne, problemOf } from '../export/deliver.ts';
import { isSameFile } from '../export/export.ts';
import { outputFolder } from '../export/export-task.ts';
import type { Parts } from '../export/parts.ts';
import type { AlignmentPort, CheckPort, RenderPorts } from '../export/rendered-export.ts';
import { bringBack, contentOf, copyAside, dropCopy, leaveFolder, placeAside } from '../keeping/set-aside.ts';
import { remakeIfPossible } from '../made-copies.ts';
import type { LibraryPaths } from '../paths.ts';
import { type SaveRecord, saveRecords, takenWord } from './records.ts';
import { taskOf, type WantedOutput, wantedOutputs } from './wanted.ts';

export interface SaveAsPorts extends RenderPorts, CheckPort, AlignmentPort {
  readonly parts: Parts;
  readonly paths: LibraryPaths;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Tells pages of a changed job. */
  touch(jobId: string): void;
}

export interface Listener {
  /** @param fraction of the file that is written now, 0 to 1 */
  onProgress(done: number, of: number, fraction: number): void;
  onOutput(output: SavedOutput): void;
}

export interface Undone {
  readonly removed: number;
  readonly left: number;
  readonly back: number;
}

export interface SaveAs {
  /** @throws the signal's reason once it is aborted; what is written by then stays */
  save(saveId: string, request: SaveAsRequest, listener: Listener, signal: AbortSignal): Promise<void>;
  undo(saveId: string, jobIds: readonly string[]): Promise<Undone>;
}

export function createSaveAs(ports: SaveAsPorts): SaveAs {
  // Two at once would write and move the same files.
  const inTurn = createTurns();
  return {
    save: (saveId, request, listener, signal) =>
      inTurn(async () => {
        const { outputs } = wantedOutputs(ports.store, request);
        for (const [done, wanted] of outputs.entries()) {
          signal.throwIfAborted();
          listener.onProgress(done, outputs.length, 0);
          const output = await saveOne(ports, wanted, {
            saveId,
            replaces: request.earlier === 'replace',
            signal,
            onProgress: (fraction) => listener.onProgress(done, outputs.length, fraction),
          });
          listener.onOutput(output);
        }
        listener.onProgress(outputs.length, outputs.length, 0);
      }),
    undo: (saveId, jobIds) => inTurn(() => undo(ports, saveId, jobIds)),
  };
}

interface Saving {
  readonly saveId: string;
  readonly replaces: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

async function saveOne(ports: SaveAsPorts, wanted: WantedOutput, saving: Saving): Promise<SavedOutput> {
  const { generation, job, slot } = wanted;
  const before = ofSlot(wanted.result, slot);
  const { id: generationId, model } = generation;
  const recording = ports.store.recordings.get(job.recordingId);
  const about = { jobId: job.id, generationId, slot, model, name: recording.name };
  const nothing = {
    path: null,
    wasThere: false,
    taken: null,
    replaced: null,
    stayed: false,
    problem: null,
    reason: null,
  };
  try {
    if (outputFolder(job.preset, recording) === null) {
      const taken = await make(ports, wanted, saving);
      putRecordBack(ports, before, slot);
      return { ...about, ...nothing, taken };
    }
    const { files, gotName } = noticing(ports.files);
    const made = await exportOne({ ...ports, files }, job, generation, { ...saving, slot });
    if (made?.path == null) {
      putRecordBack(ports, before, slot);
      return { ...about, ...nothing, problem: made?.problem ?? null, reason: made?.reason ?? null };
    }
    const wasThere = !gotName();
    ports.pass('save-as:written');
    const placed = await record(ports, wanted, made.path, { ...saving, wasThere });
    ports.touch(job.id);
    return { ...about, ...nothing, ...placed, wasThere };
  } catch (failure) {
    putRecordBack(ports, before, slot);
    if (saving.signal.aborted || !(failure instanceof CleartakeError)) throw failure;
    return { ...about, ...nothing, ...problemOf(failure) };
  }
}

/** Files, and whether one of them got its name: an output that is there already takes none. */
function noticing(files: RenderPorts['files']): { readonly files: RenderPorts['files']; gotName(): boolean } {
  let named = false;
  const takeFreeName: typeof files.takeFreeName = async (temporary, target) => {
    const taken = await files.takeFreeName(temporary, target);
    named ||= taken;
    return taken;
  };
  return { files: { ...files, takeFreeName }, gotName: () => named };
}

/** Without an output folder the person takes the file, as from Save. */
async function make(ports: SaveAsPorts, wanted: WantedOutput, { onProgress, signal }: Saving) {
  const { parts, store } = ports;
  await remakeIfPossible(ports, store.recordings.get(wanted.job.recordingId), signal);
  const task = taskOf(store, wanted);
  const aligns = await ports.aligns(task, signal);
  const id = await parts.collect(async (folder) => {
    const made = await deliver(ports, folder, { ...task, aligns }, signal, onProgress);
    // Nobody judges what a person asks for.
    if (typeof made !== 'string') throw new CleartakeError('unexpected');
    return made;
  }, signal);
  append(ports, wanted.job, wanted.generation.id, SAVED_AS_TAKEN, takenWord(task));
  return { id, fileName: parts.file(id)?.fileName ?? '' };
}

/** What is on record about an output that is there stays true when nothing took its place. */
function putRecordBack(
  { store }: SaveAsPorts,
  { exportedPath, exportHash, exportMade, generationId }: ResultRow,
  slot: OutputSlot,
): void {
  const result = store.results.get(generationId);
  if (exportedPath === null || result === undefined || ofSlot(result, slot).exportHash === exportHash) return;
  store.progress(() => store.results.setExportMade(generationId, exportHash, exportMade, slot));
}

/** The newest file is the output from now on. An earlier one leaves the folder where it is to be replaced. */
async function record(
  ports: SaveAsPorts,
  { generation: { id: generationId }, job, result, slot }: WantedOutput,
  written: string,
  { replaces, saveId, wasThere }: Pick<Saving, 'replaces' | 'saveId'> & { readonly wasThere: boolean },
): Promise<Pick<SavedOutput, 'path' | 'replaced' | 'stayed'>> {
  const { files, paths, store } = ports;
  const before = ofSlot(result, slot);
  const earlier = before.exportedPath;
  const now = ofSlot(store.results.get(generationId) ?? result, slot);
  const made = wasThere ? null : await contentOf(files, written, now);
  const isReplacing = replaces && made !== null && earlier !== null;
  const setAside = isReplacing ? await copyAside(files, paths, earlier, before) : null;
  const takesPlace = setAside !== null && isNumbered(written, setAside.from);
  const known: SaveRecord | null =
    made === null
      ? null
      : {
          ...{ saveId, generationId, slot, setAside, written: made },
          places: [written, ...(takesPlace ? [setAside.from] : [])],
          before: { path: earlier, exportHash: before.exportHash, exportMade: before.exportMade },
        };
  await store.durably(() => {
    store.results.setExportedPath(generationId, written, slot);
    if (known !== null) append(ports, job, generationId, SAVED_AS, JSON.stringify(known));
  });
  ports.pass('save-as:recorded');
  if (setAside === null) return { path: written, replaced: null, stayed: isReplacing };
  await leaveFolder(files, setAside);
  const isFree = takesPlace && (await files.takeFreeName(written, setAside.from).catch(() => false));
  if (!isFree) return { path: written, replaced: setAside.from, stayed: false };
  store.progress(() => store.results.setExportedPath(generationId, setAside.from, slot));
  await files.remove(written).catch(() => undefined);
  return { path: setAside.from, replaced: setAside.from, stayed: false };
}

/** Whether it only got a number because the other one had its name. */
function isNumbered(written: string, other: string): boolean {
  const [one, two] = [path.parse(written), path.parse(other)];
  return one.dir === two.dir && one.ext === two.ext && one.name.replace(/ \(\d+\)$/, '') === two.name;
}

/** Those of a save that was undone before are left alone: then nothing happens. */
async function undo(ports: SaveAsPorts, saveId: string, jobIds: readonly string[]): Promise<Undone> {
  const all = { removed: 0, left: 0, back: 0 };
  for (const job of ports.store.jobs.many(jobIds)) {
    for (const known of recordsOf(ports, job, saveId)) {
      const { back, removed } = await undoOne(ports, job, known);
      all.removed += Number(removed);
      all.left += Number(!removed);
      all.back += Number(back);
    }
    ports.touch(job.id);
  }
  return all;
}

async function undoOne(
  ports: SaveAsPorts,
  job: JobRow,
  { before, generationId, places, saveId, setAside, slot, written }: SaveRecord,
): Promise<{ readonly removed: boolean; readonly back: boolean }> {
  const { files, store } = ports;
  let isGone = true;
  let removed = false;
  for (const place of places) {
    if (await isSameFile(files, place, written)) {
      await files.remove(place);
      removed = true;
    } else if (await files.isReadable(place)) isGone = false;
  }
  const back = setAside === null ? null : await bringBack(files, setAside);
  const result = store.results.get(generationId);
  const output = result === undefined ? null : ofSlot(result, slot).exportedPath;
  const isOutput = places.includes(output ?? '');
  await store.durably(() => {
    if (isOutput) {
      store.results.setExportedPath(generationId, back ?? (setAside === null ? before.path : null), slot);
      store.results.setExportMade(generationId, before.exportHash, before.exportMade, slot);
    }
    append(ports, job, generationId, SAVED_AS_UNDONE, undoneWord(saveId, slot));
  });
  if (setAside !== null && back !== null) await dropCopy(files, setAside);
  // One that somebody moved away is gone all the same.
  return { removed: removed || isGone, back: back !== null };
}

function recordsOf({ paths, store }: SaveAsPorts, job: JobRow, saveId: string): readonly SaveRecord[] {
  const events = store.events.ofJob(job.id);
  const undone = new Set(
    events.flatMap(({ detail, event, generationId }) => (event === SAVED_AS_UNDONE ? `${generationId} ${detail}` : [])),
  );
  return saveRecords(events).flatMap((known) => {
    const { generationId } = known;
    if (known.saveId !== saveId || undone.has(`${generationId} ${undoneWord(saveId, known.slot)}`)) return [];
    const { setAside } = known;
    // The data folder may have been moved since.
    return { ...known, setAside: setAside === null ? null : { ...setAside, to: placeAside(paths, setAside) } };
  });
}

/** What the event of an undo says: of second files too. */
function undoneWord(saveId: string, slot: OutputSlot): string {
  return slot === 'main' ? saveId : `${saveId} ${slot}`;
}

function append(
  { now, store }: Pick<SaveAsPorts, 'now' | 'store'>,
  { id: jobId, stateKind }: JobRow,
  generationId: string,
  event: string,
  detail: string,
): void {
  store.events.append({ at: now(), jobId, generationId, event, from: stateKind, to: stateKind, detail });
}
