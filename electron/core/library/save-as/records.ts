/** What earlier saves of a recording left on record: which files they wrote with which settings, and what a person took. */

import { z } from 'zod';
import { OUTPUT_SLOTS, type OutputSlot } from '../../../../shared/domain/batch/also-output.ts';
import type { ExportSettings } from '../../../../shared/domain/export/settings.ts';
import type { MadeExport, ResultRow } from '../../store/schema.ts';
import { SAVED_AS, SAVED_AS_TAKEN } from '../../store/space/stored-files.ts';
import type { ExportTask } from '../export/export-task.ts';
import { alignedRender, recordedRender, wantedExport } from '../export/rendered-export.ts';
import type { UsedFiles } from '../export/used-files.ts';

const content = z.object({ bytes: z.number(), contentHash: z.string() });
const recordSchema = z.object({
  saveId: z.string(),
  generationId: z.string(),
  /** Missing in records of earlier versions. */
  slot: z.enum(OUTPUT_SLOTS).default('main'),
  /** Where it may be: under the name that it got, or that of the file whose place it took. */
  places: z.array(z.string()),
  written: content,
  before: z.object({
    path: z.string().nullable(),
    exportHash: z.string().nullable(),
    exportMade: z.custom<MadeExport | null>(),
  }),
  setAside: content.extend({ generationId: z.string(), from: z.string(), to: z.string() }).nullable(),
});
export type SaveRecord = z.infer<typeof recordSchema>;

type Events = readonly { readonly detail: string | null; readonly event: string }[];

/** In their order, those of saves that were undone included. */
export function saveRecords(events: Events): readonly SaveRecord[] {
  return events.flatMap(({ detail, event }) =>
    event === SAVED_AS && detail !== null ? [recordSchema.parse(JSON.parse(detail))] : [],
  );
}

/** Where files of an output were written, and how large those with the settings of the task are, in bytes. */
export interface MadeFiles {
  readonly places: ReadonlySet<string>;
  readonly sizes: ReadonlySet<number>;
}

/** @param settings as `wantedExport` says @param used the files of the person's that the output would get now */
export function madeFiles(
  task: ExportTask,
  settings: ExportSettings | null,
  events: Events,
  used: UsedFiles,
): MadeFiles {
  const { generation, result, slot = 'main' } = task;
  const earlier = saveRecords(events).filter((known) => known.generationId === generation.id && known.slot === slot);
  const made =
    settings === null
      ? [result, alignedRender(task)]
      : [result, ...earlier.map(({ before }) => before)].map((one) => recordedRender(one, settings, used));
  return {
    places: new Set(writtenPlaces(result, slot, events)),
    sizes: new Set(made.flatMap((one) => one?.bytes ?? [])),
  };
}

/**
 * Where files of an output were written, whether they are there or not: the present one first, then the newest.
 * @param result as it is of this slot
 */
export function writtenPlaces(
  { exportedPath, generationId }: Pick<ResultRow, 'exportedPath' | 'generationId'>,
  slot: OutputSlot,
  events: Events,
): readonly string[] {
  const saved = saveRecords(events).filter((known) => known.generationId === generationId && known.slot === slot);
  const earlier = saved.flatMap(({ before, places }) => [before.path, ...places]).toReversed();
  return [...new Set([exportedPath, ...earlier])].filter((place) => place !== null);
}

/** What the event says when a person takes a file: which settings it has. */
export function takenWord(task: ExportTask): string {
  const { generation, slot = 'main' } = task;
  return JSON.stringify([generation.id, slot, wantedExport(task)]);
}

/** Whether a person took this very output before. */
export function wasTaken(task: ExportTask, events: Events): boolean {
  const word = takenWord(task);
  return events.some(({ detail, event }) => event === SAVED_AS_TAKEN && detail === word);
}
