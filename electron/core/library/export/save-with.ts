/** Save with other settings: the output of one result at another strength and loudness. Once it is there, its job has them for its own. */

import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { SoundSettings } from '../../../../shared/domain/export/settings.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import type { JobRow } from '../../store/schema.ts';
import { deliver } from './deliver.ts';
import { type ExportTask, exportTask, outputFolder } from './export-task.ts';
import type { CheckPort, RenderPorts } from './rendered-export.ts';
import { type SavedFile, type Saver, type Saving, withSound } from './saving.ts';

export interface SaveWithPorts extends RenderPorts, CheckPort {
  readonly saver: Saver;
  /** Tells pages of a changed job. */
  touch(jobId: string): void;
}

/**
 * An output that went to its folder goes there again, beside the earlier one; any other is made for a person to take, as by Save.
 * @throws CleartakeError notFound, notPossibleNow while the job is worked on; `file` as the export of a folder
 */
export function saveWith(ports: SaveWithPorts, generationId: string, settings: SoundSettings): Saving {
  const { saver, store } = ports;
  const generation = store.generations.find(generationId);
  const result = generation === undefined ? undefined : store.results.get(generationId);
  if (generation === undefined || result === undefined) throw new CleartakeError('notFound', { detail: 'result' });
  const job = store.jobs.get(generation.jobId);
  if (!isFinal(job.state)) throw new CleartakeError('notPossibleNow', { detail: 'the job is worked on' });
  const task = exportTask(store, withSound(job, settings), generation, result);
  const place = result.exportedPath === null ? null : outputFolder(task.job.preset, task.recording);
  const saving = place === null ? saver.save(generationId, settings) : deliverAgain(ports, place, task);
  const file = saving.file.then((made) => {
    keepSettings(ports, job.id, generationId, settings, made.deliveredTo);
    return made;
  });
  file.catch(() => undefined);
  return { ...saving, file };
}

function deliverAgain(ports: SaveWithPorts, place: string, task: ExportTask): Saving {
  const stop = new AbortController();
  let fraction = 0;
  const make = async (): Promise<SavedFile> => {
    const { aligns } = await ports.check(task, stop.signal);
    const made = await deliver(ports, place, { ...task, aligns }, stop.signal, (done) => {
      fraction = done;
    });
    // Nobody judges what a person asks for.
    if (typeof made !== 'string') throw new CleartakeError('unexpected');
    return { filePath: made, fileName: path.basename(made), deliveredTo: made };
  };
  const file = make();
  file.catch(() => undefined);
  return { file, fraction: () => fraction, leave: () => stop.abort(new CleartakeError('cancelled')) };
}

/** Saved again, it is the same file; and whoever looks at the row sees how it was made. */
function keepSettings(
  { store, touch }: SaveWithPorts,
  jobId: string,
  generationId: string,
  settings: SoundSettings,
  deliveredTo: string | null,
): void {
  store.progress(() => {
    const job: JobRow = store.jobs.get(jobId);
    store.jobs.update(jobId, {
      preset: withSound(job, settings).preset,
      own: { ...job.own, ...settings, monoLoudness: null },
    });
    if (deliveredTo !== null) store.results.setExportedPath(generationId, deliveredTo);
  });
  touch(jobId);
}
