/** Save as… of the made-up desk: it tells names as the real one does, and writes nothing. */

import type {
  Oddity,
  SaveAsEvent,
  SaveAsPreview,
  SaveAsRequest,
  SavedOutput,
} from '../../../shared/contract/outputs.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { type BatchPreset, exportSettingsOf } from '../../../shared/domain/batch/batch-preset.ts';
import { withRowSettings } from '../../../shared/domain/batch/row-settings.ts';
import { extensionOf } from '../../../shared/domain/media-types.ts';
import { fileWordOf } from '../../../shared/domain/models.ts';
import { outputName } from '../../../shared/domain/naming/output-name.ts';
import type { FakeState } from './fake-state.ts';
import type { Os } from './refuse.ts';

/** Where the made-up recordings lie. */
const FOLDER = '/home/ada/ep-12';

export function makeOutputs() {
  return {
    /** Requests that were saved. */
    saved: [] as SaveAsRequest[],
    /** Ids of saves that were undone. */
    undone: [] as string[],
    /** Told of a recording's output, by its job. */
    oddities: new Map<string, readonly Oddity[]>(),
    /** In which settings recordings differ. */
    differing: [] as SaveAsPreview['differing'],
    /** What becomes of its output, by its job, where it isn't written. */
    outcomes: new Map<string, Partial<SavedOutput>>(),
  };
}

export function outputHandlers({ outputs: group }: Os, fake: FakeState) {
  const { outcomes, oddities, saved, undone } = fake.outputs;
  const jobsOf = ({ jobIds }: SaveAsRequest) => jobIds.flatMap((id) => fake.jobs.get(id) ?? []);
  const settingsOf = (job: JobView, { changes, settings }: SaveAsRequest) =>
    withRowSettings(settings ?? withRowSettings(fake.startedWith ?? fake.preset, job.own), changes ?? null);
  return {
    preview: group.preview.handler(({ input }) => {
      const shown = jobsOf(input).map((job) => {
        const settings = settingsOf(job, input);
        const { loudness } = exportSettingsOf(settings);
        const isMissing = oddities.get(job.id)?.some(({ kind }) => kind === 'missing') === true;
        return {
          ...{ id: job.id, name: job.name, oddities: [...(oddities.get(job.id) ?? [])] },
          fileName: isMissing ? null : nameOf(job, settings),
          folder: isMissing ? null : folderOf(settings),
          loudness: loudness === null ? null : { from: -21.4, to: loudness },
        };
      });
      const missing = shown.filter(({ fileName }) => fileName === null).length;
      const models = [...new Set(jobsOf(input).flatMap(({ generations }) => generations.map(({ model }) => model)))];
      const there = shown.filter((one) => one.oddities.some(({ kind }) => kind === 'there')).length;
      return {
        ...{ models, there, differing: fake.outputs.differing.filter((key) => !(key in (input.changes ?? {}))) },
        ...{ files: shown.length - missing, missing, earlier: shown.length - missing - there },
        ...{ folder: shown[0]?.folder ?? null, otherFolders: 0 },
        outputs: shown.toSorted((one, other) => other.oddities.length - one.oddities.length),
      };
    }),
    save: group.save.handler(async function* ({ input }): AsyncGenerator<SaveAsEvent> {
      saved.push(input);
      const made = jobsOf(input).map((job): SavedOutput => {
        const settings = settingsOf(job, input);
        const [generation] = job.generations;
        return {
          ...{
            jobId: job.id,
            generationId: generation?.id ?? '',
            slot: 'main' as const,
            model: generation?.model ?? 'service-2',
            name: job.name,
          },
          path: `${folderOf(settings) ?? FOLDER}/${nameOf(job, settings)}`,
          ...{ wasThere: false, taken: null, replaced: null, stayed: false, problem: null, reason: null },
          ...outcomes.get(job.id),
        };
      });
      const saveId = `save-${saved.length}`;
      yield { saveId, done: 0, of: made.length, fraction: 0.5, outputs: [] };
      yield { saveId, done: made.length, of: made.length, fraction: 0, outputs: made };
    }),
    undo: group.undo.handler(({ input }) => {
      undone.push(input.saveId);
      return { removed: input.jobIds.length, left: 0, back: 0 };
    }),
  };
}

function nameOf({ folder, generations: [generation], name }: JobView, settings: BatchPreset): string {
  const { format = 'source', namingTemplate } = settings;
  const extension = format === 'source' ? extensionOf(name) : format.startsWith('wav') ? 'wav' : format;
  const model = fileWordOf(generation?.model ?? 'service-2');
  return outputName(namingTemplate, { originalName: name, model, extension, folder }).fileName;
}

function folderOf({ output }: BatchPreset): string | null {
  if (output.kind === 'folder') return output.path;
  return output.kind === 'library' ? null : FOLDER;
}
