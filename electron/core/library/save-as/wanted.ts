/** Which results a Save as… writes, and with which settings: those of the request, or each recording's own. */

import type { SaveAsRequest } from '../../../../shared/contract/outputs.ts';
import { OUTPUT_SLOTS, type OutputSlot } from '../../../../shared/domain/batch/also-output.ts';
import { withRowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { hasEnded, isFinal } from '../../../../shared/domain/job-state.ts';
import { compareModels, isServiceModel, type ModelId } from '../../../../shared/domain/models.ts';
import type { Store } from '../../store/open-store.ts';
import type { GenerationRow, JobPreset, JobRow, ResultRow } from '../../store/schema.ts';
import { alsoTask, type ExportTask, exportTask, type NamingStore } from '../export/export-task.ts';
import { keptResults } from '../take-ids.ts';

/** One output to be written. */
export interface WantedOutput {
  readonly slot: OutputSlot;
  /** With the settings that are wanted of the recording's first file. */
  readonly job: JobRow;
  readonly generation: GenerationRow;
  readonly result: ResultRow;
}

export interface Wanted {
  readonly outputs: readonly WantedOutput[];
  /** Recordings that have ended without any of the results that are asked for. */
  readonly missing: readonly JobRow[];
  /** Of which the recordings have results, in their order. */
  readonly models: readonly ModelId[];
}

type ChoosingStore = Pick<Store, 'generations' | 'jobs' | 'results' | 'verdicts'>;

/** In the order of the request. */
export function wantedOutputs(store: ChoosingStore, request: SaveAsRequest): Wanted {
  const outputs: WantedOutput[] = [];
  const missing: JobRow[] = [];
  const models = new Set<ModelId>();
  const kept = keptResults(store, request.jobIds);
  const jobs = new Map(store.jobs.many(request.jobIds).map((job) => [job.id, job]));
  for (const row of request.jobIds.flatMap((id) => jobs.get(id) ?? [])) {
    if (!isFinal(row.state)) continue;
    const job = { ...row, preset: presetOf(row, request) };
    const found = store.generations
      .ofJob(job.id)
      .flatMap((generation): WantedOutput[] => {
        const result = store.results.get(generation.id);
        return result === undefined ? [] : [{ slot: 'main', job, generation, result }];
      })
      .sort((one, other) => compareModels(one.generation.model, other.generation.model));
    for (const { generation } of found) models.add(generation.model);
    const chosen = chosenOf(found, request.results ?? 'chosen', kept);
    const slots = job.preset.also == null ? (['main'] as const) : OUTPUT_SLOTS;
    outputs.push(...chosen.flatMap((one) => slots.map((slot) => ({ ...one, slot }))));
    if (chosen.length === 0 && hasEnded(row.state)) missing.push(job);
  }
  return { outputs, missing, models: [...models].sort(compareModels) };
}

/** What is to be made for it. */
export function taskOf(store: NamingStore, { generation, job, result, slot }: WantedOutput): ExportTask {
  const first = exportTask(store, job, generation, result);
  return slot === 'main' ? first : (alsoTask(first) ?? first);
}

/** @param found in the order of the models */
function chosenOf(
  found: readonly WantedOutput[],
  results: NonNullable<SaveAsRequest['results']>,
  kept: ReadonlySet<string>,
): readonly WantedOutput[] {
  if (results === 'all') return found;
  if (results !== 'chosen') return found.filter(({ generation }) => generation.model === results);
  const isKept = found.filter(({ generation }) => kept.has(generation.id));
  const isDelivered = found.filter(({ result }) => result.exportedPath !== null);
  const [among = []] = [isKept, isDelivered, found].filter(({ length }) => length > 0);
  const best = among.findLast(({ generation }) => isServiceModel(generation.model)) ?? among.at(-1);
  return best === undefined ? [] : [best];
}

/** Its models and its Start stay as they were: names tell about them. */
function presetOf({ preset }: JobRow, { changes, presetName, results, settings }: SaveAsRequest): JobPreset {
  const { excerpt, models, startedAs } = preset;
  const wanted: JobPreset = { ...withRowSettings(settings ?? preset, changes ?? null), models };
  const told = { presetName: null, n: 1, of: 1, ...startedAs };
  return {
    ...wanted,
    ...(excerpt === undefined ? {} : { excerpt }),
    startedAs: {
      ...told,
      ...(presetName === undefined ? {} : { presetName }),
      // The only one needs no model in its name.
      ...(settings === undefined || results === 'all' ? {} : { models: 1 }),
    },
  };
}
