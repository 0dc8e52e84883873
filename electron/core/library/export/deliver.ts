/** Delivery: an output goes to its folder, copied or rendered. The stage of the queue and a person's own export take this one way. */

import type { OutputSlot } from '../../../../shared/domain/batch/also-output.ts';
import { CleartakeError, textOf } from '../../../../shared/domain/errors.ts';
import { type Finding, placeOf } from '../../../../shared/domain/integrity/findings.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { RESULT } from '../../strings.ts';
import { remakeIfPossible } from '../made-copies.ts';
import { exportResult } from './export.ts';
import { alsoTask, type ExportTask, exportTask, folderOf, outputFolder } from './export-task.ts';
import {
  type CheckPort,
  type DeliveryJudge,
  exportRendered,
  type RenderPorts,
  wantedExport,
} from './rendered-export.ts';

/** What the check before delivery asks of it. */
export interface DeliveryRules {
  /** The result is a little late or early: only rendering brings it into place. */
  readonly aligns: boolean;
  readonly judge: DeliveryJudge;
}

const UNJUDGED: DeliveryJudge = () => [];

/**
 * @param place the folder that the template's own folders are in
 * @returns the path of the output, or why it stays in review
 * @throws CleartakeError as exportResult and exportRendered do
 */
export async function deliver(
  ports: RenderPorts,
  place: string,
  task: ExportTask & Partial<DeliveryRules>,
  signal?: AbortSignal,
  onProgress?: (fraction: number) => void,
): Promise<string | readonly Finding[]> {
  const folder = folderOf(place, task);
  const settings = wantedExport(task, task.aligns);
  if (settings === null) return await exportResult(ports.files, folder, task);
  return await exportRendered(ports, folder, task, settings, task.judge ?? UNJUDGED, signal, onProgress);
}

/** An output in its folder. */
export interface Exported {
  /** Absolute; null when it failed. */
  readonly path: string | null;
  /** Why it failed. */
  readonly problem: string | null;
  /** The same without what to do about it on the desk; absent where there is no such thing. */
  readonly reason?: string;
}

interface Watching {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (fraction: number) => void;
}

/** Exports one result as its job's preset says, into its first or its second file. Null without a result, a folder, or a second file. */
export async function exportOne(
  ports: RenderPorts & CheckPort,
  job: JobRow,
  generation: GenerationRow,
  { onProgress, signal, slot = 'main' }: Watching & { readonly slot?: OutputSlot } = {},
): Promise<Exported | null> {
  const { store } = ports;
  const result = store.results.get(generation.id);
  if (result === undefined) return null;
  const { state } = job;
  if (state.kind === 'in-review' && state.held.some(({ generationId }) => generationId === generation.id))
    return { path: null, problem: RESULT.inReview };
  await remakeIfPossible(ports, store.recordings.get(job.recordingId), signal);
  const first = exportTask(store, job, generation, result);
  const task = slot === 'main' ? first : alsoTask(first);
  const place = outputFolder(job.preset, first.recording);
  if (place === null || task === null) return null;
  try {
    const { aligns, findings } = await ports.check(first, signal);
    const [finding] = findings;
    if (finding !== undefined) return { path: null, problem: RESULT.differs(placeWords(finding)) };
    const path = await deliver(ports, place, { ...task, aligns }, signal, onProgress);
    if (typeof path !== 'string') return { path: null, problem: RESULT.inReview };
    // Imports know it for a result, and the desk shows where it is.
    if (task.result.exportedPath === null)
      store.progress(() => store.results.setExportedPath(generation.id, path, slot));
    return { path, problem: null };
  } catch (failure) {
    if (signal?.aborted === true || !(failure instanceof CleartakeError)) throw failure;
    return { path: null, ...problemOf(failure) };
  }
}

/** In words: whole, and only what happened. A person who saves or keeps a result isn't at its row, where Change preset… is. */
export function problemOf({ code, parts: { reason, what }, userMessage }: CleartakeError) {
  const problem = code === 'bookendUnusable' ? `${what} ${RESULT.otherBookend}` : userMessage;
  return { problem, reason: textOf({ what, ...(reason === undefined ? {} : { reason }) }, 'terminal') };
}

function placeWords(finding: Finding): string | null {
  const at = placeOf(finding);
  return at === null ? null : formatDuration(at);
}
