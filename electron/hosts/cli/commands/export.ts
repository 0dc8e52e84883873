/** `cleartake export`: writes results that are there to a folder, as their presets say. */

import type { JobView } from '../../../../shared/contract/views.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { jobsWhere } from '../follow.ts';
import { givenPath } from '../given-paths.ts';
import { openForWork } from '../open-desk.ts';
import { print, tell } from '../output/printer.ts';
import { jobName } from '../reports/job-words.ts';
import { jsonLine } from '../reports/printable.ts';
import { USAGE } from '../strings/usage.ts';

export interface ExportOptions {
  readonly out: string;
  readonly flat?: boolean;
  /** The template for names of outputs, instead of each recording's own. */
  readonly name?: string;
  readonly json?: boolean;
  readonly dataDir?: string;
}

/** @param wanted names or ids of jobs, all that have a result if empty. @throws UsageError for one without a result */
export async function exportCommand(wanted: readonly string[], options: ExportOptions): Promise<ExitStatus> {
  const path = await givenPath(options.out);
  const desk = await openForWork({ dataDirectory: options.dataDir, leavesEarlierWork: true });
  try {
    const finished = await jobsWhere(desk.client, ({ generations }) =>
      generations.some(({ state }) => state === 'stored'),
    );
    const jobs = wanted.length === 0 ? finished : wanted.flatMap((one) => named(finished, one));
    if (jobs.length === 0) return EXIT.done;
    const exported = await desk.client.listening.export({
      jobIds: jobs.map(({ id }) => id),
      output: { kind: 'folder', path, layout: options.flat === true ? 'flat' : 'mirrored' },
      ...(options.name === undefined ? {} : { namingTemplate: options.name }),
    });
    const names = new Map(jobs.map((job) => [job.id, jobName(job)]));
    for (const { jobId, model, path: output, problem } of exported) {
      if (options.json === true) print(jsonLine({ event: 'exported', id: jobId, model, output, problem }));
      else if (output !== null) print(output);
      else tell(`${names.get(jobId)}: ${problem ?? ''}`);
    }
    return exported.every(({ problem }) => problem === null) ? EXIT.done : EXIT.failed;
  } finally {
    await desk.close();
  }
}

function named(jobs: readonly JobView[], wanted: string): JobView[] {
  const found = jobs.filter(({ id, name, folder }) => [id, name, `${folder}/${name}`].includes(wanted));
  if (found.length === 0) throw new UsageError(USAGE.noResultOf(wanted));
  return found;
}
