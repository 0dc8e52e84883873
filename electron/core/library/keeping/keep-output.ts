/**
 * Keeps a result as the output: it is delivered unless it is there as its settings say, with its second file where they ask for one that is
 * missing, and what else was delivered of the recording may be set aside. Nothing is sent or paid. It can be undone, also after a restart.
 */

import { z } from 'zod';
import { OUTPUT_SLOTS, type OutputSlot } from '../../../../shared/domain/batch/also-output.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { KEPT_OUTPUT, KEPT_UNDONE } from '../../store/space/stored-files.ts';
import { ofSlot } from '../../store/tables/results.ts';
import { type Exported, exportOne } from '../export/deliver.ts';
import type { CheckPort, RenderPorts } from '../export/rendered-export.ts';
import type { LibraryPaths } from '../paths.ts';
import { bringBack, copyAside, dropCopy, leaveFolder, placeAside, type SetAside } from './set-aside.ts';

export interface KeepPorts extends RenderPorts, CheckPort {
  readonly paths: LibraryPaths;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface KeepRequest {
  readonly generationId: string;
  /** What happens to other outputs of the recording. */
  readonly others: 'leave' | 'set-aside';
  /** Writes the verdict in the transaction that records the outputs. @returns its id */
  writeVerdict(): number;
}

export interface Kept {
  /** Path of the output; null where outputs stay in the library. */
  readonly path: string | null;
  /** Path of the second file where it was missing; otherwise null. */
  readonly also: string | null;
  /** Why that couldn't be made: the output is kept all the same. */
  readonly alsoProblem: string | null;
  /** Outputs that were set aside. */
  readonly setAside: number;
  /** Outputs that were to be, but were changed by somebody or are gone. */
  readonly left: number;
  /** Why it could not be delivered: nothing has changed then. */
  readonly problem: string | null;
}

const recordSchema = z.object({
  verdictId: z.number(),
  /** The output that was recorded before; null when there was none. */
  before: z.string().nullable(),
  /** The second file that was made for it, and the one that was on record before. Missing in records of earlier versions. */
  also: z.object({ path: z.string(), before: z.string().nullable() }).nullable().default(null),
  setAside: z.array(
    z.object({
      generationId: z.string(),
      /** Missing in records of earlier versions. */
      slot: z.enum(OUTPUT_SLOTS).default('main'),
      from: z.string(),
      to: z.string(),
      bytes: z.number(),
      contentHash: z.string(),
    }),
  ),
});

/** Calls for one job have to follow one another. @throws CleartakeError notFound, notPossibleNow, and as an export does */
export async function keepOutput(ports: KeepPorts, job: JobRow, request: KeepRequest): Promise<Kept> {
  const { files, store } = ports;
  const generations = store.generations.ofJob(job.id);
  const kept = generations.find(({ id }) => id === request.generationId);
  const result = kept === undefined ? undefined : store.results.get(kept.id);
  if (kept === undefined || result === undefined) throw new CleartakeError('notFound', { detail: 'result' });
  if (!isFinal(job.state)) throw new CleartakeError('notPossibleNow');
  const before = result.exportedPath;
  const made = await exportOne(ports, job, kept);
  const nothing = { path: null, also: null, alsoProblem: null, setAside: 0, left: 0 };
  if (made?.problem != null) return { ...nothing, problem: made.problem };
  const path = made?.path ?? null;
  const second = path === null ? null : await makeMissingSecond(ports, job, kept);
  const also = second?.path ?? null;
  const wanted = request.others === 'leave' || path === null ? [] : othersOf(ports, generations, kept, before, path);
  const setAside: KeptAside[] = [];
  for (const { output, generationId, slot } of wanted) {
    const other = store.results.get(generationId);
    const copied = other === undefined ? null : await copyAside(files, ports.paths, output, ofSlot(other, slot));
    if (copied !== null) setAside.push({ ...copied, slot });
  }
  await store.durably(() => {
    const verdictId = request.writeVerdict();
    if (path === null) return;
    store.results.setExportedPath(kept.id, path);
    if (also !== null) store.results.setExportedPath(kept.id, also, 'also');
    for (const { generationId, slot } of setAside)
      if (generationId !== kept.id) store.results.setExportedPath(generationId, null, slot);
    const known = also === null ? null : { path: also, before: result.alsoPath };
    append(ports, job, kept.id, KEPT_OUTPUT, JSON.stringify({ verdictId, before, also: known, setAside }));
  });
  for (const one of setAside) await leaveFolder(files, one);
  const left = wanted.length - setAside.length;
  return { path, also, alsoProblem: second?.problem ?? null, setAside: setAside.length, left, problem: null };
}

/** Null where its settings ask for none, or it is there. */
async function makeMissingSecond(ports: KeepPorts, job: JobRow, kept: GenerationRow): Promise<Exported | null> {
  if (job.preset.also == null) return null;
  const there = ports.store.results.get(kept.id)?.alsoPath ?? null;
  if (there !== null && (await ports.files.isReadable(there))) return null;
  return await exportOne(ports, job, kept, { slot: 'also' });
}

/** Outputs of other models, and the one that the same result had with earlier settings. */
function othersOf(
  { store }: Pick<KeepPorts, 'store'>,
  generations: readonly GenerationRow[],
  kept: GenerationRow,
  before: string | null,
  path: string,
): readonly { readonly generationId: string; readonly slot: OutputSlot; readonly output: string }[] {
  return generations.flatMap(({ id: generationId }) => {
    if (generationId === kept.id)
      return before === null || before === path ? [] : [{ generationId, slot: 'main' as const, output: before }];
    const result = store.results.get(generationId);
    return OUTPUT_SLOTS.flatMap((slot) => {
      const output = result === undefined ? null : ofSlot(result, slot).exportedPath;
      return output === null ? [] : [{ generationId, slot, output }];
    });
  });
}

/** Which of its result's files it is. */
interface KeptAside extends SetAside {
  readonly slot: OutputSlot;
}

type UndoPorts = Pick<KeepPorts, 'files' | 'now' | 'paths' | 'store'>;

/**
 * Undoes what keeping changed in the folder: what was set aside is back unless it was cleaned up, and what was delivered for it is set aside. After an interruption
 * it can be repeated.
 */
export async function undoKeep(ports: UndoPorts, job: JobRow, verdictId: number, write: () => void): Promise<void> {
  const { files, store } = ports;
  const known = recordOf(ports, job, verdictId);
  const result = known === null ? undefined : store.results.get(known.generationId);
  if (known === null || result === undefined) return write();
  const { also, before, generationId, setAside } = known;
  const back: { readonly generationId: string; readonly slot: OutputSlot; readonly file: string }[] = [];
  for (const one of setAside) {
    const file = await bringBack(files, one);
    if (file !== null) back.push({ generationId: one.generationId, slot: one.slot, file });
  }
  const delivered = result.exportedPath;
  const isNew = delivered !== null && delivered !== before;
  const aside = isNew ? await copyAside(files, ports.paths, delivered, result) : null;
  const isSecondNew = also !== null && also.path === result.alsoPath;
  const second = isSecondNew ? await copyAside(files, ports.paths, also.path, ofSlot(result, 'also')) : null;
  await store.durably(() => {
    write();
    for (const one of back) store.results.setExportedPath(one.generationId, one.file, one.slot);
    if (isNew && !back.some((one) => one.generationId === generationId))
      store.results.setExportedPath(generationId, aside === null ? delivered : before);
    if (second !== null) store.results.setExportedPath(generationId, also?.before ?? null, 'also');
    append(ports, job, generationId, KEPT_UNDONE, String(verdictId));
  });
  for (const one of [aside, second]) if (one !== null) await leaveFolder(files, one);
  // Not before the commit: an undo that was interrupted is repeated from these copies.
  for (const one of setAside) if (one.to !== aside?.to) await dropCopy(files, one);
}

/** Null for verdicts that changed no folder, and once that was undone. */
function recordOf({ paths, store }: Pick<KeepPorts, 'paths' | 'store'>, job: JobRow, verdictId: number) {
  const events = store.events.ofJob(job.id);
  if (events.some(({ detail, event }) => event === KEPT_UNDONE && detail === String(verdictId))) return null;
  for (const { detail, event, generationId } of events) {
    if (event !== KEPT_OUTPUT || detail === null || generationId === null) continue;
    const record = recordSchema.parse(JSON.parse(detail));
    if (record.verdictId !== verdictId) continue;
    // The data folder may have been moved since.
    const setAside = record.setAside.map((one) => ({ ...one, to: placeAside(paths, one) }));
    return { ...record, generationId, setAside };
  }
  return null;
}

function append(
  { now, store }: Pick<KeepPorts, 'now' | 'store'>,
  job: JobRow,
  generationId: string,
  event: string,
  detail: string,
): void {
  const { id: jobId, stateKind } = job;
  store.events.append({ at: now(), jobId, generationId, event, from: stateKind, to: stateKind, detail });
}
